import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actsByItself, decide } from '../../../src/budget/triggers/decide.ts'
import { evaluate } from '../../../src/budget/triggers/evaluate.ts'
import {
  allOf,
  anyOf,
  at,
  automatically,
  fractionOfUsable,
  manual,
  messageFloor,
  off,
  overflow,
} from '../../../src/budget/triggers.ts'
import { anyTrigger, reading, readings } from './reading.ts'

const full = { tokens: 88_001 }

describe('off', () => {
  it('F18 · nothing fires by itself, whatever happens', () => {
    fc.assert(
      fc.property(readings, (now) => {
        if (now.forced === 'manual') return
        expect(evaluate(off(), now)).toEqual({ fires: false, reason: 'compaction is off', adjustments: [] })
        expect(decide(off(), now).kind).not.toBe('compact')
      }),
    )
  })

  it('F18 · a request that still fits goes on; one that does not is refused with the numbers', () => {
    expect(decide(off(), reading({ tokens: 88_000 }))).toEqual({ kind: 'go-on' })
    expect(decide(off(), reading(full))).toEqual({
      kind: 'refuse',
      reason: 'compaction is off',
      unit: 'tokens',
      needed: 88_001,
      available: 88_000,
    })
  })

  it('case 72, F18 · an overflow that the provider reports is refused too; what is asked for by hand is not', () => {
    expect(decide(off(), reading({ forced: 'overflow' }))).toMatchObject({ kind: 'refuse', reason: 'compaction is off' })
    expect(decide(off(), reading({ forced: 'manual' }))).toMatchObject({ kind: 'compact', reason: 'it was asked for' })
  })
})

describe('by hand only, as amp has it', () => {
  it('F18 · acts when asked and otherwise refuses what does not fit', () => {
    expect(decide(manual(), reading({ forced: 'manual' }))).toEqual({
      kind: 'compact',
      by: 'trigger',
      reason: 'it was asked for',
    })
    expect(decide(manual(), reading({ tokens: 88_000 }))).toEqual({ kind: 'go-on' })
    expect(decide(manual(), reading(full))).toMatchObject({ kind: 'refuse', needed: 88_001, available: 88_000 })
    expect(decide(manual(), reading({ ...full, forced: 'overflow' }))).toMatchObject({ kind: 'refuse' })
  })
})

describe('a policy that acts by itself', () => {
  const layer = automatically(allOf(fractionOfUsable(0.9), messageFloor(10)))

  it('D3 · gives way to the law that every request fits: a floor of messages does not hold at the limit', () => {
    expect(decide(layer, reading({ tokens: 88_000, messages: 5 }))).toEqual({ kind: 'go-on' })
    expect(decide(layer, reading({ ...full, messages: 5 }))).toEqual({
      kind: 'compact',
      by: 'L3',
      reason:
        '88,001 tokens do not fit into 88,000, the window of 100,000 less the 12,000 that the answer may take, ' +
        'although the policy alone would wait: ' +
        'nobody asked for it; the provider refused nothing; 5 messages do not exceed the 11 that are kept',
    })
  })

  it('case 26 · the reserve is not off by one: window − reserve fits, one more does not', () => {
    const trigger = automatically(at('settle', fractionOfUsable(1)))
    expect(decide(trigger, reading({ tokens: 88_000 }))).toEqual({ kind: 'go-on' })
    expect(decide(trigger, reading({ tokens: 88_001 }))).toMatchObject({ kind: 'compact', by: 'L3' })
  })

  it('E1 · acts once the provider has refused a request, however small we think it is', () => {
    expect(decide(layer, reading({ forced: 'overflow', messages: 3 }))).toEqual({
      kind: 'compact',
      by: 'trigger',
      reason: 'the provider refused the request for its size',
    })
  })

  it('has nothing to send after a turn, so that the law waits for the next call', () => {
    expect(decide(layer, reading({ ...full, moment: 'settle' }))).toEqual({ kind: 'go-on' })
  })

  it('is one that something besides a request by hand can set off', () => {
    expect(actsByItself(manual())).toBe(false)
    expect(actsByItself(anyOf(manual(), off()))).toBe(false)
    expect(actsByItself(anyOf(manual(), overflow()))).toBe(true)
    expect(actsByItself(allOf(manual(), fractionOfUsable(0.9)))).toBe(false)
  })
})

describe('every decision', () => {
  it('lets nothing go on that does not fit, and compacts where the trigger fires', () => {
    fc.assert(
      fc.property(anyTrigger, readings, (trigger, now) => {
        const { kind } = decide(trigger, now)
        const fits = now.tokens <= now.window - now.reserve && (now.byteLimit === undefined || now.bytes <= now.byteLimit)
        if (kind === 'go-on') expect(fits || now.moment === 'settle').toBe(true)
        if (evaluate(trigger, now).fires) expect(kind).toBe('compact')
        if (kind === 'refuse') expect(actsByItself(trigger) && now.forced === undefined).toBe(false)
      }),
    )
  })
})
