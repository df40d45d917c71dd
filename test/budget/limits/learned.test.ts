import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { learnedFor, learnedInput, learnedKey, learnLimit } from '../../../src/budget/learned-limits.ts'
import { resolveLimits, roomOf } from '../../../src/budget/model-limits.ts'
import { FALLBACK } from '../../../src/budget/model-table.ts'
import type { LearnedLimits, LimitEvidence, ModelLimits } from '../../../src/schema/model-limits.ts'

const model = 'big-model'
const local = { model: 'llama3.1:8b', baseUrl: 'http://localhost:11434/v1/' }

function learn(...evidence: readonly LimitEvidence[]): LearnedLimits {
  return evidence.reduce<LearnedLimits>((memory, item) => learnLimit(memory, { model }, item), {})
}

/** Of a model that is advertised with 200,000. */
function limitsAfter(learned: LearnedLimits, overrides = {}): ModelLimits {
  return resolveLimits({ model }, { overrides, learned, table: { [model]: { window: 200_000 } }, data: {}, fallback: FALLBACK })
}

describe('an overflow', () => {
  it.each([
    ['0.95', 190_000, 152_000],
    ['0.60', 120_000, 96_000],
  ])(
    'case 30 · at %s of the advertised window lowers what is usable, though the provider names no number',
    (_, refused, usable) => {
      const limits = limitsAfter(learn({ kind: 'refused', tokens: refused }))
      expect(limits).toMatchObject({ window: 200_000, maxInput: usable })
      expect(roomOf(limits, 4_096)).toMatchObject({ window: usable + 4_096, reserve: 4_096 })
      expect(limits.notes).toEqual([
        `big-model should take 200,000 tokens, but was seen to take ${usable.toLocaleString('en-US')}. The smaller number is used.`,
      ])
    },
  )

  it('case 30 · after a request that went through leaves that one possible', () => {
    const memory = learn({ kind: 'accepted', tokens: 118_000 }, { kind: 'refused', tokens: 120_000 })
    expect(limitsAfter(memory).maxInput).toBe(118_000)
  })

  it('case 30 · that names the limit is believed', () => {
    const limits = limitsAfter(learn({ kind: 'refused', tokens: 130_000, stated: 128_000 }))
    expect(limits).toMatchObject({ window: 128_000, maxInput: 128_000, sources: { window: 'learned' } })
  })

  it('case 30 · below the limit that it names shows that the name is not the whole truth', () => {
    const memory = learn({ kind: 'refused', tokens: 120_000, stated: 200_000 })
    expect(limitsAfter(memory)).toMatchObject({ window: 200_000, maxInput: 96_000 })
    expect(limitsAfter(memory).notes).toHaveLength(1)
  })

  it('of a larger request teaches nothing new', () => {
    const memory = learn({ kind: 'refused', tokens: 100_000 })
    expect(learnLimit(memory, { model }, { kind: 'refused', tokens: 120_000 })).toBe(memory)
  })

  it('is forgotten when a request of that size goes through', () => {
    const memory = learn({ kind: 'refused', tokens: 120_000 }, { kind: 'accepted', tokens: 150_000 })
    expect(limitsAfter(memory)).toMatchObject({ maxInput: 200_000, notes: [] })
    const named = learn({ kind: 'refused', tokens: 70_000, stated: 64_000 }, { kind: 'accepted', tokens: 70_000 })
    expect(limitsAfter(named).window).toBe(200_000)
  })

  it('A3 · case 90 · outranks what the user says, and a note says so', () => {
    const limits = limitsAfter(learn({ kind: 'refused', tokens: 120_000 }), { [model]: { window: 150_000 } })
    expect(limits).toMatchObject({ window: 150_000, maxInput: 96_000, sources: { window: 'override' } })
    expect(limits.notes).toEqual([
      'big-model should take 150,000 tokens, but was seen to take 96,000. The smaller number is used.',
    ])
  })

  it('teaches nothing by numbers that are none', () => {
    const memory: LearnedLimits = {}
    for (const tokens of [0, -1, Number.NaN, 1.5]) {
      expect(learnLimit(memory, { model }, { kind: 'refused', tokens, stated: tokens })).toBe(memory)
      expect(learnLimit(memory, { model }, { kind: 'accepted', tokens })).toBe(memory)
      expect(learnLimit(memory, { model }, { kind: 'served', window: tokens })).toBe(memory)
    }
  })
})

describe('what was learned', () => {
  const evidence: fc.Arbitrary<LimitEvidence> = fc.oneof(
    fc.record({ kind: fc.constant('refused' as const), tokens: fc.integer({ min: 1, max: 200_000 }) }),
    fc.record({ kind: fc.constant('accepted' as const), tokens: fc.integer({ min: 1, max: 200_000 }) }),
  )

  it('lies below the smallest refused and not below the largest accepted since', () => {
    fc.assert(
      fc.property(fc.array(evidence, { minLength: 1, maxLength: 30 }), (items) => {
        const known = learnedFor(learn(...items), { model })
        const usable = known === undefined ? undefined : learnedInput(known)
        if (known?.refused !== undefined && known.refused > 1) expect(usable).toBeLessThan(known.refused)
        if (usable !== undefined) expect(usable).toBeGreaterThanOrEqual(known?.accepted ?? 0)
        const last = items.at(-1)
        // The last word always counts: what was just refused is not tried again, what went through stays possible.
        if (last?.kind === 'refused' && last.tokens > 1) expect(usable).toBeLessThan(last.tokens)
        if (last?.kind === 'accepted') expect(usable ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(last.tokens)
      }),
    )
  })

  it('finds a hidden limit from overflows alone, and then stays below it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 200_000 }), (hidden) => {
        let memory: LearnedLimits = {}
        let overflows = 0
        for (let request = 0; request < 60; request += 1) {
          const tokens = limitsAfter(memory).maxInput
          if (tokens > hidden) overflows += 1
          memory = learnLimit(memory, { model }, { kind: tokens > hidden ? 'refused' : 'accepted', tokens })
        }
        expect(limitsAfter(memory).maxInput).toBeLessThanOrEqual(hidden)
        expect(limitsAfter(memory).maxInput).toBeGreaterThan(hidden * 0.79 - 10)
        expect(overflows).toBeLessThanOrEqual(1 + Math.ceil(Math.log(200_000 / hidden) / Math.log(1 / 0.8)) + 1)
      }),
      { numRuns: 30 },
    )
  })

  it('is plain JSON, and other memory is left alone', () => {
    const before = learn({ kind: 'served', window: 8_192 })
    const after = learnLimit(before, local, { kind: 'refused', tokens: 5_000 })
    expect(JSON.parse(JSON.stringify(after))).toEqual({
      'big-model': { window: 8_192 },
      'llama3.1:8b at localhost:11434/v1': { refused: 5_000 },
    })
    expect(before).toEqual({ 'big-model': { window: 8_192 } })
  })
})

describe('a local server', () => {
  const resolve = (learned: LearnedLimits, baseUrl?: string): ModelLimits =>
    resolveLimits(
      { model: 'qwen3-32b', baseUrl },
      { overrides: {}, learned, table: { 'qwen3-32b': { window: 131_072 } }, data: {}, fallback: FALLBACK },
    )
  const here = 'http://localhost:8000/v1'
  const serves = (window: number): LearnedLimits =>
    learnLimit({}, { model: 'qwen3-32b', baseUrl: here }, { kind: 'served', window })

  it('A3 · that serves less than the model can do is believed, for this address alone', () => {
    expect(resolve(serves(16_384), here)).toMatchObject({ window: 16_384, sources: { window: 'learned' } })
    expect(resolve(serves(16_384), `${here}/`).window).toBe(16_384)
    expect(resolve(serves(16_384), 'http://other:8000/v1').window).toBe(131_072)
    expect(resolve(serves(16_384)).window).toBe(131_072)
  })

  it('that claims more than is declared is not, unless nothing is declared', () => {
    expect(resolve(serves(1_000_000), here)).toMatchObject({ window: 131_072, sources: { window: 'table' } })
    const unknown = resolveLimits(
      { model: 'qwen3-32b', baseUrl: here },
      { overrides: {}, learned: serves(1_000_000), table: {}, data: {}, fallback: FALLBACK },
    )
    expect(unknown).toMatchObject({ window: 1_000_000, sources: { window: 'learned' }, notes: [] })
  })

  it('is remembered without user names and queries', () => {
    expect(learnedKey({ model: ' Llama3 ', baseUrl: 'https://me:secret@Host.example:8443/v1/?key=1#x' })).toBe(
      'llama3 at host.example:8443/v1',
    )
    expect(learnedKey({ model: 'gpt-4o' })).toBe('gpt-4o')
  })
})
