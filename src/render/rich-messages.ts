import type { Entry } from '../schema/entry.ts'
import { handleOf } from '../schema/ids.ts'
import type { ExternalizeRecord, SummarizeRecord } from '../schema/plan.ts'
import type { PromptPart } from '../schema/prompt.ts'
import { rangeOf } from '../schema/range.ts'
import type { CompactionMarker, CompactionResult, RichAssistantMessage, RichMessage, RichPart } from '../schema/rich-message.ts'
import { recordsOf, type StoredPlan, shownRange } from '../schema/stored-plan.ts'
import { externalizedText, shortenedText, summaryText } from './placeholders.ts'
import { isOnlyResults, type ViewMessage, viewOf } from './view.ts'

export interface RichInput {
  readonly entries: readonly Entry[]
  readonly plan: StoredPlan
  readonly sessionId: string
  /** Tokens of a text. */
  readonly sizeOf: (text: string) => number
}

/**
 * Log and plan as messages in parts (A6, A26): a result that the plan cleared or shortened says when and what it cost before, and
 * one assistant message with a marker stands for every summarized span. What the span carries follows it.
 */
export function richMessages(input: RichInput): readonly RichMessage[] {
  const { entries, plan } = input
  const at: Context = { ...input, trigger: triggerOf(input) }
  const records = recordsOf(plan)
  const folds = records.filter((record) => isFold(record) && !isOnlyResults(entries, record)).values() as Iterator<Fold>
  const view = viewOf({ entries, ...rangeOf(0, entries.length), records, summaryRole: 'assistant' })
  return view.map((message) => (message.synthetic ? foldMessage(folds.next().value as Fold, at) : entryMessage(message, at)))
}

/** The outcome of a compaction (A26). The markers and the result agree on how many messages were compacted. */
export function compactionResult(input: RichInput): CompactionResult {
  const messages = richMessages(input)
  const markers = messages.flatMap((message) => message.parts.filter(isMarker))
  return {
    summaryMessage: messages.findLast(isSummaryMessage) ?? null,
    messages,
    messagesCompacted: markers.reduce((sum, marker) => sum + marker.messagesCompacted, 0),
    tokensSaved: input.plan.originalTokens - input.plan.compactedTokens,
  }
}

type Fold = SummarizeRecord | ExternalizeRecord

interface Context extends RichInput {
  /** The message at which the conversation was compacted. */
  readonly trigger: string | undefined
}

/** The last message of role user that the plan knew. */
function triggerOf({ entries, plan }: RichInput): string | undefined {
  if (plan.records.length === 0) return undefined
  return entries.findLast((entry) => entry.seq < plan.version && entry.role === 'user' && entry.author !== 'tool')?.message.id
}

function isFold(record: { readonly action: string }): record is Fold {
  return record.action === 'summarize' || record.action === 'externalize'
}

function isMarker(part: RichPart): part is CompactionMarker {
  return part.type === 'compaction-marker'
}

function isSummaryMessage(message: RichMessage): message is RichAssistantMessage {
  return message.role === 'assistant' && message.isSummary
}

function foldMessage(record: Fold, at: Context): RichMessage {
  const { plan, sessionId, sizeOf, trigger } = at
  const { from, to } = shownRange(record.span)
  const id = `${record.action}-${handleOf(from)}-${handleOf(to)}`
  const gone = replacedBy(record, at.entries)
  const marker: CompactionMarker = {
    type: 'compaction-marker',
    id,
    tokens: sizeOf(record.action === 'summarize' ? summaryText(record) : externalizedText(record)),
    summary: record.summary,
    compactedAt: plan.createdAt,
    messagesCompacted: new Set(gone.map((entry) => entry.seq - entry.message.block)).size,
    originalTokens: gone.reduce((sum, entry) => sum + sizeOf(textOf(entry)), 0),
  }
  const base = { id, sessionId, createdAt: plan.createdAt, tokens: marker.tokens, parts: [marker] }
  return { ...base, role: 'assistant', isSummary: true, ...(trigger === undefined ? {} : { parentId: trigger }) }
}

/** The entries that a fold stands for: its span without what it carries. */
function replacedBy(record: Fold, entries: readonly Entry[]): readonly Entry[] {
  const carried = new Set(record.action === 'summarize' ? record.carries.map((carry) => carry.seq) : [])
  return entries.slice(record.span.from, record.span.end).filter((entry) => !carried.has(entry.seq))
}

function entryMessage({ role, parts: shown }: ViewMessage, at: Context): RichMessage {
  const [first] = shown
  if (first?.kind !== 'entry') throw new Error('a message that is not in the log has no entries')
  const { message, time, model, finishReason, error } = first.entry
  const parts = shown.flatMap((part) => (part.kind === 'entry' ? [richPart(part, at)] : []))
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0)
  const base = { id: message.id, sessionId: at.sessionId, createdAt: time ?? 0, tokens, parts }
  switch (role) {
    case 'system':
    case 'tool':
      return { ...base, role }
    case 'user':
      return { ...base, role, isCompactionTrigger: at.trigger === message.id }
    case 'assistant':
      return {
        ...base,
        role,
        isSummary: false,
        ...(model === undefined ? {} : { modelId: model }),
        ...(finishReason === undefined ? {} : { finishReason }),
        ...(error === undefined ? {} : { error }),
      }
  }
}

function richPart({ entry, text: replaced }: Extract<PromptPart, { kind: 'entry' }>, { plan, sizeOf }: RichInput): RichPart {
  const text = entry.kind === 'tool-call' ? `${entry.tool} ${replaced ?? entry.input}` : (replaced ?? textOf(entry))
  const base = { id: entry.id, tokens: sizeOf(text) }
  switch (entry.kind) {
    case 'reasoning':
      return { ...base, type: 'reasoning', text }
    case 'tool-call':
      return { ...base, type: 'tool-call', toolCallId: entry.callId, toolName: entry.tool, input: replaced ?? entry.input }
    case 'tool-result': {
      const compacted = replaced === undefined ? {} : { compactedAt: plan.createdAt, originalTokens: sizeOf(entry.text) }
      return { ...base, type: 'tool-result', toolCallId: entry.callId, toolName: entry.envelope.tool, output: text, ...compacted }
    }
    case 'turn-start':
      return { ...base, type: 'step-start' }
    case 'text':
    case 'file':
    case 'opaque':
      return { ...base, type: 'text', text }
  }
}

/** What an entry says: its text, a call's name and arguments, a name for what has no text. */
function textOf(entry: Entry): string {
  switch (entry.kind) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return entry.text
    case 'tool-call':
      return `${entry.tool} ${entry.input}`
    case 'file':
    case 'opaque':
      return shortenedText(entry, { head: 0, tail: 0 })
    case 'turn-start':
      return ''
  }
}
