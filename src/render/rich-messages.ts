import type { Entry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { ExternalizeRecord, PlanRecord, SummarizeRecord } from '../schema/plan.ts'
import type { PromptPart } from '../schema/prompt.ts'
import { rangeOf } from '../schema/range.ts'
import type { CompactionMarker, CompactionResult, RichAssistantMessage, RichMessage, RichPart } from '../schema/rich-message.ts'
import { type StoredPlan, shownRange } from '../schema/stored-plan.ts'
import { externalizedText, shortenedText, summaryText } from './placeholders.ts'
import { isOnlyResults, type ViewMessage, viewOf } from './view.ts'

/** What a message costs besides its parts, and what the beginning of a step does (A4). */
const ROLE_TOKENS = 4
const STEP_START_TOKENS = 4

interface RichInput {
  readonly entries: readonly Entry[]
  /** The plan in effect, and its records as they are used inside; nothing if nothing was compacted. */
  readonly plan: Pick<StoredPlan, 'version' | 'createdAt' | 'originalTokens' | 'compactedTokens'> | undefined
  readonly records: readonly PlanRecord[]
  readonly sessionId: string
  /** Tokens of a text. */
  readonly sizeOf: (text: string) => number
  /** Tokens of an entry that is not text. */
  readonly measured: (seq: Seq) => number
}

/**
 * Log and plan as messages in parts (A6, A26): a result that the plan cleared or shortened says when and what it cost before, and
 * one assistant message with a marker stands for every summarized span. What the span carries follows it. The markers and the
 * result agree on how many messages were compacted.
 */
export function compactionResult(input: RichInput): CompactionResult {
  const messages = richMessages(input)
  const markers = messages.flatMap((message) => message.parts.filter(isMarker))
  const { originalTokens = 0, compactedTokens = 0 } = input.plan ?? {}
  return {
    summaryMessage: messages.findLast(isSummaryMessage) ?? null,
    messages,
    messagesCompacted: markers.reduce((sum, marker) => sum + marker.messagesCompacted, 0),
    tokensSaved: originalTokens - compactedTokens,
  }
}

function richMessages(input: RichInput): readonly RichMessage[] {
  const { entries, records, plan } = input
  const at: Context = { ...input, trigger: triggerOf(input), compactedAt: plan?.createdAt ?? 0 }
  const folds = records
    .filter(isFold)
    .filter((record) => !isOnlyResults(entries, record))
    .values()
  const view = viewOf({ entries, ...rangeOf(0, entries.length), records, summaryRole: 'assistant' })
  return view.map((message) => {
    const fold = message.synthetic ? folds.next().value : undefined
    return fold === undefined ? entryMessage(message, at) : foldMessage(fold, at)
  })
}

type Fold = SummarizeRecord | ExternalizeRecord

interface Context extends RichInput {
  /** The message at which the conversation was compacted. */
  readonly trigger: string | undefined
  readonly compactedAt: number
}

/** The last message of role user that the plan knew. */
function triggerOf({ entries, plan, records }: RichInput): string | undefined {
  if (plan === undefined || records.length === 0) return undefined
  return entries.findLast((entry) => entry.seq < plan.version && entry.role === 'user' && entry.author !== 'tool')?.message.id
}

function isFold(record: PlanRecord): record is Fold {
  return record.action === 'summarize' || record.action === 'externalize'
}

function isMarker(part: RichPart): part is CompactionMarker {
  return part.type === 'compaction-marker'
}

function isSummaryMessage(message: RichMessage): message is RichAssistantMessage {
  return message.role === 'assistant' && message.isSummary
}

function foldMessage(record: Fold, at: Context): RichMessage {
  const { compactedAt, sessionId, sizeOf, trigger } = at
  const { from, to } = shownRange(record.span)
  const id = `${record.action}-${handleOf(from)}-${handleOf(to)}`
  const gone = replacedBy(record, at.entries)
  const messagesCompacted = new Set(gone.map((entry) => entry.seq - entry.message.block)).size
  const marker: CompactionMarker = {
    type: 'compaction-marker',
    id,
    tokens: sizeOf(record.action === 'summarize' ? summaryText(record) : externalizedText(record)),
    summary: record.summary,
    ...{ compactedAt, messagesCompacted },
    originalTokens: gone.reduce((sum, entry) => sum + tokensOf(entry, undefined, at), messagesCompacted * ROLE_TOKENS),
  }
  const base = { id, sessionId, createdAt: compactedAt, tokens: ROLE_TOKENS + marker.tokens, parts: [marker] }
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
  const tokens = parts.reduce((sum, part) => sum + part.tokens, ROLE_TOKENS)
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

function richPart({ entry, text: replaced }: Extract<PromptPart, { kind: 'entry' }>, at: Context): RichPart {
  const base = { id: entry.id, tokens: tokensOf(entry, replaced, at) }
  switch (entry.kind) {
    case 'text':
    case 'reasoning':
      return { ...base, type: entry.kind, text: replaced ?? entry.text }
    case 'tool-call':
      return { ...base, type: entry.kind, toolCallId: entry.callId, toolName: entry.tool, input: replaced ?? entry.input }
    case 'tool-result': {
      const { compactedAt } = at
      const compacted = replaced === undefined ? {} : { compactedAt, originalTokens: tokensOf(entry, undefined, at) }
      const output = replaced ?? entry.text
      return { ...base, type: entry.kind, toolCallId: entry.callId, toolName: entry.envelope.tool, output, ...compacted }
    }
    case 'turn-start':
      return { ...base, type: 'step-start' }
    case 'file':
    case 'opaque':
      return { ...base, type: 'text', text: replaced ?? shortenedText(entry, { head: 0, tail: 0 }) }
  }
}

/** What a part costs (A4): its text, or what is shown in place of it; a call its name and arguments. */
function tokensOf(entry: Entry, replaced: string | undefined, { sizeOf, measured }: RichInput): number {
  switch (entry.kind) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return sizeOf(replaced ?? entry.text)
    case 'tool-call':
      return sizeOf(entry.tool) + sizeOf(replaced ?? entry.input)
    case 'turn-start':
      return STEP_START_TOKENS
    case 'file':
    case 'opaque':
      return replaced === undefined ? measured(entry.seq) : sizeOf(replaced)
  }
}
