import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRefusal } from '../../../src/budget/refusals/read-refusal.ts'
import type { Refusal, RefusedRequest } from '../../../src/schema/refusal.ts'
import { shapesOf } from './corpus.ts'

/** A number of `null` is one that the text does not say, and must not be learned; a missing one is not looked at. */
interface Overflow {
  readonly text: string
  readonly limit?: number | null
  readonly actual?: number | null
  /** Not known as what it is; told in docs/recovery.md. */
  readonly isMissed?: true
}

interface LookAlike {
  readonly text: string
  readonly status: number
  /** A limit in bytes or characters is told apart, and may be one. */
  readonly mayBe?: 'payload'
  /** Taken for an overflow without its status; told in docs/recovery.md. */
  readonly isTaken?: true
}

const linesOf = <Line>(file: string): readonly Line[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const ALL_OVERFLOWS = linesOf<Overflow>('fresh-overflows.jsonl').filter(({ isMissed }) => isMissed !== true)
const ALL_LOOK_ALIKES = linesOf<LookAlike>('fresh-look-alikes.jsonl').filter(({ isTaken }) => isTaken !== true)

/** Texts that are bodies are handed over as bodies. */
function shapes(text: string, status?: number): Readonly<Record<string, unknown>> {
  return text.startsWith('{')
    ? { ...shapesOf(text, status), object: JSON.parse(text), 'JSON text': text }
    : shapesOf(text, status)
}

const REQUESTS = [
  ['of which nothing is known', () => undefined],
  ['as large as the numbers say', near],
  ['of another size', () => ({ tokens: 1_500, reserve: 0, window: 8_000 })],
] as const

function near({ limit, actual }: Overflow) {
  const tokens = Math.round((actual ?? limit ?? 100_000) * 0.93)
  return { tokens, reserve: 4_000, window: Math.round((limit ?? 100_000) * 1.3) }
}

/** Every shape, and every request: what a shape hides is hidden whatever was sent. */
const CASES = Object.keys(shapesOf('')).flatMap((shape) =>
  REQUESTS.filter(([name]) => shape === 'object' || name === 'as large as the numbers say').map(
    ([name, request]) => [shape, name, request] as const,
  ),
)

/** Tries all texts, or one of every so many: `npm test` a few, `npm run speed` all of them, and what stands around them. */
export function tryFreshTexts(step: number): void {
  const isChosen = (_: unknown, at: number): boolean => at % step === 0
  const OVERFLOWS = ALL_OVERFLOWS.filter(isChosen)
  const LOOK_ALIKES = ALL_LOOK_ALIKES.filter(isChosen)
  /** What is read of each overflow; asked for by two tests. */
  const read = new Map<string, readonly { readonly said: Overflow; readonly refusal: Refusal }[]>()

  function readAll(shape: string, name: string, request: (said: Overflow) => RefusedRequest | undefined) {
    const known =
      read.get(shape + name) ?? OVERFLOWS.map((said) => ({ said, refusal: readRefusal(shapes(said.text)[shape], request(said)) }))
    read.set(shape + name, known)
    return known
  }

  describe('texts that were written before anybody looked how they are read', () => {
    it.each(CASES)('E1 · an overflow is known, as %s, after a request %s', (shape, name, request) => {
      expect(ALL_OVERFLOWS.length).toBeGreaterThan(2630)
      const missed = readAll(shape, name, request).filter(({ refusal }) => !['overflow', 'payload'].includes(refusal.kind))
      expect(missed.map(({ said }) => said.text)).toEqual([])
    })

    it.each(CASES)('F11 · no other number is learned than what is said, as %s, after a request %s', (shape, name, request) => {
      const read = readAll(shape, name, request)
      const isOther = (learned: number | undefined, said: number | null | undefined) =>
        learned !== undefined && said !== undefined && learned !== said
      const wrong = read.filter(({ said, refusal }) => isOther(refusal.limit, said.limit) || isOther(refusal.actual, said.actual))
      expect(wrong).toEqual([])
      const unread = read.filter(({ said, refusal }) => typeof said.limit === 'number' && refusal.limit === undefined)
      expect(unread.map(({ said }) => said.text).length).toBeLessThanOrEqual(10)
    })

    it.each(CASES)('E1 · what only looks alike is none, as %s, after a request %s', (shape, _, request) => {
      expect(ALL_LOOK_ALIKES.length).toBeGreaterThan(2020)
      const taken = LOOK_ALIKES.flatMap(({ text, status, mayBe }) => {
        const [actual, limit] = (text.match(/\d[\d,.]{3,}\d/g) ?? []).map((written) => Number(written.replace(/\D/g, '')))
        const kinds = [status, undefined].map(
          (stated) =>
            readRefusal(shapes(text, stated)[shape], request({ text, ...(limit && actual ? { limit, actual } : {}) })).kind,
        )
        return kinds.some((kind) => kind === 'overflow' || (kind === 'payload' && mayBe !== 'payload')) ? [text] : []
      })
      expect(taken).toEqual([])
    })

    if (step === 1)
      it.each([
        [
          'of an agent',
          (text: string) => `Agent run 8f2 failed after 3 attempts at step 12 (tool: read_file): ${text} — see the logs.`,
        ],
        [
          'of an interface',
          (text: string) => `Something went wrong while generating the response. ${text} If this persists please contact us.`,
        ],
      ])('E1 · words %s around it hide few overflows, and make few out of what looks alike', (_, around) => {
        const isTaken = (text: string, status?: number) =>
          readRefusal(Object.assign(new Error(around(text)), status === undefined ? {} : { status })).kind === 'overflow'
        // Of a share, every third tells enough.
        const isThird = (_: unknown, at: number): boolean => at % 3 === 0
        const overflows = OVERFLOWS.filter(({ text }) => !text.startsWith('{')).filter(isThird)
        const lookAlikes = LOOK_ALIKES.filter(isThird)
        const missed = overflows.filter(({ text }) => readRefusal(new Error(around(text))).kind === 'other')
        expect(missed.length / overflows.length).toBeLessThan(0.05)
        expect(lookAlikes.filter(({ text, status }) => isTaken(text, status)).length / lookAlikes.length).toBeLessThan(0.01)
      })
  })
}
