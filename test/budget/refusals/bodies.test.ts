import { describe, expect, it } from 'vitest'
import { readRefusal } from '../../../src/budget/refusals/read-refusal.ts'
import { type Body, bodiesOf, FAR, NEAR, SENT, SHAPES, wordsOf } from './bodies.ts'

const CASES = Object.keys(SHAPES).flatMap((shape) => [
  [shape, 'as large as what was sent', NEAR] as const,
  [shape, 'of another size', FAR] as const,
])
const read = (body: Body, nth: number, shape: string) =>
  readRefusal(SHAPES[shape]?.(body, nth), { tokens: SENT, reserve: 0, window: 200_000 })

describe('bodies as servers send them', () => {
  it.each(CASES)('E1 · an overflow is known, as %s, with numbers %s', (shape, _, sizes) => {
    const bodies = bodiesOf('overflow-bodies.jsonl', sizes)
    expect(bodies.length).toBeGreaterThan(610)
    const missed = bodies.filter((body, nth) => !['overflow', 'payload'].includes(read(body, nth, shape).kind))
    expect(missed.length / bodies.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(0.02)
  })

  it.each(CASES)('E1 · what only looks alike is no overflow, as %s, with numbers %s', (shape, _, sizes) => {
    const bodies = bodiesOf('look-alike-bodies.jsonl', sizes)
    expect(bodies.length).toBeGreaterThan(380)
    const taken = bodies.filter((body, nth) => ['overflow', 'payload'].includes(read(body, nth, shape).kind))
    expect(taken).toEqual([])
  })

  it.each(Object.keys(SHAPES))('F11 · the numbers are read as they were meant, as %s', (shape) => {
    const { N, L, O } = NEAR
    const wrong = bodiesOf('overflow-bodies.jsonl', NEAR).flatMap((body, nth) => {
      const { says = '' } = body
      const { kind, limit, actual, excess } = read(body, nth, shape)
      // An `Error` that has none of the numbers teaches none.
      if (shape === 'Error' && !/\d{3}/.test(wordsOf(body.body))) return []
      const isRight =
        (!/^[LN]+$/.test(says) ||
          ((!says.includes('L') || limit === L) &&
            (!says.includes('N') || (actual !== undefined && actual >= N - 600 && actual <= N + O)))) &&
        (says !== 'X' || excess === N - L) &&
        (says !== '' || (limit === undefined && actual === undefined)) &&
        (says !== 'payload' || kind === 'payload') &&
        (says !== 'chars' || kind === 'payload' || limit === undefined)
      return isRight ? [] : [{ ...body, limit, actual, excess, kind }]
    })
    expect(wrong).toEqual([])
  })

  it.each([
    ['Request payload size exceeds the limit: 20971520 bytes.', 20_971_520],
    ['Request size exceeds maximum allowed size of 32MB', 32_000_000],
    ['{"message":"Request body is larger than 10 MB"}', 10_000_000],
    ['the max input characters is 20000', 20_000],
    ["Invalid 'messages[3].content': string too long. Expected a string with maximum length 1048576.", undefined],
    ['Payload Too Large', undefined],
  ])('F11 · a limit in bytes has its number: %s', (text, limit) => {
    expect(readRefusal({ status: 413, error: text })).toMatchObject({
      kind: 'payload',
      ...(limit === undefined ? {} : { limit }),
    })
  })

  it('E1 · a name is a sentence without spaces', () => {
    for (const code of ['model_max_prompt_tokens_exceeded', 'InvalidParameter.OversizedPrompt', 'CONTEXT_LIMIT'])
      expect(readRefusal({ status: 400, error: { code, message: '' } }).kind).toBe('overflow')
    for (const code of [
      'rate_limit_exceeded',
      'maxRetriesExceeded',
      'output_token_limit',
      'invalid_prompt',
      'max_tokens',
      'image_too_large',
    ])
      expect(readRefusal({ status: 400, error: { code, message: '' } }).kind, code).not.toBe('overflow')
  })

  it('F11 · a number of which nothing says what it is can be a limit only if it is below what was sent', () => {
    const said = 'Das Kontextfenster (9.200 Token) wurde überschritten.'
    const unsaid = 'Prompt too long, 9.200 tokens.'
    expect(readRefusal(new Error(said), { tokens: 11_000, reserve: 0, window: 20_000 }).limit).toBe(9_200)
    expect(readRefusal(new Error(unsaid)).limit).toBeUndefined()
    expect(readRefusal(new Error(unsaid), { tokens: 9_000, reserve: 0, window: 20_000 })).toEqual({
      kind: 'overflow',
      by: expect.any(String),
      actual: 9_200,
    })
  })
})
