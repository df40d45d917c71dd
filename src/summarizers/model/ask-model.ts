import type { LanguageModel, ModelMessage, ToolSet } from 'ai'
import type { SummaryFault, SummaryUsage } from '../../schema/summary.ts'

export interface Question {
  readonly model: LanguageModel
  readonly system: string | undefined
  readonly messages: readonly ModelMessage[]
  /** Set only if a request is sent again for the sake of the provider's cache: it must have the same tools, and the model may use none. */
  readonly tools?: ToolSet
  readonly maxOutput: number
  readonly temperature: number | undefined
  readonly signal: AbortSignal
  readonly onText: ((text: string) => void) | undefined
}

export interface Said {
  readonly text: string
  readonly finish: string
  readonly toolCalls: number
  readonly usage: SummaryUsage | null
}

/** No token has more characters than this on the average of an answer: what is longer than its limit allows is not read to its end. */
const MOST_CHARACTERS_A_TOKEN = 16

/** Thrown if a model writes on and on. */
const TOO_LONG: unique symbol = Symbol('too long')

/** Asks a model once, through the AI SDK, and reads its answer as it comes. Throws what the SDK throws. */
export async function askModel(question: Question): Promise<Said> {
  // Loaded when needed: a user without a model does not need the SDK.
  const { streamText } = await import('ai')
  const { model, system, messages, tools, maxOutput, temperature, signal } = question
  const enough = new AbortController()
  const answer = streamText({
    model,
    messages: [...messages],
    maxOutputTokens: maxOutput,
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, enough.signal]),
    onError: () => undefined, // It comes again in the stream, and is thrown below.
    ...(system === undefined ? {} : { system }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools === undefined ? {} : { tools: withoutDeeds(tools), toolChoice: 'none' as const }),
  })
  let text = ''
  let toolCalls = 0
  let finish = 'other'
  let usage: SummaryUsage | null = null
  for await (const part of answer.fullStream) {
    if (part.type === 'text-delta') {
      text += part.text
      question.onText?.(part.text)
    }
    if (part.type === 'tool-call') toolCalls += 1
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw signal.reason ?? TOO_LONG
    if (part.type === 'finish') {
      finish = part.finishReason
      usage = usageOf(part.totalUsage)
    }
    if (text.length > maxOutput * MOST_CHARACTERS_A_TOKEN) {
      enough.abort()
      throw TOO_LONG
    }
  }
  return { text, finish, toolCalls, usage }
}

/** What a call took, in the words of any version of the SDK. */
function usageOf(usage: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }): SummaryUsage {
  const cached = fieldIn(fieldIn(usage, 'inputTokenDetails'), 'cacheReadTokens') ?? fieldIn(usage, 'cachedInputTokens')
  return {
    ...{ input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 },
    ...(typeof cached === 'number' && cached > 0 ? { cached } : {}),
  }
}

/** Tools that can be described and not run: a model that uses one although it may not must not change the world. */
function withoutDeeds(tools: ToolSet): ToolSet {
  const kept = Object.entries(tools).map(([name, { execute: _, ...tool }]) => [name, tool])
  return Object.fromEntries(kept)
}

export interface CallFault {
  readonly reason: SummaryFault
  readonly detail: string
  /** Worth another try at the same model. */
  readonly retry: boolean
  /** The provider asks to wait so long. */
  readonly waitMs: number | undefined
}

/** What a call's error means. */
export function callFault(error: unknown, now: number): CallFault {
  const none = { retry: false, waitMs: undefined }
  if (error === TOO_LONG) return { reason: 'too-long', detail: 'it wrote more than it was allowed', ...none }
  if (fieldIn(error, 'name') === 'AI_ToolChoiceViolationError')
    return { reason: 'tool-call', detail: 'it called a tool', ...none }
  const status = fieldIn(error, 'statusCode')
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, 200).toWellFormed()
  if (typeof status !== 'number') return { reason: 'unavailable', detail, retry: true, waitMs: undefined }
  // The answer had begun, and broke off.
  if (status === 200) return { reason: 'cut-short', detail, retry: true, waitMs: undefined }
  const isPassing = status === 408 || status === 409 || status === 425 || status === 429 || status >= 500
  const waitMs = isPassing ? waitIn(fieldIn(error, 'responseHeaders'), now) : undefined
  return { reason: isPassing ? 'unavailable' : 'denied', detail: `${status}: ${detail}`, retry: isPassing, waitMs }
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}

/** `Retry-After` in seconds or as a date. */
function waitIn(headers: unknown, now: number): number | undefined {
  const given = fieldIn(headers, 'retry-after')
  if (typeof given !== 'string') return undefined
  const seconds = Number(given)
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(given) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
