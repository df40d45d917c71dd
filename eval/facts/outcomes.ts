import { type Deed, type Evidence, lineFound, type Result } from './log.ts'
import { saysUndone } from './undone.ts'
import { verdictIn } from './verdicts.ts'

/** How a call ended. `unclear` if the log does not say: nothing that a summary says of it can be called false. */
export type Ending = 'success' | 'failure' | 'running' | 'timed out' | 'interrupted' | 'refused' | 'no result' | 'unclear'

export interface Outcome extends Evidence {
  readonly ending: Ending
}

/** Near either end stands what the harness says; in between stands what the program printed. */
const HARNESS = { head: 500, tail: 300 } as const

const REFUSED =
  /^(?:The user doesn['’]t want to (?:proceed|take this action)|.{0,40}\bthe tool use was rejected\b|.{0,60}\b(?:rejected|declined|denied) by (?:the )?user\b)/i
const INTERRUPTED = /^\[?(?:Request interrupted|Interrupted by user|Tool execution was interrupted|Aborted by user)/i
const RUNNING =
  /^Process running with session ID \S+|^Command running in background with ID: \S+|^Command was manually backgrounded|^Async agent launched|^<status>running<\/status>|^\[?The command (?:is still running|has no new output after)|^Background (?:task|process) started/im
const TIMED_OUT =
  /^(?:Error: )?(?:Command|Process|Tool call|Execution) timed out\b|^\[?(?:The command )?timed out after|^<retrieval_status>timeout<\/retrieval_status>|\btimed out after \d+ ?(?:ms|s|m|seconds|milliseconds|minutes)\b/im
const STATUS =
  /^(?:Process exited with code|Exit code:?|Command exited with code|Exited with code|\[?(?:The )?Command (?:finished|completed) with exit code|exit status:?|<exit_code>) ?(-?\d{1,5})\b/im
/** Behind these the status is that of another program. */
const HIDES_STATUS = /\|(?!\|)|\|\||;\s*(?:echo|true|:|date|exit 0)\b|\n\s*echo\b|&\s*$/

const EDITS = /edit|patch|replace|^write(?:_to)?(?:_file)?$|^insert$|^create(?:_file)?$/i

/** How each call ended up to entry `end`: what ran on is followed to where it was asked for again. */
export function outcomesIn(deeds: readonly Deed[], end: number): ReadonlyMap<number, Outcome> {
  const outcomes = new Map<number, Outcome>()
  /** What runs under which id, and the call that started it. */
  const running = new Map<string, number>()
  // If this log calls errors errors, a result that is none says that the call went well.
  const marksErrors = deeds.some(({ result }) => result?.isError === true)
  for (const deed of deeds) {
    if (deed.seq >= end) break
    const outcome = outcomeOf(deed, end, marksErrors)
    outcomes.set(deed.seq, outcome)
    const asked = idAskedFor(deed)
    const started = asked === undefined ? undefined : running.get(asked)
    if (started !== undefined) outcomes.set(started, outcome)
    const id = outcome.ending === 'running' ? idGiven(deed.result?.text ?? '') : undefined
    if (id !== undefined) running.set(id, started ?? deed.seq)
    else if (asked !== undefined && isOver(outcome)) running.delete(asked)
  }
  return outcomes
}

function isOver({ ending }: Outcome): boolean {
  return ending === 'success' || ending === 'failure'
}

function outcomeOf(deed: Deed, end: number, marksErrors: boolean): Outcome {
  const { result } = deed
  // What a shell printed as a message may stand directly behind the summary: it is no less true.
  if (result === undefined || (result.seq >= end && !result.isMessage))
    return { ending: 'no result', seq: deed.seq, words: 'no result follows' }
  const { seq, text, isError } = result
  const ends = text.length <= HARNESS.head + HARNESS.tail ? text : `${text.slice(0, HARNESS.head)}\n${text.slice(-HARNESS.tail)}`
  const first = (ending: Ending, pattern: RegExp): Outcome | undefined => {
    const found = lineFound(seq, ends, pattern)
    return found === undefined ? undefined : { ending, ...found }
  }
  const said =
    first('refused', REFUSED) ??
    first('interrupted', INTERRUPTED) ??
    (hasEnded(ends) ? undefined : (first('running', RUNNING) ?? (isError ? first('timed out', TIMED_OUT) : undefined)))
  return said ?? byStatus(deed, result, { ends, marksErrors })
}

function hasEnded(ends: string): boolean {
  return /^<status>(?:completed|failed|killed)<\/status>/m.test(ends)
}

/** By the status that is told, by the mark of an error, or, if another program's status hides it, by what was printed. */
function byStatus(
  { command = '', tool }: Deed,
  { seq, text, isError }: Result,
  { ends, marksErrors }: { readonly ends: string; readonly marksErrors: boolean },
): Outcome {
  const stated = lineFound(seq, ends, STATUS)
  const status = Number(STATUS.exec(ends)?.[1] ?? 0)
  const told = stated ?? { seq, words: text.split('\n', 1)[0] ?? '' }
  if (status !== 0 || isError) return { ending: 'failure', ...told }
  // An editor that says so has not done what it was asked for, whatever the log calls it.
  const undone = EDITS.test(tool) || /^(?:edit \d+:\d+|apply_patch)\b/.test(command) ? saysUndone(text) : undefined
  if (undone !== undefined) return { ending: 'failure', seq, words: undone }
  if ((stated !== undefined || marksErrors) && !HIDES_STATUS.test(command)) return { ending: 'success', ...told }
  const verdict = verdictIn(command, text)
  if (verdict === undefined) return { ending: 'unclear', ...told }
  return { ending: verdict.passed ? 'success' : 'failure', seq, words: verdict.words }
}

/** The id under which something goes on, as the harness gives it. */
function idGiven(text: string): string | undefined {
  return /(?:session ID|background with ID:|agentId:|<task_id>|shell_id:?) ?([\w-]+)/i.exec(text.slice(0, HARNESS.head))?.[1]
}

/** The id of what a call looks after. */
function idAskedFor({ args }: Deed): string | undefined {
  const id = args['session_id'] ?? args['task_id'] ?? args['bash_id'] ?? args['shell_id'] ?? args['process_id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
