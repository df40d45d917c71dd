import type { JsonObject } from '../schema/json.ts'
import type { SentView, SummaryUsage } from '../schema/summary.ts'

/** A model that can be asked, whoever's client stands behind it: plain data in, plain data out. */
export interface Asker {
  /** Who it is, for receipts: `openai/gpt-5-mini`. */
  readonly name: string
  /** Asks once. Throws what the client throws. */
  ask(question: Question): Promise<Said>
  /** The last request as it can be sent again, with words behind it; or why it cannot. */
  again(view: SentView): Again | NotAgain
}

export interface Question {
  readonly system: string | undefined
  /** The first and the last are the user's. */
  readonly messages: readonly AskedMessage[]
  /** Stands in front of the messages, instead of system text. */
  readonly again?: Again
  readonly maxOutput: number
  readonly temperature: number | undefined
  readonly signal: AbortSignal
  readonly onText: ((text: string) => void) | undefined
}

export interface AskedMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** A request that its model has seen. */
export interface Again {
  readonly kind: 'again'
  readonly request: JsonObject
  /** Tools that stand in no request, because they are code. */
  readonly tools?: object
  /** Why its provider would not read it from its cache; absent if it would. */
  readonly uncached?: string
  /** Tokens that the model may think in, as the request has it: it must not think otherwise, and they count as its answer. */
  readonly thoughts?: number
}

export interface NotAgain {
  readonly kind: 'not'
  readonly why: string
}

export interface Said {
  readonly text: string
  /** Why it ended: `stop`, `length`, `content-filter`, `tool-calls`, `error`, or another word. */
  readonly finish: string
  readonly toolCalls: number
  readonly usage: SummaryUsage | null
}
