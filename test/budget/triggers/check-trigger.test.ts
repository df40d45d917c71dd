import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTrigger, releaseTokens } from '../../../src/budget/triggers/check-trigger.ts'
import {
  above,
  allOf,
  anyOf,
  at,
  automatically,
  bytesAbove,
  fractionOfUsable,
  fractionOfWindow,
  idleLongerThan,
  inputShare,
  manual,
  messageFloor,
  off,
  overflow,
  preset,
  tokensAbove,
  usableShare,
} from '../../../src/budget/triggers.ts'
import type { Trigger } from '../../../src/schema/trigger.ts'
import { caught, failureIn } from '../../support/caught.ts'
import { anyTrigger, reading } from './reading.ts'

const refused = (trigger: Trigger): unknown => failureIn(caught(() => checkTrigger(trigger)))

describe('a trigger', () => {
  it('that makes sense is taken', () => {
    expect(() => checkTrigger(off())).not.toThrow()
    const settled = at('settle', allOf(fractionOfUsable(0.9), messageFloor(10), manual()))
    expect(() => checkTrigger(automatically(settled))).not.toThrow()
  })

  it.each([0, -0.1, 1.01, Number.NaN])('may not wait for a share of %d', (share) => {
    expect(refused(automatically(fractionOfWindow(share)))).toEqual({
      code: 'budget-invalid',
      field: 'trigger.of[2].mark.share',
      value: share,
      expected: 'more than 0 and at most 1',
    })
  })

  it.each([
    [tokensAbove(-5), 'trigger.mark.tokens', -5],
    [tokensAbove(preset(0.5)), 'trigger.mark.tokens', 0.5],
    [tokensAbove(5, { 'gpt-4o': 0 }), 'trigger.mark.perModel.gpt-4o', 0],
    [above(inputShare(0.8, preset(0)), 'history'), 'trigger.mark.most', 0],
    [above(inputShare(0.8, 10, { safety: -1 }), 'history'), 'trigger.mark.less.safety', -1],
    [messageFloor(-1), 'trigger.keep', -1],
    [bytesAbove(0), 'trigger.above', 0],
    [at('settle', idleLongerThan(1.5)), 'trigger.when.longerThanMs', 1.5],
    [anyOf(), 'trigger.of.length', 0],
    [allOf(), 'trigger.of.length', 0],
  ])('names the field that is wrong: %j', (trigger, field, value) => {
    expect(refused(trigger)).toMatchObject({ code: 'budget-invalid', field, value })
  })

  it('F18 · is off as a whole or not at all', () => {
    expect(refused(anyOf(manual(), off()))).toMatchObject({ code: 'input-invalid', at: 'trigger.of[1]' })
  })

  it('may not wait for two moments at once', () => {
    expect(refused(allOf(at('settle', fractionOfUsable(0.9)), messageFloor(10)))).toEqual({
      code: 'input-invalid',
      at: 'trigger.of',
      expected: 'parts that are checked at one moment',
      found: 'settle and prepare',
    })
    expect(() => checkTrigger(anyOf(at('settle', fractionOfUsable(0.9)), messageFloor(10)))).not.toThrow()
    expect(() => checkTrigger(allOf(at('settle', fractionOfUsable(0.9)), overflow()))).not.toThrow()
  })

  it('holds what is left for messages against nothing but messages', () => {
    expect(refused(above(inputShare(0.85, preset(100_000))))).toMatchObject({ at: 'trigger.counts', found: '"request"' })
  })

  it('from a file may be of no kind we know', () => {
    expect(refused(JSON.parse('{"kind":"sometimes"}') as Trigger)).toMatchObject({ at: 'trigger.kind', found: '"sometimes"' })
    expect(refused(JSON.parse('{"kind":"toString"}') as Trigger)).toMatchObject({ at: 'trigger.kind' })
  })

  it('is never refused by more than its own mistakes', () => {
    // What is drawn has no wrong number and no `off`: only moments can contradict each other.
    fc.assert(
      fc.property(anyTrigger, (trigger) => {
        const failure = failureOf(trigger)
        expect(failure === undefined || String(failure).includes('parts that are checked at one moment')).toBe(true)
      }),
    )
  })
})

describe('a release mark', () => {
  it('may lie at the trigger, not above it', () => {
    const trigger = automatically(anyOf(fractionOfUsable(0.9), tokensAbove(70_000)))
    const now = reading()
    expect(() => releaseTokens(trigger, usableShare(0.7), now)).not.toThrow()
    expect(() => releaseTokens(trigger, { kind: 'tokens', tokens: 70_000, perModel: {} }, now)).not.toThrow()
    expect(failureIn(caught(() => releaseTokens(trigger, { kind: 'tokens', tokens: 70_400, perModel: {} }, now)))).toEqual({
      code: 'budget-invalid',
      field: 'release',
      value: 70_400,
      expected: 'at most the 70,000 tokens at which the trigger fires',
    })
  })

  it('case 101 · that is a share is one of the trigger’s number if the window is larger', () => {
    const trigger = automatically(tokensAbove(70_000))
    expect(releaseTokens(trigger, usableShare(0.5), reading({ window: 1_000_000 }))).toBe(35_000)
    expect(releaseTokens(trigger, usableShare(0.5), reading({ window: 72_000 }))).toBe(30_000)
  })

  it('goes with a trigger that has no mark at all', () => {
    expect(() => releaseTokens(manual(), usableShare(0.6), reading())).not.toThrow()
  })
})

function failureOf(trigger: Trigger): unknown {
  try {
    checkTrigger(trigger)
    return undefined
  } catch (error) {
    return error
  }
}
