import type { SummaryFault } from '../../schema/summary.ts'

/** No token has more characters than this on the average of an answer: what is longer than its limit allows is not read to its end. */
const MOST_CHARACTERS_A_TOKEN = 16

/** Thrown if a model writes on and on. */
export const TOO_LONG: unique symbol = Symbol('too long')

export function isTooLong(text: string, maxOutput: number): boolean {
  return text.length > maxOutput * MOST_CHARACTERS_A_TOKEN
}

export interface CallFault {
  readonly reason: SummaryFault
  readonly detail: string
  /** Worth another try at the same model. */
  readonly retry: boolean
  /** The provider asks to wait so long. */
  readonly waitMs: number | undefined
}

/** What a call's error means, whichever SDK has thrown it. */
export function callFault(error: unknown, now: number): CallFault {
  const none = { retry: false, waitMs: undefined }
  if (error === TOO_LONG) return { reason: 'too-long', detail: 'it wrote more than it was allowed', ...none }
  if (fieldIn(error, 'name') === 'AI_ToolChoiceViolationError')
    return { reason: 'tool-call', detail: 'it called a tool', ...none }
  const status = fieldIn(error, 'statusCode') ?? fieldIn(error, 'status')
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, 200).toWellFormed()
  if (typeof status !== 'number') return { reason: 'unavailable', detail, retry: true, waitMs: undefined }
  // The answer had begun, and broke off.
  if (status === 200) return { reason: 'cut-short', detail, retry: true, waitMs: undefined }
  const isPassing = status === 408 || status === 409 || status === 425 || status === 429 || status >= 500
  const headers = fieldIn(error, 'responseHeaders') ?? fieldIn(error, 'headers')
  const said = detail.startsWith(String(status)) ? detail : `${status}: ${detail}`
  return {
    reason: isPassing ? 'unavailable' : 'denied',
    detail: said,
    retry: isPassing,
    waitMs: isPassing ? waitIn(headers, now) : undefined,
  }
}

export function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}

/** `Retry-After` in seconds or as a date. */
function waitIn(headers: unknown, now: number): number | undefined {
  const given = headers instanceof Headers ? headers.get('retry-after') : fieldIn(headers, 'retry-after')
  if (typeof given !== 'string') return undefined
  const seconds = Number(given)
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(given) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
