/**
 * Messages in parts, as chat interfaces and agents' databases keep them (A6, A26). They are a projection of log and plan: what
 * became of a part is read off the plan, never written into the message.
 */
export type RichMessage = RichSystemMessage | RichUserMessage | RichAssistantMessage | RichToolMessage

interface RichMessageBase {
  readonly id: string
  readonly sessionId: string
  /** Milliseconds since 1970; 0 if the log does not know. */
  readonly createdAt: number
  readonly tokens: number
  readonly parts: readonly RichPart[]
}

interface RichSystemMessage extends RichMessageBase {
  readonly role: 'system'
}

interface RichUserMessage extends RichMessageBase {
  readonly role: 'user'
  /** True for the message at which the conversation was compacted. */
  readonly isCompactionTrigger: boolean
}

export interface RichAssistantMessage extends RichMessageBase {
  readonly role: 'assistant'
  /** True if it stands for messages that were compacted. */
  readonly isSummary: boolean
  /** Of a summary: the message at which it was made. */
  readonly parentId?: string
  readonly modelId?: string
  readonly finishReason?: string
  readonly error?: string
}

interface RichToolMessage extends RichMessageBase {
  readonly role: 'tool'
}

export type RichPart = RichText | RichToolCall | RichToolResult | RichReasoning | RichStepStart | CompactionMarker

interface RichPartBase {
  readonly id: string
  readonly tokens: number
}

interface RichText extends RichPartBase {
  readonly type: 'text'
  readonly text: string
}

interface RichReasoning extends RichPartBase {
  readonly type: 'reasoning'
  readonly text: string
}

interface RichToolCall extends RichPartBase {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  /** The arguments as the model wrote them. */
  readonly input: string
}

interface RichToolResult extends RichPartBase {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  /** What the model sees of it. */
  readonly output: string
  /** When it was cleared, shortened or put away; absent while it is shown whole. */
  readonly compactedAt?: number
  /** What it cost before. */
  readonly originalTokens?: number
}

interface RichStepStart extends RichPartBase {
  readonly type: 'step-start'
}

/** Stands where messages were, and sums them up. */
export interface CompactionMarker extends RichPartBase {
  readonly type: 'compaction-marker'
  readonly summary: string
  readonly compactedAt: number
  readonly messagesCompacted: number
  readonly originalTokens: number
}

/** The outcome of a compaction, in messages. */
export interface CompactionResult {
  /** The summary; `null` if the plan summarizes nothing. */
  readonly summaryMessage: RichAssistantMessage | null
  /** Everything the model sees, the summary included. */
  readonly messages: readonly RichMessage[]
  readonly messagesCompacted: number
  readonly tokensSaved: number
}
