import { expectOptions } from '../engine/options.ts'
import type { ConversationOptions } from './conversation.ts'
import { anthropicWire } from './fetch/anthropic.ts'
import { countsOnce, noCounts } from './fetch/counts.ts'
import { type FetchMemory, fetchMemory } from './fetch/memory.ts'

export type { ConversationOptions } from './conversation.ts'
export type { FetchMemory } from './fetch/memory.ts'

export interface AnthropicOptions extends ConversationOptions {
  /** Asks `count_tokens` once for each model, before its first request: then it is sized by the provider's own count. */
  readonly countTokens?: boolean | undefined
}

/** A request as the SDK hands it to a middleware. */
interface ApiRequest {
  url: string
  readonly method?: string | undefined
  readonly headers?: RequestInit['headers'] | undefined
  readonly body?: RequestInit['body'] | undefined
  readonly signal?: AbortSignal | null | undefined
}

/** A conversation's memory, for Anthropic's SDK. */
export interface AnthropicMemory extends FetchMemory {
  /** For the `middleware` option of a client: for those of Bedrock, Vertex and Foundry, too, whose requests have another form on the wire. */
  readonly middleware: <Sent extends ApiRequest>(request: Sent, next: (request: Sent) => Promise<Response>) => Promise<Response>
}

/**
 * Keeps a conversation of Anthropic's SDK within the model's window, and keeps all of it.
 *
 * @example
 * const client = palimpsest({ thread: 'support-4711' }).wrap(new Anthropic())
 * const answer = await client.messages.create({ model, max_tokens, messages, tools })
 */
export function palimpsest(options: AnthropicOptions = {}): AnthropicMemory {
  expectOptions('palimpsest', options)
  const { countTokens = false } = options
  const counts = countTokens ? countsOnce() : noCounts
  const { through, ...memory } = fetchMemory({ wires: [anthropicWire], counts, more: { countTokens: 'flag' } }, options)
  return {
    ...memory,
    middleware: (request, next) => {
      const { url, method = 'POST', headers = {}, body = null, signal = null } = request
      // Whatever is sent instead, the rest of the request stays as the SDK made it.
      const send = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
        next({ ...request, ...init, url: input instanceof Request ? input.url : String(input) })
      return through(() => send)(url, { method, headers, body, signal })
    },
  }
}
