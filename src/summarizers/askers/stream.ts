import { promptTokens, readUsage } from '../../budget/usage.ts'
import { ASIDE_HEADER } from '../../schema/aside.ts'
import { isJsonObject, type JsonObject } from '../../schema/json.ts'
import type { SummaryUsage } from '../../schema/summary.ts'
import type { Question, Said } from '../asker.ts'
import { isTooLong, TOO_LONG } from '../model/call-fault.ts'

/** What the SDKs of OpenAI and Anthropic take beside a body. */
export interface CallOptions {
  readonly signal: AbortSignal
  readonly maxRetries: number
  readonly headers: Readonly<Record<string, string>>
}

/** A call that is answered by events. */
type Opening = (options: CallOptions) => PromiseLike<AsyncIterable<unknown>>

/** What an event adds to an answer. */
export interface Piece {
  readonly text?: string
  readonly toolCalls?: number
  readonly finish?: string
  readonly usage?: SummaryUsage
}

/** Asks, and reads an answer as it comes. What breaks an answer off that had begun is thrown as the AI SDK throws it, with status 200. */
export async function readStream(
  question: Question,
  client: object,
  open: Opening,
  pieceOf: (event: JsonObject) => Piece,
): Promise<Said> {
  const enough = new AbortController()
  const signal = AbortSignal.any([question.signal, enough.signal])
  let said: Said = { text: '', finish: 'other', toolCalls: 0, usage: null }
  try {
    for await (const event of await open({ signal, maxRetries: 0, headers: asideOf(client) })) {
      if (!isJsonObject(event)) continue
      const { text = '', toolCalls = 0, finish = said.finish, usage = said.usage } = pieceOf(event)
      if (text !== '') question.onText?.(text)
      said = { text: said.text + text, toolCalls: said.toolCalls + toolCalls, finish, usage }
      if (!isTooLong(said.text, question.maxOutput)) continue
      enough.abort()
      throw TOO_LONG
    }
  } catch (error) {
    if (error === TOO_LONG || said.text === '') throw error
    throw Object.assign(new Error(error instanceof Error ? error.message : String(error)), { status: 200 })
  }
  // The SDKs end a stream that is aborted as if it were over.
  question.signal.throwIfAborted()
  return said
}

/**
 * A client may be one that a memory has wrapped, or have a `fetch` with one inside: the question is not part of the conversation. Others are not
 * told.
 */
function asideOf(client: object): Readonly<Record<string, string>> {
  const { fetch, middleware }: { readonly fetch?: unknown; readonly middleware?: unknown } = client
  const isPlain = fetch === undefined || fetch === globalThis.fetch
  const hasMiddleware = Array.isArray(middleware) && middleware.length > 0
  return isPlain && !hasMiddleware ? {} : { [ASIDE_HEADER]: 'summary' }
}

/** What was counted, in any provider's words. */
export function usageIn(reported: unknown): Pick<Piece, 'usage'> {
  const usage = readUsage(reported)
  if (usage === undefined) return {}
  const { output, cacheRead: cached } = usage
  return { usage: { input: promptTokens(usage), output, ...(cached > 0 ? { cached } : {}) } }
}
