import type { BlockDraft } from '../schema/draft.ts'
import type { Entry, Role, ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Carried, PlanRecord } from '../schema/plan.ts'
import type { Prompt, PromptPart } from '../schema/prompt.ts'
import type { OtherWords } from '../schema/reconciliation.ts'
import {
  clearedText,
  externalizedText,
  missingResultText,
  type Reader,
  shortenedText,
  summaryText,
  USER_FRAME,
} from './placeholders.ts'
import { isOnlyResults, pointerFor } from './view.ts'

/** Everything a prompt says in other words than the log, or in another order: what a client that resends the prompt hands back. */
export function otherWordsIn(prompt: Prompt, dialect: string): readonly OtherWords[] {
  let highest = -1
  // Only if a prompt ends with our fixed message can it be ours at the end of what comes back.
  const last = prompt.messages.at(-1)?.parts.at(-1)
  const isAtEnd = prompt.messages.length > 1 && last?.kind === 'synthetic' && last.text === USER_FRAME
  const frame = isAtEnd ? 'view' : 'frame'
  return [...prompt.system, ...prompt.messages].flatMap(({ role, parts }) =>
    parts.flatMap((part) => {
      const isMoved = part.kind === 'entry' && part.entry.seq < highest
      if (part.kind === 'entry') highest = Math.max(highest, part.entry.seq)
      return wordsOfPart(role, part, { isMoved, frame, dialect })
    }),
  )
}

/** Agents that had our tools, and those that had not. */
const READERS: readonly Reader[] = [{}, { lookup: true }]

/** The same for one record of any plan there has been, whatever the view is now. */
export function otherWordsUnder(entries: readonly Entry[], record: PlanRecord, summaryRole: Role): readonly OtherWords[] {
  const each = (say: (entry: Entry) => string | undefined): readonly OtherWords[] =>
    entries.slice(record.span.from, record.span.end).flatMap((entry) => wordsFor(entry, say))
  switch (record.action) {
    case 'shorten':
      return each((entry) => shortenedText(entry, record.excerpt))
    case 'clear':
      if (record.resent !== undefined) return each(() => record.resent).map((words) => ({ ...words, source: 'revision' }))
      return each((entry) => (entry.kind === 'tool-result' ? clearedText(entry) : undefined))
    case 'summarize':
      if (isOnlyResults(entries, record))
        return READERS.flatMap((reader) => each((entry) => pointerFor(record, entry.seq, reader)))
      return [
        ...READERS.map((reader) => ours(summaryRole, summaryText(record, reader))),
        ...carriedWords(entries, record.carries),
      ]
    case 'externalize':
      if (isOnlyResults(entries, record))
        return READERS.flatMap((reader) => each((entry) => pointerFor(record, entry.seq, reader)))
      return READERS.map((reader) => ours(summaryRole, externalizedText(record, reader)))
    case 'drop':
      return carriedWords(entries, record.carries)
  }
}

/** The placeholders that stood for results before they came. */
export function missingResults(entries: readonly Entry[]): readonly OtherWords[] {
  return entries.flatMap((entry): readonly OtherWords[] => {
    if (entry.kind !== 'tool-call') return []
    const block: BlockDraft = { kind: 'tool-result', raw: null, ...idOf(entry), text: missingResultText(entry) }
    return [{ role: 'tool', block, seq: null, source: 'view' }]
  })
}

const MISSING = ': no result was recorded]'

/** True for what we say where the log has nothing: for a result that never came, and for the fixed user message. */
export function saysNothing(text: string): boolean {
  return text.endsWith(MISSING) || text === USER_FRAME
}

/** True if a plan has put an entry away, in whole or in part. What a summary carries belongs to it. */
export function isFoldedBy(records: readonly PlanRecord[], seq: Seq): boolean {
  let low = 0
  let high = records.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const { from, end } = (records[middle] as PlanRecord).span
    if (seq < from) high = middle - 1
    else if (seq >= end) low = middle + 1
    else return true
  }
  return false
}

function wordsOfPart(
  role: Role,
  part: PromptPart,
  { isMoved, frame, dialect }: { readonly isMoved: boolean; readonly frame: OtherWords['source']; readonly dialect: string },
): readonly OtherWords[] {
  if (part.kind === 'synthetic') {
    const words = ours(role, part.text, part.quotes)
    return [words.source === 'frame' ? { ...words, source: frame } : words]
  }
  if (part.kind === 'no-result') {
    const { callId, text } = part
    return [{ role, block: { kind: 'tool-result', raw: null, callId, text }, seq: null, source: 'view' }]
  }
  const { entry, text, tool } = part
  const callId = part.callId ?? idElsewhere(entry, dialect)
  if (text === undefined && callId === undefined && tool === undefined && !isMoved) return []
  return shown(role, entry, { text, callId, tool })
}

interface Shown {
  readonly text?: string | undefined
  readonly callId?: string | undefined
  readonly tool?: string | undefined
}

/** An entry as it is shown. If its kind has no place for other words, a dialect writes them as text. */
function shown(role: Role, entry: Entry, { text, callId, tool }: Shown): readonly OtherWords[] {
  const as = (block: BlockDraft): OtherWords => ({ role, block, seq: entry.seq, source: 'view' })
  if (text === undefined && entry.kind !== 'tool-call' && entry.kind !== 'tool-result') return [as(entry as BlockDraft)]
  switch (entry.kind) {
    case 'tool-call': {
      const call = { ...idOf(entry, callId), tool: tool ?? entry.tool, input: text ?? entry.input }
      return [as({ kind: 'tool-call', raw: null, ...call })]
    }
    case 'tool-result':
      return [as({ kind: 'tool-result', raw: null, ...idOf(entry, callId), text: text ?? entry.text })]
    case 'text':
      return [as({ kind: 'text', raw: null, text: text ?? entry.text })]
    case 'reasoning':
      return [as({ kind: 'reasoning', raw: null, text: text ?? '' }), as({ kind: 'text', raw: null, text: text ?? '' })]
    case 'file':
    case 'opaque':
    case 'turn-start':
      return [as({ kind: 'text', raw: null, text: text ?? '' })]
  }
}

/** In another dialect than its own, what came without an id is shown under the one that we gave it. */
function idElsewhere(entry: Entry, dialect: string): string | undefined {
  if (entry.kind !== 'tool-call' && entry.kind !== 'tool-result') return undefined
  return entry.inventedId === true && entry.message.dialect !== dialect ? entry.callId : undefined
}

/** The id under which a call or result is shown. */
function idOf(entry: ToolCallEntry | ToolResultEntry, shown?: string): Pick<ToolCallEntry, 'callId' | 'inventedId'> {
  const { callId, inventedId } = entry
  return shown === undefined && inventedId === true ? { callId, inventedId } : { callId: shown ?? callId }
}

function wordsFor(entry: Entry, say: (entry: Entry) => string | undefined): readonly OtherWords[] {
  const text = say(entry)
  return text === undefined ? [] : shown(entry.role, entry, { text })
}

function carriedWords(entries: readonly Entry[], carries: readonly Carried[]): readonly OtherWords[] {
  return carries.flatMap(({ seq, excerpt }) => {
    const entry = entries[seq]
    return entry === undefined || excerpt === undefined ? [] : wordsFor(entry, () => shortenedText(entry, excerpt))
  })
}

function ours(role: Role, text: string, quotes?: Seq): OtherWords {
  return { role, block: { kind: 'text', raw: null, text }, seq: quotes ?? null, source: text === USER_FRAME ? 'frame' : 'view' }
}
