import fc from 'fast-check'
import * as triggers from '../../../src/budget/triggers.ts'
import type { Reading, Trigger } from '../../../src/schema/trigger.ts'

/** A quiet moment before a call to a model of 100,000 tokens, 12,000 of them for the answer: 88,000 are usable. */
export function reading(changes: Partial<Reading> = {}): Reading {
  return {
    moment: 'prepare',
    forced: undefined,
    model: 'gpt-4o',
    window: 100_000,
    reserve: 12_000,
    tokens: 1_000,
    system: 0,
    tools: 0,
    usageTokens: undefined,
    bytes: 4_000,
    byteLimit: undefined,
    messages: 50,
    turns: 10,
    idleMs: undefined,
    ...changes,
  }
}

/** Any moment that can be. */
export const readings: fc.Arbitrary<Reading> = fc.record({
  moment: fc.constantFrom('prepare', 'settle'),
  forced: fc.constantFrom(undefined, undefined, 'manual', 'overflow'),
  model: fc.constantFrom('gpt-4o', 'claude-opus-5', ''),
  window: fc.integer({ min: 1_000, max: 1_000_000 }),
  reserve: fc.integer({ min: 0, max: 999 }),
  tokens: fc.integer({ min: 0, max: 1_200_000 }),
  system: fc.constant(0),
  tools: fc.constant(0),
  usageTokens: fc.option(fc.integer({ min: 0, max: 1_200_000 }), { nil: undefined }),
  bytes: fc.integer({ min: 0, max: 50_000_000 }),
  byteLimit: fc.constantFrom(undefined, 32_000_000),
  messages: fc.integer({ min: 0, max: 100 }),
  turns: fc.integer({ min: 0, max: 30 }),
  idleMs: fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: undefined }),
})

const share = fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100)

/** Any trigger that makes sense, nested up to three deep. */
export const anyTrigger: fc.Arbitrary<Trigger> = fc.letrec<{ trigger: Trigger }>((tie) => ({
  trigger: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    share.map(triggers.fractionOfWindow),
    share.map(triggers.fractionOfUsable),
    fc.integer({ min: 0, max: 999 }).map(triggers.intoReserve),
    fc
      .integer({ min: 1, max: 500_000 })
      .map((tokens) => triggers.tokensAbove({ preset: tokens }, { 'gpt-4o': { preset: 244_000 } })),
    fc.integer({ min: 0, max: 40 }).map(triggers.messageFloor),
    fc.integer({ min: 0, max: 10 }).map(triggers.turnFloor),
    fc.integer({ min: 1, max: 40_000_000 }).map(triggers.bytesAbove),
    fc.integer({ min: 1, max: 5_000_000 }).map(triggers.idleLongerThan),
    fc.constantFrom(triggers.manual(), triggers.overflow()),
    fc
      .tuple(fc.constantFrom('prepare' as const, 'settle' as const), tie('trigger'))
      .map(([moment, when]) => triggers.at(moment, when)),
    fc.array(tie('trigger'), { minLength: 1, maxLength: 3 }).map((of) => triggers.anyOf(...of)),
    fc.array(tie('trigger'), { minLength: 1, maxLength: 3 }).map((of) => triggers.allOf(...of)),
  ),
})).trigger
