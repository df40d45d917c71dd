import { readFileSync } from 'node:fs'
import { APICallError } from '@ai-sdk/provider'
import { APIError as AnthropicError } from '@anthropic-ai/sdk'
import { ApiError as GoogleError } from '@google/genai'
import { RetryError } from 'ai'
import { APIError as OpenAIError } from 'openai'

/** What a server sent with a status, and what of it can be learned: a limit (L), a count (N), how much was too much (X). */
export interface Body {
  readonly by: 'openai' | 'anthropic' | 'google' | 'bedrock' | 'compatible'
  readonly status?: number
  readonly body: unknown
  readonly says?: string
}

export const SENT = 11_500
/** Sizes as a provider would name them to whom so much was sent; in the texts they stand as `{N}`, or `{N,}` with a sign between thousands. */
export const NEAR = { N: 12_650, L: 9_200, O: 1_024, C: 36_800 }
/** Sizes that have nothing to do with what was sent: only the words tell. */
export const FAR = { N: 213_462, L: 200_000, O: 8_192, C: 800_000 }
type Sizes = typeof NEAR

export function bodiesOf(file: string, { N, L, O, C }: Sizes): readonly Body[] {
  const values: Readonly<Record<string, number>> = { N, L, O, C, T: N + O, X: N - L, M: L - 500, I: L - O }
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) =>
      JSON.parse(
        line
          .replace(/"#\{([A-Z])\}"/g, (_, key) => String(values[key]))
          .replace(/\{([A-Z])([^}"]?)\}/g, (_, key, sign) => written(values[key] ?? 0, sign)),
      ),
    )
}

function written(value: number, sign: string): string {
  if (sign === 'k') return `${Math.round(value / 1000)}k`
  return sign === '' ? String(value) : String(value).replace(/\B(?=(\d{3})+(?!\d))/g, sign)
}

export const SHAPES: Readonly<Record<string, (body: Body, nth: number) => unknown>> = {
  object: ({ body, status }) => (typeof body === 'string' ? { error: body, status } : body),
  Error: ({ body }) => new Error(wordsOf(body)),
  'JSON text': ({ body }) => (typeof body === 'string' ? body : JSON.stringify(body)),
  'SDK error': sdkError,
}

/** What an `Error` made of a body says: its message, or all of it if it has none that says anything. */
export function wordsOf(body: unknown): string {
  const words = typeof body === 'string' ? body : messageIn(body)
  return words === undefined ||
    /^(?:Provider returned error|Error: 400 status code|Overflow|Invalid request\.|See documentation\.|Bad [Rr]equest|Internal error)$/.test(
      words,
    )
    ? JSON.stringify(body)
    : words
}

function messageIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = Object.entries(value)
  const own = fields.find(
    ([name, held]) => /message|msg|detail|description/i.test(name) && typeof held === 'string' && held.length > 8,
  )
  if (own !== undefined) return own[1]
  for (const [, held] of fields) {
    const inside = messageIn(held)
    if (inside !== undefined) return inside
  }
  const error = Reflect.get(value, 'error')
  return typeof error === 'string' ? error : undefined
}

/** As SDKs throw it. What was sent stands in some of them, and speaks of everything that a refusal could speak of. */
function sdkError({ by, body, status = 400 }: Body, nth: number): unknown {
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = new Headers({ 'x-ratelimit-remaining-tokens': '29000' })
  if (by === 'anthropic' && nth % 2 === 0 && typeof body === 'object' && body !== null)
    return AnthropicError.generate(status, body, undefined, headers)
  if (by === 'google' && nth % 2 === 0) return new GoogleError({ message: raw, status })
  // OpenAI's SDK keeps of a JSON body only its `error`.
  if ((by === 'openai' || by === 'compatible') && nth % 3 !== 0 && keepsError(body))
    return OpenAIError.generate(status, body, undefined, headers)
  const error = new APICallError({
    message: nth % 5 === 4 ? 'Bad Request' : wordsOf(body),
    url: 'https://api.example.com/v1/chat/completions',
    requestBodyValues: {
      messages: [{ role: 'user', content: 'context window exceeded: 9 tokens > 8; rate limit, quota, invalid image' }],
    },
    statusCode: status,
    responseHeaders: { 'retry-after': '3' },
    responseBody: raw,
  })
  if (nth % 4 !== 1) return error
  return new RetryError({ message: 'Failed after 2 attempts.', reason: 'maxRetriesExceeded', errors: [error, error] })
}

function keepsError(body: unknown): body is object {
  return typeof body === 'object' && body !== null && typeof Reflect.get(body, 'error') === 'object'
}
