import { after, type Seq } from '../schema/ids.ts'
import { plainCommand, wordsOfOutput } from './command-facts.ts'
import type { CommandRun } from './fact-lines.ts'
import type { ReadLog } from './read-log.ts'

/** How programs are called that test, build or check. */
const CHECK =
  /\b(?:(?:npm|pnpm|yarn|bun|deno|cargo|go|dotnet|mvn|gradle|swift|mix|make|mise|just|task|nx|turbo|bazel)(?: run)? [\w:-]*(?:test|check|lint|build|vet|clippy)[\w:-]*|vitest|jest|mocha|pytest|rspec|phpunit|ctest|tox|nox|tsc|eslint|biome|ruff|mypy|golangci-lint)\b/
const LOOKED_AT = 400

function checkIn(command: string): string | undefined {
  return CHECK.exec(plainCommand(command).slice(0, LOOKED_AT))?.[0]
}

/** Builds of languages whose tests do not run unless it is done. */
const COMPILED = /^(?:go|cargo|dotnet|mvn|gradle|swift) (?:build|vet|check)/
const TESTS = /test|spec|jest|mocha|tox|nox/
/** Who commits goes on from there: what failed before was mended, renamed or taken away. */
const COMMITS = /\bgit (?:-C \S{1,200} )?commit\b/

const RUNNER = 'a program that runs others'

function programOf(check: string): string {
  return /^(?:make|mise|just|task)\b/.test(check) ? RUNNER : (check.split(' ', 1)[0] ?? '')
}

/** What a check looks at: all programs that test look at the same. */
function subjectOf(check: string): string {
  return TESTS.test(check) ? 'tests' : check
}

/**
 * Of checks as they ended last, latest first: those that failed, and since then nothing of their kind has passed, nor was anything
 * committed, nor is one run again behind.
 */
export function failingChecks(latestFirst: readonly CommandRun[], { entries, read }: ReadLog, end: Seq): readonly CommandRun[] {
  const runs = latestFirst.map((run) => ({ run, check: checkIn(run.command) }))
  if (!runs.some(({ run, check }) => check !== undefined && run.outcome === 'failure')) return []
  const mended = new Set<string>()
  for (let seq = end; seq < entries.length; seq = after(seq)) {
    const entry = entries[seq]
    const check = entry?.kind === 'tool-call' ? checkIn(read(entry).call?.command ?? '') : undefined
    if (check !== undefined) mended.add(subjectOf(check))
  }
  const failing: CommandRun[] = []
  const tested = new Set<string>()
  for (const { run, check } of runs) {
    if (run.outcome === 'success' && COMMITS.test(run.command)) break
    if (check === undefined || mended.has(subjectOf(check))) continue
    if (run.outcome === 'success') mended.add(subjectOf(check))
    // What is compiled before it is tested was built.
    if (run.outcome === 'success' && TESTS.test(check)) tested.add(programOf(check))
    if (COMPILED.test(check) && (tested.has(programOf(check)) || tested.has(RUNNER))) continue
    if (run.outcome === 'failure') failing.push(run)
  }
  return failing
}

/** So many checks come before other commands. */
const MOST_CHECKS = 3

/** So many of the latest others are looked at for what came of them. */
const MOST_LOOKED_AT = 40

/**
 * Of commands, latest first: how the last checks ended is asked for more often than what else was run; then come those whose output tells
 * something, a fault or a figure, and last those of which nothing is known but that they went well.
 */
export function tellingFirst(latestFirst: readonly CommandRun[]): readonly CommandRun[] {
  const first = new Set(latestFirst.filter(({ command }) => checkIn(command) !== undefined).slice(0, MOST_CHECKS))
  const others = latestFirst.filter((run) => !first.has(run))
  const telling = new Set(
    others.slice(0, MOST_LOOKED_AT).filter((run) => run.cause !== undefined || wordsOfOutput(run) !== undefined),
  )
  return [...first, ...telling, ...others.filter((run) => !telling.has(run))]
}
