import type { ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Ending } from './ongoing.ts'
import type { EntryReading } from './read-entry.ts'
import { firstFound, isSearchCommand, type Search } from './searches.ts'

export interface CommandFact {
  readonly command: string
  /** Where it was run, if the call said so. */
  readonly folder?: string
  readonly outcome: Ending | 'unknown'
  readonly seq: Seq
  /** The result that says how it ended, if it ran on when its own came. */
  readonly end?: Seq
  /** The status it ended with, if its output says so. */
  readonly exit?: number
  /** What its output says went wrong, if it failed. */
  readonly trouble?: string
  /** Its output, once it has ended: `madeBy` reads what came of it when that is to be said. */
  readonly result?: ToolResultEntry
  /** Set if it is a call of a tool of which nothing is known but its name. */
  readonly isAct?: true
  /** Set if a tool that is no command searched. */
  readonly isSearch?: true
  readonly search?: Search | undefined
}

/** Behind these the status is no longer that of what was run. */
const STATUS_IS_LOST =
  /\|\s*(?:tail|head|grep|egrep|rg|tee|sed|awk|cut|less|cat|sort|uniq|jq)\b|\|\|\s*(?:true|:|echo)\b|;\s*echo\b/
/** How programs that test and build say that something failed: how such a line begins, and what it may say further on. */
const VERDICTS: readonly RegExp[] = [
  /^(?:--- FAIL\b|FAIL(?:ED)?\b|not ok \d|npm (?:ERR!|error) |error(?:\[E\d+\])?: |Traceback \(most recent call last\)|make(?:\[\d+\])?: \*\*\* )/,
  /^[\w./-]{1,60}: (?:illegal|invalid|unrecognized|unrecognised|unknown) option\b|: command not found$/,
  /\[build failed\]|\b[1-9]\d* (?:failed|failing|failures?)\b|^[1-9]\d* fail$|\berror TS\d+: /,
]
/** How programs that test name what failed. */
const FAILED_TEST = /^[^\S\n]{0,8}(?:\(fail\) |--- FAIL: |FAILED |not ok \d{1,6} |● |✗ |✕ |× )[^\n]{2,200}/m
/** So much of an output is looked at for that. */
const MOST_TESTED = 40_000
/** What names a fault and its place, or its kind: it says more than that something failed. */
const FAULTS: readonly RegExp[] = [
  /\berror TS\d+: |^error\[E\d+\]: |^[^\s:]{1,200}:\d+(?::\d+)?:? (?:fatal )?error\b|^[^\s:]{1,200}\.\w{1,8}:\d+:\d+: \S|^\d+:\d+ +error /,
  /^(?:- )?(?:[A-Z]\d{3,4} )?(?:[A-Za-z_][\w.]{0,80})?(?:Error|Exception)(?: \[\w+\])?: \S|^E {2,8}\S|^panic: \S/,
]
/** What a check says that found something, if a pipe hides its status. */
const FOUND = /\bERROR task failed\b|^(?:Found )?[1-9]\d* (?:issues?|problems?|errors?)\b(?!.*\bfixed\b)/
const FINDS = /lint|check|\bvet\b|\btsc\b/
/** How a run ends in which nothing failed: errors that it printed before were meant to be there. */
const NONE_FAILED = /^(?:0 fail(?:ed|ing|ures?)?|# fail 0|test result: ok\..*)$/
const COMMIT = /^\[[^\]\n]{1,80} [0-9a-f]{7,40}\] .{1,100}/m
/** So much of head and tail of an output is looked at. */
const LOOKED_AT = 2_000
const DIFF = /^(?:rtk )?git (?:-C \S{1,200} )?(?:diff|show)\b/
/** What a list of changed files ends with. */
const CHANGED = /^ ?\d{1,6} files? changed, \d{1,9} \S.{1,60}$/m
/** A list of commits, of which the first is the newest. */
const LOG = /^(?:rtk )?git (?:-C \S{1,200} )?log\b(?!.*--reverse)/
const NEWEST = /^[0-9a-f]{7,40} \S.{1,100}/

/** A command with how it ended. What a pipe hides is read off the output. */
export function ended(fact: CommandFact, result: ToolResultEntry, reading: EntryReading): CommandFact {
  const { exit, ending } = reading
  const outcome = ending ?? result.envelope.outcome
  if (outcome === 'running') return { ...fact, outcome }
  const status = { ...fact, ...(exit === undefined ? {} : { exit }), ...endOf(fact.seq, result, outcome) }
  if (outcome === 'failure') {
    const trouble = faultIn(result) ?? reading.remarks.find(({ kind }) => kind === 'error')?.text
    return { ...status, outcome, result, ...(trouble === undefined ? {} : { trouble }) }
  }
  const verdict = outcome === 'success' && STATUS_IS_LOST.test(fact.command) ? verdictIn(result, fact.command) : undefined
  if (verdict !== undefined) return { ...status, outcome: 'failure', result, trouble: faultIn(result) ?? verdict }
  return { ...status, outcome, ...(outcome === 'success' ? { result } : {}) }
}

/** What is told of a command's output, besides how it ended. */
export function wordsOfOutput(fact: CommandFact): string | undefined {
  const words = fact.trouble ?? madeBy(fact) ?? shortOutput(fact)
  // Nothing could tell where such words end, or would have to be said otherwise.
  return words === undefined || /[“”~]|\be\d/.test(words) ? undefined : words
}

/** Whether a search has found nothing: it printed nothing, and programs that search call that a failure or not. */
export function foundNothing({ command, isAct, isSearch, outcome, exit, result }: CommandFact): boolean {
  if (result === undefined || (isAct === true && isSearch !== true)) return false
  if (isSearch !== true && !isSearchCommand(plainCommand(command))) return false
  if (outcome !== 'success' && exit !== 1) return false
  const printed = result.text.slice(0, LOOKED_AT).split('\n')
  return printed.every((line) => line.trim() === '' || BELOW_OUTPUT.test(line.trim()) || SAYS_NOTHING.test(line.trim()))
}

/** How programs around a search say that there is nothing. */
const SAYS_NOTHING = /^(?:\(?no (?:output|matches|files|results)(?: found)?\)?|Output:|Found 0 \w+|\[\])\.?$/i

/** What came of a command by its output: a commit, tests that passed, the first thing found, what a long output ends with. */
export function madeBy(fact: CommandFact): string | undefined {
  const { command, isSearch, outcome, result } = fact
  if (result === undefined || outcome !== 'success') return undefined
  if (fact.isAct === true && isSearch !== true) return oneValue(result.text)
  const plain = plainCommand(command)
  if (isSearch === true || isSearchCommand(plain)) return firstFound(result.text)
  const commit = plain.includes('git ') ? COMMIT.exec(lookedAt(result.text))?.[0] : undefined
  if (DIFF.test(plain)) return CHANGED.exec(result.text.slice(-LOOKED_AT))?.[0].trim()
  if (LOG.test(plain)) return NEWEST.exec(result.text.slice(0, LOOKED_AT))?.[0]
  return commit ?? passedIn(result.text) ?? (isLookUp(fact) ? undefined : lastLineIn(result.text))
}

/** An output of no more characters than this is told whole. */
const SHORT_OUTPUT = 100

/** What only shows files prints what is in the files. */
const SHOWS = /^(?:rtk )?(?:cat|head|tail|nl|less|sed|awk|echo|env)\b/
/** A count, a version, a path. */
const VALUE = /\d|[\w-][./][\w-]/

/** All that a command printed that only looked, if that is no more than a line: a count, a path, a list of a few names. */
function shortOutput(fact: CommandFact): string | undefined {
  const text = fact.result?.text ?? ''
  if (fact.isAct === true || text.length > LOOKED_AT || !isLookUp(fact) || SHOWS.test(plainCommand(fact.command)))
    return undefined
  const lines = text.split(/[\r\n]/).map((line) => line.trim())
  const words = lines.filter((line) => line !== '' && !BELOW_OUTPUT.test(line) && !SAYS_NOTHING.test(line)).join(' ')
  return words.length <= SHORT_OUTPUT && VALUE.test(words) ? words : undefined
}

/** An answer that is a number, yes or no, or nothing at all. */
function oneValue(text: string): string | undefined {
  const value = text.trim()
  return /^(?:[-+$€]?\d[\d.,:%]{0,30}|true|false|null|none|\[\]|\{\})$/i.test(value) ? value : undefined
}

/** How programs that test say that all went well. */
const PASSED =
  /^(?:Tests?:? +[^\n]{0,60}?\d passed\b.{0,40}|=* ?\d+ passed\b.{0,60}|\d+ pass(?:ing|ed)?\b.{0,30}|test result: ok\..{0,80}|# pass \d+|OK \(\d+ tests?.{0,40})$/

/** The last line that says so. */
function passedIn(text: string): string | undefined {
  const tail = text.slice(-LOOKED_AT)
  if (!/pass|ok/i.test(tail)) return undefined
  const lines = tail.split(/[\r\n]/).map((line) => line.trim())
  const at = lines.findLastIndex((line) => PASSED.test(line))
  if (at === -1) return undefined
  // Some programs give each count a line of its own.
  const other = lines.findIndex((line, index) => index > at && !COUNT.test(line))
  return lines.slice(at, other === -1 ? undefined : other).join(' ')
}

const COUNT = /^(?:\d+ (?:fail|failed|skip|skipped|todo|expect\(\) calls)|Ran \d+ tests across \d+ files\..{0,20})$/

/** Such lines stand beside what came of it. */
const WARNS = /\b(?:warn(?:ing)?|deprecated|notice|hint)\b/i
/** So many lines at the end of an output may say what a build, an import or an installation came to. */
const LAST_LINES = 12
/** A line that says something: some words and a number, and nothing that looks like code. */
const REPORT = { shortest: 12, longest: 160, words: 4 } as const

/** Lines that programs around a command put below its output. */
const BELOW_OUTPUT =
  /^(?:Shell cwd was reset|\[?(?:Command|Process) (?:exited|finished|completed)|exit code|exit status|wall time|original token count|total output lines|chunk id)\b/i

/** The last line that says something: "added 203 packages, and audited 204 packages in 5s". */
function lastLineIn(text: string): string | undefined {
  const lines = text
    .slice(-LOOKED_AT)
    .split(/[\r\n]/)
    .map((line) => line.trim())
  const last = lines.filter((line) => line !== '' && !BELOW_OUTPUT.test(line)).slice(-LAST_LINES)
  const shapes = Map.groupBy(last, shapeOf)
  // Several lines of one shape are a list.
  return last.findLast((line) => isReport(line) && !WARNS.test(line) && shapes.get(shapeOf(line))?.length === 1)
}

function shapeOf(line: string): string {
  return line.replaceAll(/\d+/g, '0')
}

function isReport(line: string): boolean {
  if (line.length < REPORT.shortest || line.length > REPORT.longest) return false
  return /^\p{L}/u.test(line) && /\d/.test(line) && !/[{}<>|\\;]/.test(line) && line.split(/\s+/).length >= REPORT.words
}

/** Where a call ended, if that is not said by its own result. */
export function endOf(call: Seq, result: ToolResultEntry, ending: Ending): Pick<CommandFact, 'end'> {
  const isOwn = result.answers.kind === 'call' && result.answers.seq === call
  return isOwn || ending === 'running' ? {} : { end: result.seq }
}

/** What an output says of success or failure. */
function verdictIn({ text }: ToolResultEntry, command: string): string | undefined {
  const { lines, isMeant } = linesOf(text)
  const verdicts = FINDS.test(command) ? [...VERDICTS, FOUND] : VERDICTS
  return lines.find((line) => verdicts.some((verdict) => verdict.test(line)) && !(isMeant && line.startsWith('error')))
}

/** The line of an output that says best what went wrong: the first test that failed, the first fault with its place, or the last error with its kind. */
function faultIn({ text }: ToolResultEntry): string | undefined {
  const { lines, isMeant } = linesOf(text)
  const test = isMeant ? undefined : FAILED_TEST.exec(text.slice(-MOST_TESTED))?.[0].trim()
  if (test !== undefined) return test
  const [placed, named] = FAULTS
  const own = isMeant ? [] : lines
  return lines.find((line) => placed?.test(line)) ?? own.findLast((line) => named?.test(line))
}

/** Lines near either end, and whether errors among them were meant to be there. */
function linesOf(text: string): { readonly lines: readonly string[]; readonly isMeant: boolean } {
  const lines = lookedAt(text)
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
  return { lines, isMeant: lines.some((line) => NONE_FAILED.test(line)) }
}

function lookedAt(text: string): string {
  return text.length <= 2 * LOOKED_AT ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`
}

const LOOK_UP =
  /^(?:rtk )?(?:ls|cat|head|tail|nl|less|grep|egrep|rg|ag|find|fd|sed -n|pwd|which|type|wc|tree|file|stat|du|env|echo|git (?:-C \S+ )?(?:status|log|diff|show|branch|remote|rev-parse|blame|ls-files)|curl(?!.*\s-X\b)|gh (?:\S+ )?(?:view|list))\b/

/** How tools are called that only look. */
const LOOK_UP_TOOL =
  /^(?:\w+__)?(?:web_?)?(?:get|list|search|find|read|fetch|query|view|think|calculate|recall|retrieve|lookup|grep|glob|ls|task|agent|skill)[\w-]* [{[]/i

/** Whether a command only looked at something: what came of it is said elsewhere, if it mattered. */
export function isLookUp({ command, outcome }: CommandFact): boolean {
  return outcome === 'success' && (LOOK_UP.test(plainCommand(command)) || LOOK_UP_TOOL.test(command))
}

/** Without the folder that it is run in: agents go there each time anew. */
export function plainCommand(command: string): string {
  if (!command.startsWith('cd ')) return command
  return command.replace(/^cd\s+(?:"[^"\n]*"|'[^'\n]*'|[^\s;&|]+)\s*(?:&&|;)\s*/, '')
}

/** Without what only cuts or joins its output: what is run is the same. */
export function shortCommand(command: string): string {
  return plainCommand(command)
    .replaceAll(/ 2>&1(?=\s|$)/g, '')
    .replace(/(?: \| (?:tail|head)(?: -n)? ?-?\d{1,5}){1,4}$/, '')
}
