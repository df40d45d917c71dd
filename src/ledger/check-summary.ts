import type { Seq } from '../schema/ids.ts'
import type { Ledger, LedgerOperation } from '../schema/ledger.ts'
import type { Finding, SummaryAnswer, SummaryFault } from '../schema/summary.ts'
import type { ItemScene } from './check/check-item.ts'
import { checkOperations } from './check/check-operations.ts'
import { checkProse } from './check/check-prose.ts'
import { hasMarker, isErrorText, isRefusal } from './check/markers.ts'
import { sourceReader } from './check/sources.ts'
import { clearLanguageOf } from './languages/detect.ts'
import { withOneState } from './one-state.ts'
import type { ReadLog } from './read-log.ts'

/** What of an answer may change the ledger; or why nothing of it may (L10). */
type CheckedSummary =
  | {
      readonly kind: 'sound'
      readonly operations: readonly LedgerOperation[]
      /** What is left of a summary in sentences; empty if there was none. */
      readonly prose: string
      readonly rejected: readonly Finding[]
      readonly lowered: number
    }
  | { readonly kind: 'unsound'; readonly fault: SummaryFault; readonly detail: string; readonly rejected: readonly Finding[] }

interface SummaryScene {
  readonly ledger: Ledger
  readonly log: ReadLog
  /** The summary stands for entries `start` up to `end`. */
  readonly start: Seq
  readonly end: Seq
  /** What stood in the prompt before. */
  readonly previous: string
}

/** A summary in sentences that loses more than this share of them was not about this conversation. */
const MOST_LOST = 0.5

/** Holds an answer against the log, before anything is committed. Pure: the same answer always gets the same verdict (case 60). */
export function checkSummary(
  answer: Pick<SummaryAnswer, 'content' | 'finish' | 'toolCalls'>,
  scene: SummaryScene,
): CheckedSummary {
  const fault = faultInAnswer(answer)
  if (fault !== undefined) return { kind: 'unsound', ...fault, rejected: [] }
  const items: ItemScene = { ...scene, entries: scene.log.entries, read: sourceReader(scene.log.entries) }
  return answer.content.kind === 'prose'
    ? checkedProse(answer.content.text, scene, items)
    : checkedOperations(answer.content.operations, scene, items)
}

interface Fault {
  readonly fault: SummaryFault
  readonly detail: string
}

/** What is wrong with an answer as such, whatever it says about the conversation. */
export function faultInAnswer({
  content,
  finish,
  toolCalls,
}: Pick<SummaryAnswer, 'content' | 'finish' | 'toolCalls'>): Fault | undefined {
  if (toolCalls > 0 || finish === 'tool-calls') return { fault: 'tool-call', detail: 'it called a tool' }
  if (finish === 'content-filter') return { fault: 'refused', detail: 'the provider blocked it' }
  if (finish === 'error') return { fault: 'unavailable', detail: 'it ended with an error' }
  if (finish !== 'stop') return { fault: 'cut-short', detail: `it ended with "${finish}"` }
  if (content.kind === 'prose') return faultInText(content.text)
  return content.operations.length === 0 ? { fault: 'empty', detail: 'it names nothing' } : undefined
}

/** What is wrong with a text that should be a summary. */
export function faultInText(text: string): Fault | undefined {
  if (isBlank(text)) return { fault: 'empty', detail: 'it says nothing' }
  if (isErrorText(text)) return { fault: 'error-text', detail: `it is an error: ${text.trim().slice(0, 80)}`.toWellFormed() }
  if (isRefusal(text)) return { fault: 'refused', detail: 'it declines' }
  return undefined
}

/** True if there is nothing but headings, labels and signs. */
function isBlank(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim())
  return !lines.some((line) => /[\p{L}\p{N}]{2}/u.test(line) && !EMPTY_LINES.some((empty) => empty.test(line)))
}

/** A heading; a word that stands for nothing; a label with nothing behind it, or with such a word. Each is anchored: one look at a line. */
const EMPTY_LINES: readonly RegExp[] = [
  /^#{1,6}\s/,
  /^[-*•]?\s*(?:none|n\/a|tbd|\[[^\]{"]*\]|\.\.\.|…)\.?$/iu,
  /^\**[^.!?:]{1,60}:\**\s*(?:none|n\/a|tbd|\[[^\]{"]*\]|\.\.\.|…)?\.?$/iu,
]

function checkedOperations(operations: readonly LedgerOperation[], scene: SummaryScene, items: ItemScene): CheckedSummary {
  const { accepted, rejected, lowered } = checkOperations(scene.ledger, withOneState(operations, scene.ledger), items)
  if (accepted.length === 0) return { kind: 'unsound', fault: 'rejected', detail: 'no operation was sound', rejected }
  const told = accepted.flatMap((operation) => {
    const item = operation.op === 'add' ? operation.item : operation.op === 'supersede' ? operation.by : undefined
    return item?.authority === 'assistant' ? [item.text, item.unconfirmed?.text ?? ''] : []
  })
  const language = otherLanguage(told.join('\n'), scene)
  if (language !== undefined) return { kind: 'unsound', fault: 'wrong-language', detail: language, rejected }
  return { kind: 'sound', operations: accepted, prose: '', rejected, lowered }
}

function checkedProse(text: string, scene: SummaryScene, items: ItemScene): CheckedSummary {
  if (hasMarker(text) && text.length < 200)
    return { kind: 'unsound', fault: 'rejected', detail: 'it imitates our signs', rejected: [] }
  const language = otherLanguage(text, scene)
  if (language !== undefined) return { kind: 'unsound', fault: 'wrong-language', detail: language, rejected: [] }
  const checked = checkProse(text, items, scene.previous)
  if (checked.lost > MOST_LOST || isBlank(checked.text)) {
    return {
      kind: 'unsound',
      fault: 'rejected',
      detail: 'most of it does not follow from the conversation',
      rejected: checked.rejected,
    }
  }
  return { kind: 'sound', operations: [], prose: checked.text, rejected: checked.rejected, lowered: 0 }
}

/** Says which languages differ, if the summary is clearly not in the language that people write. */
function otherLanguage(text: string, { log: { entries }, start, end }: SummaryScene): string | undefined {
  const written = clearLanguageOf(text.split('\n'))
  const people = entries
    .slice(start, end)
    .flatMap((entry) => (entry.kind === 'text' && entry.author === 'person' ? [entry.text] : []))
  const spoken = clearLanguageOf(people)
  if (written === undefined || spoken === undefined || written === spoken) return undefined
  return `it is written in ${written}, and people write ${spoken}`
}
