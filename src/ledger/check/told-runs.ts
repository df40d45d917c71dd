import type { CommandRun } from './command-runs.ts'
import { hasWords } from './has-words.ts'
import type { Source } from './sources.ts'

/** That a command was run or not, with the time that it speaks of. */
const RUN =
  /^(?:and |but |then )?`?([a-z][\w./:@-]*(?: [\w./:@=-]+){0,6}?)`? (?:was|were|has been|have been)( not| never)? (?:re)?run\b(.{0,120})$/i
/** How a check goes, or went. */
const WENT =
  /^(?:and |but |then |now )?(?:the |all )?([a-z][\w:-]{2,24}(?: [\w:-]{2,24})??) (?:now |then |still )?(pass(?:es|ed)?|fail(?:s|ed)?)(?: (?:now|again|then|there))?\.?$/i
/** When, after what. */
const AFTERWARDS = /^ (?:again )?(?:after|since) (?:that|this|the|these|those|its?|any) (?:last |latest )?([a-z]{3,20})/i
const CHANGE = /^(?:change|edit|fix|update|correction|addition)s?$/i

/** What checks are called, and how their commands look. */
const CHECKS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:go )?builds?$/i, /\bbuild\b/i],
  [/^type-?\s?check(?:ing)?s?$/i, /\btype-?check|\btsc\b|\bmypy\b|\bpyright\b/i],
  [/^lint(?:er|ing)?$/i, /\blint|\bbiome\b|\beslint\b|\bruff\b|\bclippy\b/i],
  [/^(?:unit |integration )?tests?$/i, /\btests?\b|\bpytest\b|\bvitest\b|\bjest\b/i],
]

/**
 * Whether a statement about a command is so, by the commands of the log themselves; `undefined` if it is about none of them. That something
 * was not run says nothing of a command that is nowhere in the log.
 *
 *     $ bun run test   ✓      "bun run lint was not run."   →   true      "bun run test was not run."   →   false
 */
export function isRunAsTold(statement: string, source: Source, knows: (name: string) => boolean): boolean | undefined {
  return runAsTold(statement.replace(/\.$/, ''), source, knows) ?? wentAsTold(statement, source)
}

function runAsTold(statement: string, { acts }: Source, knows: (name: string) => boolean): boolean | undefined {
  const [, command = '', denial, time = ''] = RUN.exec(statement) ?? []
  const runs = acts.runs()
  const [program = ''] = command.split(' ')
  if (!command.includes(' ') || !runs.some((run) => hasWords(run.command, program))) return undefined
  const commands = command.split(' and ')
  // A command that nobody has named is not the log's, run or not.
  if (!commands.every(knows)) return false
  const from = startOf(time, acts)
  if (from === undefined) return undefined
  const wasRun = (one: string): boolean => runs.some((run) => run.seq >= from && hasWords(run.command, one))
  return commands.every((one) => wasRun(one) === (denial === undefined))
}

/** From which entry on a statement speaks of what was run; `undefined` if that is not to be told. */
export function startOf(time: string, acts: Source['acts']): number | undefined {
  if (time.trim() === '' || /^ (?:yet|so far|by the agent)\b/i.test(time)) return acts.first()
  const what = AFTERWARDS.exec(time)?.[1]
  if (what === undefined) return undefined
  if (CHANGE.test(what)) return acts.lastChange() + 1
  const seq = acts.runs().findLast(({ command }) => hasWords(command, what))?.seq
  return seq === undefined ? undefined : seq + 1
}

function wentAsTold(statement: string, { acts }: Source): boolean | undefined {
  const [, what = '', way = ''] = WENT.exec(statement) ?? []
  const form = CHECKS.find(([name]) => name.test(what))?.[1]
  if (form === undefined) return undefined
  const runs = acts.citedRuns().filter(({ command }) => form.test(command))
  if (runs.length === 0) return undefined
  const isSaidFailed = /^fail/i.test(way)
  const isSo = ({ hasFailed }: CommandRun): boolean => hasFailed === isSaidFailed
  // How it goes is how it went last; that it went so once is true if it ever did.
  return /s$/i.test(way) ? runs.slice(-1).every(isSo) : runs.some(isSo)
}
