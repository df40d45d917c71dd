import type { ReadEntries } from '../log/entry-at.ts'
import type { Entry, ToolCallEntry } from '../schema/entry.ts'
import { endsWork, startsWork } from '../schema/notices.ts'
import type { WorkState } from '../schema/work-state.ts'

/** How agents call tools by which they ask a person. */
const ASKING_TOOL = /^(?:mcp__\w{1,60}__)?(?:ask|question|clarif|request_?user|request_?input|wait_?for_?user|confirm_?with)/i
/** Calls that are nothing but a person's leave to go on. */
const APPROVING_TOOL = /^(?:mcp_approval_request|exit_?plan_?mode)$/i
/** How a provider or an SDK says that an answer was stopped by a person, or that it ended before its end. */
const STOPPED: ReadonlySet<string> = new Set(['aborted', 'abort', 'cancelled', 'canceled', 'interrupted'])
const CUT_SHORT: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'pause_turn',
  'tool-calls',
  'tool_use',
])
/** What agents' own programs put as the result of a call that a person did not allow: nothing goes on until the person has spoken. */
const REFUSED = "The user doesn't want to proceed with this tool use."
/** The end of what the agent said is a question. */
const QUESTION = /[?？؟\u037e](?:["”'»」』)*_\s\p{Extended_Pictographic}]|\ufe0f){0,6}$/u
const LOOKED_AT = 400

/** Reads from the end of a log how its work stands. Looks at the last answer and at what came behind it. */
export function workState(entries: ReadEntries): WorkState {
  const last = entries.findLastIndex((entry) => entry?.role === 'assistant')
  const behind = entries.slice(last + 1).filter((entry) => entry !== undefined && isSaid(entry))
  const news = behind.findLast((entry) => entry?.kind === 'text' && entry.role === 'user')
  if (news?.kind === 'text' && endsWork(news.text)) return 'awaiting-person'
  if (behind.some((entry) => entry !== undefined && asksForWork(entry))) return 'in-flight'
  const run = lastRun(entries, last)
  const calls = run.filter((entry) => entry.kind === 'tool-call')
  return calls.length === 0
    ? afterWords(run)
    : afterCalls(
        calls,
        behind.filter((entry) => entry !== undefined),
      )
}

/** What a model is to read: not blank, and not only for a page. */
function isSaid(entry: Entry): boolean {
  if (entry.kind === 'turn-start' || entry.role === 'system') return false
  if (entry.kind === 'opaque') return entry.unsent !== true
  return entry.kind !== 'text' || entry.text.trim() !== ''
}

/** A person has spoken, or a program in the person's place. */
function asksForWork(entry: Entry): boolean {
  if (entry.author === 'person') return entry.kind !== 'opaque'
  return entry.role === 'user' && entry.kind === 'text' && startsWork(entry.text)
}

function lastRun(entries: ReadEntries, last: number): readonly Entry[] {
  let start = last
  while (start > 0 && entries[start - 1]?.role === 'assistant') start -= 1
  return last === -1 ? [] : entries.slice(start, last + 1).filter((entry) => entry !== undefined)
}

function afterWords(run: readonly Entry[]): WorkState {
  const end = run.findLast((entry) => entry.finishReason !== undefined || entry.error !== undefined)
  if (end?.finishReason !== undefined && STOPPED.has(end.finishReason)) return 'awaiting-person'
  if (end?.error !== undefined || CUT_SHORT.has(end?.finishReason ?? '')) return 'in-flight'
  const words = run.findLast((entry) => entry.kind === 'text' && entry.text.trim() !== '')
  return words?.kind === 'text' && QUESTION.test(words.text.trimEnd().slice(-LOOKED_AT)) ? 'awaiting-person' : 'idle'
}

/** Calls that wait for a person hold everything up; otherwise the tools are at work, or the model has to read what they said. */
function afterCalls(calls: readonly ToolCallEntry[], behind: readonly Entry[]): WorkState {
  const results = behind.filter((entry) => entry.kind === 'tool-result')
  const answered = new Set(results.map(({ callId }) => callId))
  const allowed = new Set(behind.flatMap((entry) => (entry.kind === 'opaque' ? [entry.approval] : [])))
  const open = calls.filter(({ callId }) => !answered.has(callId))
  if (open.some(({ approval }) => approval !== undefined && !allowed.has(approval))) return 'awaiting-approval'
  if (open.some(({ tool }) => APPROVING_TOOL.test(tool))) return 'awaiting-approval'
  if (open.some(({ tool }) => ASKING_TOOL.test(tool))) return 'awaiting-person'
  return results.at(-1)?.text.startsWith(REFUSED) === true ? 'awaiting-person' : 'in-flight'
}
