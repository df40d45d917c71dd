import type { EntryId, MessageId, Seq } from './ids.ts'
import type { Json, JsonObject } from './json.ts'

export type Role = 'system' | 'user' | 'assistant' | 'tool'

/** Who wrote an entry. Role says where it stands on the wire; an interrupt notice has role user, but no person wrote it. */
export type Author = 'person' | 'harness' | 'agent' | 'tool'

export type Outcome = 'success' | 'failure' | 'partial'

export type Durability = 'ephemeral' | 'anchoring' | 'replayable' | 'non-replayable'

/** What would show that a replayable result is still true: compared in this order. */
export interface Determinism {
  readonly contentHash?: string
  readonly etag?: string
  readonly mtime?: number
  readonly version?: string
}

/** What must survive when a tool result's content does not. */
export interface Envelope {
  readonly tool: string
  readonly callId: string
  readonly outcome: Outcome
  readonly keyFields: JsonObject
  readonly durability?: Durability
  readonly determinism?: Determinism
  readonly startedAt?: number
  readonly endedAt?: number
}

export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/**
 * What a foreign message has besides its blocks: the raw message with `null` in the places of the blocks. `holes[i]` is the path of block
 * `i`; an empty path means that the block is the whole message.
 */
export interface MessageShell {
  readonly dialect: string
  readonly raw: Json
  readonly holes: readonly Hole[]
  /** Places that say a block once more and go with it: a call in LangChain's content that its list of calls has as well. */
  readonly twins?: readonly Hole[]
}

export interface Hole {
  readonly path: readonly (string | number)[]
  /** Position of the block in its message. */
  readonly block: number
}

/** Where an entry stood in the message it came from. */
export interface MessagePlace {
  readonly id: MessageId
  readonly dialect: string
  /** Position among the message's blocks. */
  readonly block: number
  /** How many blocks the message has. */
  readonly blocks: number
  /** On the first block only. */
  readonly shell?: MessageShell
  /** The message is a piece of an answer, the first or a later one. Pieces are folded together, and shown as one message. */
  readonly piece?: 'first' | 'later'
}

interface EntryBase {
  readonly seq: Seq
  readonly id: EntryId
  readonly turn: number
  readonly role: Role
  readonly author: Author
  readonly message: MessagePlace
  /** The block as its own dialect wrote it; `null` if the message had no block to show (an empty message, a turn start). */
  readonly raw: Json
  readonly time?: number
  readonly model?: string
  readonly usage?: Usage
  readonly error?: string
  readonly finishReason?: string
}

export interface TextEntry extends EntryBase {
  readonly kind: 'text'
  readonly text: string
  /** A summary that another product wrote when it compacted; known by its mark, never by how its text begins. */
  readonly foreignSummary?: true
  /** A provider's seal on these very words: it goes back with them untouched, or not at all. */
  readonly signature?: string
}

export interface ReasoningEntry extends EntryBase {
  readonly kind: 'reasoning'
  readonly text: string
  /** Signed or encrypted reasoning goes back byte for byte or not at all. */
  readonly signature?: string
}

export interface ToolCallEntry extends EntryBase {
  readonly kind: 'tool-call'
  readonly callId: string
  readonly tool: string
  /** The arguments as text: JSON if the model wrote JSON, otherwise what it wrote. */
  readonly input: string
  /** It came without an id, and `callId` is ours: used to tell calls apart, never written into what came in. */
  readonly inventedId?: true
  /** A provider's seal on this very call: it goes back with it untouched, or not at all. */
  readonly signature?: string
  /** The approval that a person was asked for before the call is carried out. */
  readonly approval?: string
  /** Its own dialect lets it wait: for a person's approval, for something that goes on meanwhile. */
  readonly mayWait?: true
}

export interface ToolResultEntry extends EntryBase {
  readonly kind: 'tool-result'
  /** The id of the call it answers, whichever of the two came with one. */
  readonly callId: string
  /** `callId` is ours: the call came without one, or there is no call and this came without one. */
  readonly inventedId?: true
  /** The call it answers, or why there is none to answer. */
  readonly answers: AnsweredCall
  readonly text: string
  readonly envelope: Envelope
}

export type AnsweredCall =
  | { readonly kind: 'call'; readonly seq: Seq }
  | { readonly kind: 'no-call' }
  | { readonly kind: 'already-answered'; readonly seq: Seq }
  | { readonly kind: 'too-late'; readonly seq: Seq }

/** An image, PDF or sound. Its bytes stay in `raw`. */
export interface FileEntry extends EntryBase {
  readonly kind: 'file'
  readonly media: string
  readonly description: string
}

export interface TurnStartEntry extends EntryBase {
  readonly kind: 'turn-start'
}

/** A block of a kind we do not know: passed on untouched in its own dialect, listed as a loss in another. */
export interface OpaqueEntry extends EntryBase {
  readonly kind: 'opaque'
  readonly type: string
  /** The approval that it asks for (role assistant) or answers (role tool): it stands or falls with the call of that approval. */
  readonly approval?: string
  /** The id that a tool which the provider ran has in common with its result: neither may stand without the other. */
  readonly pair?: string
  /** It is for people only, or no request may hold it: it is never sent to a model, not even in its own dialect. */
  readonly unsent?: true
}

export type Entry = TextEntry | ReasoningEntry | ToolCallEntry | ToolResultEntry | FileEntry | TurnStartEntry | OpaqueEntry

export type EntryKind = Entry['kind']
