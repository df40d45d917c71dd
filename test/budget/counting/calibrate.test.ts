import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Calibration,
  coldCalibration,
  factorFor,
  familyOf,
  observe,
  observeLimit,
  scaleCount,
} from '../../../src/budget/calibrate.ts'

const cold = coldCalibration('o200k_base')
const CLAUDE = familyOf('claude-sonnet-4-5')

/** What remains after reports of these ratios, each of a request of 10,000 tokens. */
const after = (...ratios: readonly number[]): Calibration =>
  ratios.reduce(
    (learned, ratio) => observe(learned, { family: CLAUDE, estimated: 10_000, reported: ratio * 10_000, afterCommit: true }),
    cold,
  )
const factor = (...ratios: readonly number[]): number => factorFor(after(...ratios), CLAUDE).factor
const margin = (...ratios: readonly number[]): number => factorFor(after(...ratios), CLAUDE).margin

describe('before anything is known', () => {
  it('A5 · counts for a model whose tokenizer we lack carry a margin of a tenth', () => {
    expect(factorFor(cold, CLAUDE)).toEqual({ factor: 1, margin: 0.1 })
    expect(factorFor(cold, familyOf('some-model-nobody-knows'))).toEqual({ factor: 1, margin: 0.1 })
  })

  it.each(['gpt-4o', 'openai/gpt-4.1-mini', 'gpt-5.1-codex', 'o3', 'o4-mini-2025-04-16', 'gpt-oss-120b', 'chatgpt-4o-latest'])(
    'A5 · counts for %s carry none: our tokenizer is its own',
    (model) => {
      expect(factorFor(cold, familyOf(model))).toEqual({ factor: 1, margin: 0 })
    },
  )

  it.each(['gpt-4', 'gpt-4-turbo', 'gpt-3.5-turbo-0125'])('A5 · %s is exact for its own tokenizer, not for o200k', (model) => {
    expect(factorFor(cold, familyOf(model)).margin).toBe(0.1)
    expect(factorFor(coldCalibration('cl100k_base'), familyOf(model)).margin).toBe(0)
  })

  it('A5 · an estimate by characters is exact for no model', () => {
    expect(factorFor(coldCalibration('characters'), familyOf('gpt-4o')).margin).toBe(0.1)
  })

  it('F11 · models whose tokenizer we do not know are not mixed up', () => {
    expect(familyOf('anthropic/claude-sonnet-4.5')).toBe(CLAUDE)
    expect(familyOf('claude-opus-4-1')).not.toBe(CLAUDE)
    expect(factorFor(after(1.2, 1.2, 1.2), familyOf('claude-opus-4-1'))).toEqual({ factor: 1, margin: 0.1 })
  })
})

describe('what reports teach', () => {
  it('F11 · five reports that agree give their ratio and the smallest margin', () => {
    expect(factor(1.17, 1.17, 1.17, 1.17, 1.17)).toBeCloseTo(1.17)
    expect(margin(1.17, 1.17, 1.17, 1.17, 1.17)).toBe(0.02)
  })

  it('F11 · the margin shrinks report by report', () => {
    const margins = [1, 2, 3, 4, 5].map((count) => margin(...Array<number>(count).fill(1)))
    expect(margins).toEqual(margins.toSorted((a, b) => b - a))
    expect(margins[0]).toBeCloseTo(0.08)
  })

  it('F11 · one report never lowers the factor: it may be the first wrong one', () => {
    expect(factor(0.3)).toBe(1)
    expect(factor(1.3)).toBeCloseTo(1.3)
  })

  it('F11 · two wrong reports of seven change nothing: a cached prompt, a sum over steps', () => {
    expect(factor(1.2, 1.2, 0.3, 1.2, 1.2, 3, 1.2)).toBeCloseTo(1.2)
  })

  it('F11 · a report that is too high widens the margin at once, one that is too low does not', () => {
    expect(margin(1.2, 1.2, 1.2, 1.2, 1.2, 1.38)).toBeCloseTo(0.15 + 0.02)
    expect(margin(1.2, 1.2, 1.2, 1.2, 1.2, 0.9)).toBe(0.02)
    expect(margin(1.2, 1.2, 1.2, 1.2, 1.2, 5)).toBe(0.3)
  })

  it('F11 · a provider that always reports too little is not believed below three quarters', () => {
    expect(factor(0.4, 0.4, 0.4, 0.4, 0.4, 0.4)).toBe(0.75)
  })

  it.each([
    ['bytes instead of tokens', 10_000, 80_000],
    ['only what was not cached', 10_000, 150],
    ['nothing', 10_000, 0],
    ['no number', 10_000, Number.NaN],
    ['a request too small to learn from', 100, 130],
    ['an empty request', 0, 130],
  ])('F11 · %s teaches nothing', (_, estimated, reported) => {
    expect(observe(cold, { family: CLAUDE, estimated, reported, afterCommit: true })).toBe(cold)
  })

  it('case 70 · a report from before the last commit teaches nothing: it is about a larger request', () => {
    expect(observe(cold, { family: CLAUDE, estimated: 10_000, reported: 13_000, afterCommit: false })).toBe(cold)
  })

  it('case 46 · a report about much encrypted reasoning teaches nothing: it may not be in it', () => {
    const seen = { family: CLAUDE, estimated: 10_000, reported: 8_000, afterCommit: true }
    expect(observe(cold, { ...seen, hidden: 2_000 })).toBe(cold)
    expect(observe(cold, { ...seen, hidden: 100 })).not.toBe(cold)
  })

  it('F11 · an overflow error that gives its count is a report', () => {
    const taught = observeLimit(cold, { family: CLAUDE, estimated: 180_000, actual: 213_462, limit: 200_000 })
    expect(factorFor(taught, CLAUDE).factor).toBeCloseTo(213_462 / 180_000, 3)
  })

  it('F11 · an overflow error that only names its limit raises a count that was below it, and no other', () => {
    const taught = observeLimit(cold, { family: CLAUDE, estimated: 110_000, limit: 128_000 })
    expect(scaleCount(110_000, factorFor(taught, CLAUDE)).expected).toBeGreaterThan(127_990)
    expect(observeLimit(cold, { family: CLAUDE, estimated: 130_000, limit: 128_000 })).toBe(cold)
    expect(observeLimit(cold, { family: CLAUDE, estimated: 130_000 })).toBe(cold)
  })

  it('F11 · is plain JSON, and never changed in place', () => {
    const before = after(1.1, 1.2)
    const frozen = JSON.stringify(before)
    const next = observe(before, { family: '__proto__', estimated: 1_000, reported: 1_100, afterCommit: true })
    expect(JSON.stringify(before)).toBe(frozen)
    expect(JSON.parse(JSON.stringify(next))).toEqual(next)
    expect(factorFor(JSON.parse(JSON.stringify(next)) as Calibration, '__proto__').factor).toBeCloseTo(1.1)
  })

  it('F11 · stays sane whatever it is fed', () => {
    const any = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, Number.POSITIVE_INFINITY))
    const seen = fc.record({ family: fc.constantFrom('a', 'b'), estimated: any, reported: any, afterCommit: fc.boolean() })
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 30 }), (all) => {
        const taught = all.reduce(observe, cold)
        for (const family of ['a', 'b']) {
          const found = factorFor(taught, family)
          expect(found.factor).toBeGreaterThanOrEqual(0.75)
          expect(found.factor).toBeLessThanOrEqual(6)
          expect(found.margin).toBeGreaterThanOrEqual(0.02)
          expect(found.margin).toBeLessThanOrEqual(0.3)
          expect(taught.families[family]?.length ?? 0).toBeLessThanOrEqual(7)
        }
      }),
    )
  })

  it('A5 · a count is scaled to what is expected and to the most it may be', () => {
    expect(scaleCount(1_000, { factor: 1.2, margin: 0.1 })).toEqual({ expected: 1_200, most: 1_320 })
    expect(scaleCount(1_000, { factor: 1, margin: 0 })).toEqual({ expected: 1_000, most: 1_000 })
  })
})

describe('the worked example of docs/counting.md', () => {
  const lines = readFileSync('docs/counting.md', 'utf8').matchAll(
    /^\| ([\d,]+) +\| ([\d,]+) +\| ([\d.]+) +\| ([\d.]+) +\| ([\d.]+) % +\|/gm,
  )
  const number = (text = ''): number => Number(text.replaceAll(',', ''))

  it('F11 · is what the code does', () => {
    let learned = cold
    let checked = 0
    for (const [, estimated, reported, ratio, factorThen, marginThen] of lines) {
      learned = observe(learned, { family: CLAUDE, estimated: number(estimated), reported: number(reported), afterCommit: true })
      expect(number(reported) / number(estimated)).toBeCloseTo(number(ratio), 2)
      expect(factorFor(learned, CLAUDE).factor).toBeCloseTo(number(factorThen), 2)
      expect(factorFor(learned, CLAUDE).margin * 100).toBeCloseTo(number(marginThen), 1)
      checked += 1
    }
    expect(checked).toBe(6)
    expect(scaleCount(100_000, factorFor(learned, CLAUDE)).expected).toBe(118_000)
    expect(scaleCount(100_000, factorFor(learned, CLAUDE)).most).toBeLessThanOrEqual(143_400)
  })
})
