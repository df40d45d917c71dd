import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../src/budget/triggers/decide.ts'
import { evaluate } from '../../../src/budget/triggers/evaluate.ts'
import {
  allOf,
  anyOf,
  at,
  automatically,
  bytesAbove,
  fractionOfUsable,
  idleLongerThan,
  manual,
  messageFloor,
  off,
  overflow,
  preset,
  tokensAbove,
  turnFloor,
} from '../../../src/budget/triggers.ts'
import type { Trigger } from '../../../src/schema/trigger.ts'
import { anyTrigger, reading, readings } from './reading.ts'

const fires = (trigger: Trigger, changes = {}): boolean => evaluate(trigger, reading(changes)).fires
const reason = (trigger: Trigger, changes = {}): string => evaluate(trigger, reading(changes)).reason

describe('triggers', () => {
  it('compose as the words say', () => {
    fc.assert(
      fc.property(fc.array(anyTrigger, { minLength: 1, maxLength: 4 }), readings, (parts, now) => {
        const each = parts.map((part) => evaluate(part, now).fires)
        expect(evaluate(anyOf(...parts), now).fires).toBe(each.includes(true))
        expect(evaluate(allOf(...parts), now).fires).toBe(!each.includes(false))
      }),
    )
  })

  it('are plain data: what comes back from a file does the same', () => {
    fc.assert(
      fc.property(anyTrigger, readings, (trigger, now) => {
        const stored = JSON.parse(JSON.stringify(trigger)) as Trigger
        expect(stored).toEqual(trigger)
        expect(evaluate(stored, now)).toEqual(evaluate(trigger, now))
      }),
    )
  })

  it('give the reason of the part that decides', () => {
    const both = [fractionOfUsable(0.9), messageFloor(10)] as const
    const high = { tokens: 81_200 }
    expect(reason(anyOf(...both), high)).toBe('81,200 tokens exceed 90 % of 88,000 usable')
    expect(reason(allOf(...both), high)).toBe(
      '81,200 tokens exceed 90 % of 88,000 usable and 50 messages exceed the 11 that are kept',
    )
    expect(reason(allOf(...both), { ...high, messages: 11 })).toBe('11 messages do not exceed the 11 that are kept')
    expect(reason(anyOf(...both), { messages: 11 })).toBe(
      '1,000 tokens do not exceed 90 % of 88,000 usable; 11 messages do not exceed the 11 that are kept',
    )
  })

  it('check before a call unless they say otherwise', () => {
    const full = { tokens: 90_000 }
    expect(fires(fractionOfUsable(0.9), full)).toBe(true)
    expect(fires(fractionOfUsable(0.9), { ...full, moment: 'settle' })).toBe(false)
    expect(fires(at('settle', fractionOfUsable(0.9)), full)).toBe(false)
    expect(fires(at('settle', allOf(fractionOfUsable(0.9), messageFloor(10))), { ...full, moment: 'settle' })).toBe(true)
    expect(reason(at('settle', fractionOfUsable(0.9)), full)).toBe('this is prepare, not settle')
  })

  it('that were asked for know no moment', () => {
    for (const moment of ['prepare', 'settle']) {
      expect(fires(manual(), { moment, forced: 'manual' })).toBe(true)
      expect(fires(at('settle', overflow()), { moment, forced: 'overflow' })).toBe(true)
    }
    expect(fires(manual(), { forced: 'overflow' })).toBe(false)
    expect(fires(overflow(), { forced: 'manual' })).toBe(false)
  })

  it('fire when the cache has gone cold, which takes longer than it lives', () => {
    const cold = idleLongerThan(300_000)
    expect(fires(cold, { idleMs: undefined })).toBe(false)
    expect(fires(cold, { idleMs: 300_000 })).toBe(false)
    expect(fires(cold, { idleMs: 300_001 })).toBe(true)
    expect(reason(cold, { idleMs: 7_200_000 })).toBe('7,200 s without a call exceed 300 s')
  })

  it('keep turns as they keep messages, but turns have no system message among them', () => {
    expect(fires(turnFloor(2), { turns: 2 })).toBe(false)
    expect(fires(turnFloor(2), { turns: 3 })).toBe(true)
  })
})

describe('bytes', () => {
  it('case 29 · fire while tokens are low, and at the hard limit whatever the trigger says', () => {
    const trigger = automatically(anyOf(fractionOfUsable(0.9), bytesAbove(28_000_000)))
    const images = { tokens: 9_000, byteLimit: 32_000_000 }
    expect(fires(trigger, { ...images, bytes: 28_000_000 })).toBe(false)
    expect(reason(trigger, { ...images, bytes: 28_000_001 })).toBe('28,000,001 bytes exceed 28,000,000')
    const tokensOnly = automatically(fractionOfUsable(0.9))
    expect(decide(tokensOnly, reading({ ...images, bytes: 32_000_000 }))).toEqual({ kind: 'go-on' })
    expect(decide(tokensOnly, reading({ ...images, bytes: 32_000_001 }))).toMatchObject({ kind: 'compact', by: 'L3' })
    expect(decide(off(), reading({ ...images, bytes: 32_000_001 }))).toMatchObject({
      kind: 'refuse',
      needed: 32_000_001,
      available: 32_000_000,
    })
  })
})

describe('a window of a million', () => {
  it('case 25 · never fills to nine tenths, so that a fixed number has to fire', () => {
    const long = { window: 1_000_000, reserve: 64_000, tokens: 400_000 }
    expect(fires(fractionOfUsable(0.9), long)).toBe(false)
    expect(reason(anyOf(fractionOfUsable(0.9), tokensAbove(preset(250_000))), long)).toBe('400,000 tokens exceed 250,000')
  })
})

describe('reported usage', () => {
  const trigger = fractionOfUsable(0.9)

  it('case 70 · from before the last commit is not there, and so sets nothing off', () => {
    expect(fires(trigger, { tokens: 50_000, usageTokens: 95_000 })).toBe(true)
    expect(fires(trigger, { tokens: 50_000, usageTokens: undefined })).toBe(false)
  })

  it('case 70 · of zero, as local servers report it, hides nothing', () => {
    expect(fires(trigger, { tokens: 90_000, usageTokens: 0 })).toBe(true)
    const reported: Trigger = { kind: 'size', counts: 'reported', border: 'above', mark: { kind: 'usable-share', share: 0.9 } }
    expect(fires(reported, { tokens: 90_000, usageTokens: 0 })).toBe(true)
    expect(fires(reported, { tokens: 90_000, usageTokens: 40_000 })).toBe(false)
  })
})
