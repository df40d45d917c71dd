import { readFileSync } from 'node:fs'
import { APICallError } from '@ai-sdk/provider'

const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Texts of overflows. */
export const OVERFLOWS: readonly string[] = linesOf('overflows.txt')

export interface LookAlikeText {
  readonly kind: string
  readonly status: number | undefined
  readonly code: string | null
  readonly text: string
}

/** Texts that look alike, and are none. */
export const LOOK_ALIKES: readonly LookAlikeText[] = linesOf('look-alikes.txt').map((line) => {
  const [kind = '', status = '', code = '', ...rest] = line.split(' | ')
  const stated = status === '-' ? undefined : Number(status)
  return { kind, status: stated, code: code === '-' ? null : code, text: rest.join(' | ') }
})

/** The same refusal as programs meet it. What was sent stands in the SDK's error, and must not be looked at. */
export function shapesOf(text: string, status?: number, code: string | null = null): Readonly<Record<string, unknown>> {
  const error = { message: text, type: 'invalid_request_error', code }
  const body = status === undefined ? { error } : { status, error }
  return {
    object: body,
    Error: Object.assign(new Error(text), status === undefined ? {} : { status }, code === null ? {} : { code }),
    'JSON text': JSON.stringify(body),
    'SDK error': new APICallError({
      ...{ message: 'Bad Request', url: 'https://api.example.com/v1', responseHeaders: {}, statusCode: status ?? 400 },
      requestBodyValues: { messages: [{ role: 'user', content: 'It says: prompt is too long: 9 tokens > 8 maximum' }] },
      responseBody: JSON.stringify({ error }),
    }),
  }
}
