import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isArmed } from '../../../src/budget/release.ts'
import { decide } from '../../../src/budget/triggers/decide.ts'
import { automatically, fractionOfUsable } from '../../../src/budget/triggers.ts'
import type { Landing, Reading } from '../../../src/schema/trigger.ts'
import { reading } from './reading.ts'

const LIMIT = 100_000
const RELEASE = 60_000
const trigger = automatically(fractionOfUsable(0.9))

/** In a usable window of 100,000: fires above 90,000, comes down to 60,000. */
function landed(tokens: number, bytes?: Landing['bytes']): Landing {
  return { tokens: { landed: tokens, release: RELEASE, limit: LIMIT }, bytes }
}

function at(tokens: number, changes: Partial<Reading> = {}): Reading {
  return reading({ window: LIMIT, reserve: 0, tokens, ...changes })
}

describe('after a compaction that came down to its release mark', () => {
  it('nothing fires until tokens exceed the trigger again', () => {
    for (const tokens of [60_000, 75_000, 90_000]) expect(decide(trigger, at(tokens), landed(60_000)).kind).toBe('go-on')
    expect(decide(trigger, at(90_001), landed(60_000)).kind).toBe('compact')
  })

  it('A30 · what the compaction wrote itself sets nothing off, however large it is', () => {
    expect(isArmed(landed(60_000), at(60_000))).toBe(false)
    expect(decide(trigger, at(95_000), landed(95_000))).toEqual({ kind: 'go-on' })
    expect(isArmed(landed(60_000), at(60_001))).toBe(true)
  })

  it('by hand is always allowed', () => {
    expect(isArmed(landed(95_000), at(95_000, { forced: 'manual' }))).toBe(true)
    expect(decide(trigger, at(1_000, { forced: 'manual' }), landed(1_000)).kind).toBe('compact')
  })
})

describe('after a compaction that could not come down', () => {
  it('case 24 · what is left up to the limit is halved before it is tried again', () => {
    expect(decide(trigger, at(95_999), landed(92_000))).toEqual({ kind: 'go-on' })
    expect(decide(trigger, at(96_000), landed(92_000)).kind).toBe('compact')
  })

  it('a request over the limit is compacted all the same', () => {
    expect(decide(trigger, at(100_001), landed(99_999)).kind).toBe('compact')
  })

  it('case 69 · usage that oscillates around the trigger does not flap', () => {
    let landing: Landing | undefined
    let compactions = 0
    for (let step = 0; step < 1_000; step += 1) {
      const now = at(step % 2 === 0 ? 90_100 : 89_900)
      if (decide(trigger, now, landing).kind !== 'compact') continue
      compactions += 1
      landing = landed(89_900)
    }
    expect(compactions).toBe(1)
  })

  it('one that achieves nothing is tried a dozen times up to the limit, not ten thousand', () => {
    let landing: Landing | undefined
    let compactions = 0
    for (let tokens = 80_000; tokens <= LIMIT; tokens += 1) {
      if (decide(trigger, at(tokens), landing).kind !== 'compact') continue
      compactions += 1
      landing = landed(tokens)
    }
    expect(compactions).toBeGreaterThan(1)
    expect(compactions).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(LIMIT - 90_000)))
  })

  it('between two of them a request grows by half of what was left, or is over the limit', () => {
    const steps = fc.array(fc.integer({ min: -2_000, max: 3_000 }), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_000 }), steps, (fixed, growth) => {
        for (const { from, tokens } of compactions(fixed, growth).slice(1)) {
          const enough = from <= RELEASE ? 90_001 - from : (LIMIT - from) / 2
          expect(tokens > LIMIT || tokens - from >= enough).toBe(true)
        }
      }),
    )
  })
})

describe('a limit that became smaller', () => {
  const switched = { window: LIMIT / 10 }

  it('case 75 · by a switch to a model with a tenth of the window arms at once; back again it does not fire', () => {
    const before = landed(40_000)
    expect(decide(trigger, at(40_000), before)).toEqual({ kind: 'go-on' })
    expect(decide(trigger, at(40_000, switched), before).kind).toBe('compact')
    const after: Landing = { tokens: { landed: 6_000, release: 6_000, limit: LIMIT / 10 }, bytes: undefined }
    expect(decide(trigger, at(6_000, switched), after)).toEqual({ kind: 'go-on' })
    expect(decide(trigger, at(6_500), after)).toEqual({ kind: 'go-on' })
  })

  it('case 75 · a smaller window in which everything fits changes nothing', () => {
    expect(decide(trigger, at(5_000, switched), landed(5_000))).toEqual({ kind: 'go-on' })
  })

  it('case 30 · by what an overflow taught arms at once', () => {
    expect(decide(trigger, at(80_000, { window: 85_000 }), landed(80_000)).kind).toBe('compact')
  })
})

describe('bytes', () => {
  const bytes = { landed: 30_000_000, release: 20_000_000, limit: 32_000_000 }

  it('case 29 · that could not come down hold back like tokens', () => {
    const near = (now: number): Reading => at(50_000, { bytes: now, byteLimit: 32_000_000 })
    expect(isArmed(landed(40_000, bytes), near(30_500_000))).toBe(false)
    expect(isArmed(landed(40_000, bytes), near(31_000_000))).toBe(true)
    expect(isArmed(landed(40_000, { ...bytes, landed: 19_000_000 }), near(30_500_000))).toBe(true)
  })

  it('that hold back do so only as long as tokens fit', () => {
    const held = (tokens: number): Reading => at(tokens, { bytes: 30_500_000, byteLimit: 32_000_000 })
    expect(isArmed(landed(40_000, bytes), held(100_000))).toBe(false)
    expect(isArmed(landed(40_000, bytes), held(100_001))).toBe(true)
  })

  it('that came down do not speak for tokens that could not', () => {
    const fine = { ...bytes, landed: 10_000_000 }
    expect(isArmed(landed(92_000, fine), at(93_000, { bytes: 11_000_000, byteLimit: 32_000_000 }))).toBe(false)
    expect(isArmed(landed(92_000, fine), at(96_000, { bytes: 11_000_000, byteLimit: 32_000_000 }))).toBe(true)
  })

  it('growth in bytes alone is growth', () => {
    const fine = { ...bytes, landed: 10_000_000 }
    expect(isArmed(landed(40_000, fine), at(40_000, { bytes: 10_000_000, byteLimit: 32_000_000 }))).toBe(false)
    expect(isArmed(landed(40_000, fine), at(40_000, { bytes: 10_000_001, byteLimit: 32_000_000 }))).toBe(true)
  })
})

/** A conversation that grows (and is recounted) step by step, of which a part cannot be folded: where each compaction began and ended. */
function compactions(fixed: number, growth: readonly number[]): readonly { readonly from: number; readonly tokens: number }[] {
  const made: { from: number; tokens: number }[] = []
  let tokens = fixed
  let landing: Landing | undefined
  for (const step of growth) {
    tokens = Math.max(0, tokens + step)
    if (decide(trigger, at(tokens), landing).kind !== 'compact') continue
    made.push({ from: landing?.tokens.landed ?? 0, tokens })
    tokens = Math.min(tokens, Math.max(RELEASE, fixed))
    landing = landed(tokens)
  }
  return made
}
