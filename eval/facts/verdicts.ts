/** What a program that tests, builds or checks says of the result. */
export interface Verdict {
  readonly passed: boolean
  readonly words: string
}

/** Commands whose output is a verdict. In others, "FAIL" may be what was looked for. */
const JUDGES =
  /\b(?:(?:go|cargo|bun|deno|npm|pnpm|yarn|dotnet|swift|mix|rake|mise run|make|just|npx|uv run|poetry run)\s+(?:run\s+)?(?:-\S+\s+|--\S+\s+|\S+=\S+\s+)*[\w:./@-]*(?:test|check|build|vet|lint|typecheck|tsc|validate|verify)\w*|pytest|py\.test|jest|vitest|mocha|rspec|phpunit|tox|nox|tsc|eslint|biome|ruff|mypy|golangci-lint|ctest|unittest|gradlew?|mvn)\b/
/** Those that only look at what an earlier run left behind, or at sources. */
const LOOKS = /^\s*(?:cd [^&;|]+(?:&&|;)\s*)*(?:grep|rg|cat|head|tail|sed|ls|find|git|gh|echo|awk|less)\b/

/** How a run says at its end what came out: what it printed before counts only if it does not. */
const COUNTED = {
  failed: [
    /^FAIL(?:\t|$| {2,}| [\w./@-]+(?: |$|\[)).*/m,
    /^FAILED(?: \(|$| [\w./]+::).*/m,
    /^=+ .*\b[1-9]\d* (?:failed|errors?)\b.*=+$/m,
    /^\s*Tests?:? +(?:.*\b)?[1-9]\d* failed\b.*/m,
    /^\s*[1-9]\d* (?:fail|failing|failures?)\s*$/m,
    /^test result: FAILED\..*/m,
    /^# fail [1-9]\d*$/m,
  ],
  passed: [
    /^ok {2}\t\S+|^ok +\S+\s+(?:[\d.]+s|\(cached\))/m,
    /^PASS$/m,
    /^=+ .*\b\d+ passed\b.*=+$/m,
    /^\s*Tests?:? +\d+ passed\b.*/m,
    /^\s*0 fail\s*$/m,
    /^test result: ok\..*/m,
    /^# fail 0$/m,
    /^OK(?: \(.*\))?$/m,
    /^0 issues\.$/m,
  ],
} as const
const TROUBLE = [
  /^\s*--- FAIL: .*/m,
  /^\S+\(\d+,\d+\): error TS\d+:.*|^\S+:\d+:\d+ - error TS\d+:.*/m,
  /^error(?:\[E\d+\])?: .*/m,
  /\[build failed\]|^make(?:\[\d+\])?: \*\*\* .*/m,
  /^npm (?:ERR!|error) .*/m,
  /^Traceback \(most recent call last\):/m,
  /^panic: .*/m,
] as const

/** Whether a command is one whose output tells success from failure. */
export function isJudge(command: string): boolean {
  return JUDGES.test(command) && !LOOKS.test(command)
}

/** Whether it runs tests, and does not only build or lint. */
export function runsTests(command: string): boolean {
  return isJudge(command) && /\btest|pytest|jest|vitest|mocha|rspec|phpunit|unittest/.test(command)
}

/** What an output says of success or failure; nothing if the command is none of those, or its output says nothing. */
export function verdictIn(command: string, output: string): Verdict | undefined {
  if (!isJudge(command)) return undefined
  const failed = firstOf(COUNTED.failed, output)
  if (failed !== undefined) return { passed: false, words: failed }
  const passed = firstOf(COUNTED.passed, output)
  const trouble = firstOf(TROUBLE, output)
  // What one program says of its part says nothing of another's.
  const isOfSeveral = command.split(/&&|;|\n/).filter(isJudge).length > 1
  if (passed !== undefined && trouble !== undefined && isOfSeveral) return undefined
  if (passed !== undefined && !/^\s*--- FAIL/.test(trouble ?? '')) return { passed: true, words: passed }
  return trouble === undefined ? undefined : { passed: false, words: trouble }
}

function firstOf(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return found.trim()
  }
  return undefined
}
