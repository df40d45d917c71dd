import type { Author, Determinism, Durability, MessageShell, Outcome, Role, Usage } from './entry.ts'
import type { Json, JsonObject } from './json.ts'

/** A block as an adapter read it: an entry before the log gave it a number, a turn and an author. */
export type BlockDraft =
  | {
      readonly kind: 'text'
      readonly raw: Json
      readonly text: string
      readonly foreignSummary?: true
      readonly signature?: string
      /** Set if a mark on the block itself says who wrote it. */
      readonly author?: Author
    }
  | { readonly kind: 'reasoning'; readonly raw: Json; readonly text: string; readonly signature?: string }
  | {
      readonly kind: 'tool-call'
      readonly raw: Json
      readonly callId: string
      readonly tool: string
      readonly input: string
      /** The call came without an id; `callId` is made from the name of its tool. */
      readonly inventedId?: true
      readonly signature?: string
      readonly approval?: string
      readonly mayWait?: true
    }
  | {
      readonly kind: 'tool-result'
      readonly raw: Json
      readonly callId: string
      /** The result came without an id: it answers the oldest open call of its tool. */
      readonly inventedId?: true
      readonly text: string
      readonly tool?: string
      readonly outcome?: Outcome
      readonly keyFields?: JsonObject
      readonly durability?: Durability
      /** How its source was when it was made. */
      readonly determinism?: Determinism
      /** When its tool began and ended, in milliseconds since 1970. */
      readonly startedAt?: number
      readonly endedAt?: number
    }
  | { readonly kind: 'file'; readonly raw: Json; readonly media: string; readonly description: string }
  | {
      readonly kind: 'opaque'
      readonly raw: Json
      readonly type: string
      readonly approval?: string
      readonly pair?: string
      readonly unsent?: true
    }
  | { readonly kind: 'turn-start'; readonly raw: null }

/** A foreign message, taken apart into shell and blocks. */
export interface MessageDraft {
  readonly role: Role
  readonly blocks: readonly BlockDraft[]
  readonly shell: MessageShell
  readonly id?: string
  /** The format writes an answer as several messages, of which this is one. */
  readonly piece?: true
  /** Set by a host that knows; otherwise `ingest` judges by the text. */
  readonly author?: Author
  readonly time?: number
  readonly model?: string
  readonly usage?: Usage
  readonly error?: string
  readonly finishReason?: string
}

/** A whole foreign request: messages taken apart, and everything around them as an envelope with holes. */
export interface Transcript {
  readonly dialect: string
  /** The input with `null` in place of its messages (and system, if that is a field). A bare array has the envelope `null`. */
  readonly envelope: Json
  readonly messages: readonly MessageDraft[]
  /** Tool definitions, in the dialect's own shape. */
  readonly tools: readonly Json[]
}
