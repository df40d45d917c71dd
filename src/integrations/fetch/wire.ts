import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { FrontLife } from '../front-life.ts'

/** A protocol, as far as a request and its answer must be understood on their way. */
export interface Wire {
  readonly dialect: 'anthropic' | 'openai-chat' | 'openai-responses'
  /** How an address of it ends. */
  readonly path: string
  /** Takes the history out of a body; `undefined` if it has none that we may touch. */
  take(body: JsonObject): Taken | undefined
  /** The answer in a body that came back, as messages; none if it is none. */
  answer(body: JsonObject): readonly JsonObject[]
  /** Puts the events of a stream together: the body as it would have come whole; `undefined` until it has ended. */
  gather(): Gatherer
  /** How the provider is asked what a request counts, if it can be asked. */
  readonly count?: Count
}

/** A question for a count: behind the address of the request itself. */
interface Count {
  readonly path: string
  body(request: JsonObject): JsonObject
  tokens(answer: JsonObject): number | undefined
}

/** A request in its parts. */
export interface Taken {
  readonly history: readonly Json[]
  /** How many messages stand in front of it in what was handed in; fewer than none if the beginning was added here. */
  readonly inFront: number
  /** System text that is not part of the history. */
  readonly system: readonly JsonObject[]
  /** Everything else. */
  readonly envelope: JsonObject
  /** The response that the history goes on from, if the provider keeps what was said up to it. */
  readonly follows?: string
  /** The provider keeps system text and tools, too: they are in the first request only. */
  readonly inherits?: true
  /** The provider keeps the answer, and what led to it: the next request may go on from there. */
  readonly isStored: boolean
  /** The provider is asked to compact by itself: then what is sent stays as it is. */
  readonly yields: boolean
  /** The body again, around what is to be sent. A provider that is told what to keep keeps what stands in front for as long as `front` says. */
  put(request: JsonObject, front?: FrontLife | undefined): JsonObject
}

export interface Gatherer {
  /** Takes an event. Says what it is: nothing yet, the first words, or a refusal. */
  add(event: JsonObject): 'prelude' | 'words' | 'refusal'
  whole(): JsonObject | undefined
}

/** The messages in front that hold system text, and the rest. */
export function withoutFront(messages: readonly Json[]): {
  readonly front: readonly JsonObject[]
  readonly rest: readonly Json[]
} {
  const end = messages.findIndex((message) => !isSystem(message))
  const count = end < 0 ? messages.length : end
  return { front: messages.slice(0, count).filter(isJsonObject), rest: messages.slice(count) }
}

function isSystem(message: Json): boolean {
  if (typeof message !== 'object' || message === null || !('role' in message)) return false
  return message['role'] === 'system' || message['role'] === 'developer'
}

/** System messages as blocks of text. */
export function systemBlocks(front: readonly JsonObject[]): readonly JsonObject[] {
  return front.flatMap(({ content }) => {
    if (typeof content === 'string') return [{ text: content }]
    return isJsonList(content) ? content.filter(isJsonObject).filter((part) => typeof part['text'] === 'string') : []
  })
}
