import type { CountRules } from './count-rules.ts'
import type { Entry, MessageShell, Role } from './entry.ts'
import type { Seq } from './ids.ts'
import type { Json } from './json.ts'
import type { SeqRange } from './range.ts'

/** What each provider's protocol allows. Data, so that one renderer serves all dialects. */
export interface DialectTraits {
  readonly name: string
  /**
   * A provider, or the template of a host, wants the user to speak first, and takes neighbours of one role as one: a fixed user message
   * stands in front of an agent that would begin, and between our words and the agent's.
   */
  readonly firstUser: boolean
  /** Where system text may stand: anywhere, or only in front. */
  readonly system: 'anywhere' | 'in-front'
  /**
   * Which reasoning may be shown: any; its own, signed, in a message that lost nothing (`signed`); its own, right before what it led
   * to, which loses its id without it (`chained`); its own, beside something else (`none`).
   */
  readonly reasoning: 'any' | 'signed' | 'chained' | 'none'
  /** Whether the reader of a request can open what a model of this name sealed; absent if nothing speaks against it. */
  readonly opens?: (model: string) => boolean
  /** Sealed reasoning outside of these is not shown: its provider would find that something before it has changed. */
  readonly sealedIn?: readonly SeqRange[]
  /** The agent has our tools: what stands for something else says how to open it. Never set by a dialect itself. */
  readonly lookup?: true
  /** Text of white space only is accepted. */
  readonly blankText: boolean
  /** All results of a round in one message (`together`), or in messages of their own. */
  readonly results: 'together' | 'apart'
  /** Call arguments are JSON objects; text that is JSON, but for what the model itself wrote here (`json`); or any text. */
  readonly arguments: 'object' | 'json' | 'text'
  /** Which results of its own may say nothing, or nothing but white space; by default none. */
  readonly emptyResult?: (raw: Json) => boolean
  /** Of its own messages, one with calls may have an empty string as its content. */
  readonly emptyBesideCalls?: true
  /** A result that is flagged as failed may hold nothing but text. */
  readonly failuresAreText?: true
  /** Whose messages may hold files; by default all. In other messages files are shown by name. */
  readonly filesIn?: readonly Role[]
  /** Its packages leave out files of the agent for some providers: a message of nothing else names them. */
  readonly namesFiles?: true
  readonly callId: RegExp
  readonly maxCallId: number
  readonly toolName: RegExp
  readonly maxToolName: number
  /** A call may stand without an id: it is told from others by its tool and its place. */
  readonly callsWithoutId?: true
  /** Every result says the name of its tool. */
  readonly namedResults?: true
  /** What its provider counts besides text. What it does not say is counted carefully. */
  readonly counts?: Partial<CountRules>
  /** The agent may not have the last word: if it has it, the fixed user message follows. */
  readonly endsWithUser?: true
}

export type PromptPart =
  | {
      readonly kind: 'entry'
      readonly entry: Entry
      /** Replaces the entry's text if it is shortened, cleared or repaired. */
      readonly text?: string
      /** Replaces its call id if two calls would share one, or the dialect refuses it. */
      readonly callId?: string
      /** Replaces the name of its tool if the dialect refuses it; on a call and on its result. */
      readonly tool?: string
      /** The shell of its own message, if the prompt's message is made of several. */
      readonly shell?: MessageShell
      /** Its message is shown without the id by which the provider knows it. */
      readonly nameless?: true
    }
  | {
      readonly kind: 'synthetic'
      readonly text: string
      /** The entry that it quotes, if it stands for one. */
      readonly quotes?: Seq
      /** System text as the host handed it in, if it was a block. */
      readonly raw?: Json
    }
  /** Stands in for a result that never came. Its call id is empty if the call has none. */
  | { readonly kind: 'no-result'; readonly call: Seq; readonly callId: string; readonly tool: string; readonly text: string }

/** One message of the request, before a dialect gives it its wire shape. */
export interface PromptMessage {
  readonly role: Role
  readonly parts: readonly PromptPart[]
  /** Present if the message came from outside; missing blocks become holes that close. */
  readonly shell?: MessageShell
  /** We wrote it: a summary, a pointer to what was put away, or the fixed user message. */
  readonly synthetic?: true
}

/** What the model sees. The first `stable` messages cannot change before the next commit. */
export interface Prompt {
  readonly system: readonly PromptMessage[]
  readonly messages: readonly PromptMessage[]
  readonly stable: number
  readonly repairs: readonly Repair[]
  readonly losses: readonly Loss[]
}

export type RepairKind =
  | 'result-without-call'
  | 'result-repeated'
  | 'result-too-late'
  | 'result-moved'
  | 'result-missing'
  | 'empty-removed'
  | 'empty-result'
  | 'id-replaced'
  | 'item-id-removed'
  | 'tool-renamed'
  | 'arguments-wrapped'
  | 'failure-in-words'
  | 'file-named'
  | 'messages-joined'
  | 'mark-removed'
  | 'mark-shortened'
  | 'system-quoted'
  | 'reasoning-removed'
  | 'trailing-space-trimmed'
  | 'surrogate-replaced'

/** Something in the input that a provider would refuse, and what was done about it in the request. The log keeps what came in. */
export interface Repair {
  readonly kind: RepairKind
  readonly seq: Seq
  readonly detail: string
}

/** Something that the target dialect has no place for. */
export interface Loss {
  readonly seq: Seq
  readonly what: string
}

/** A rule of a provider that a request breaks. */
export interface Violation {
  readonly rule: string
  readonly at: string
  readonly detail: string
}
