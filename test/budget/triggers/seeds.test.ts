import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../src/budget/triggers/evaluate.ts'
import {
  above,
  allOf,
  at,
  fractionOfUsable,
  fractionOfWindow,
  from,
  inputShare,
  intoReserve,
  messageFloor,
  preset,
  tokensAbove,
  windowShare,
} from '../../../src/budget/triggers.ts'
import type { Reading, Trigger } from '../../../src/schema/trigger.ts'
import { reading } from './reading.ts'

const LAYER = { system: preset(2_000), output: preset(4_000), safety: preset(5_000) }

/** The least whole number of tokens at which a trigger fires. Fails if it does not fire from there on. */
function border(trigger: Trigger, changes: Partial<Reading>): number {
  const fires = (tokens: number): boolean => evaluate(trigger, reading({ ...changes, tokens })).fires
  let [low, high] = [0, 2_000_000]
  while (low < high) {
    const middle = (low + high) >> 1
    if (fires(middle)) high = middle
    else low = middle + 1
  }
  expect(fires(low)).toBe(true)
  return low
}

describe('the triggers of the seeds fire', () => {
  it('B1 · claude-code: at 95 % of the window, inclusive', () => {
    expect(border(from(windowShare(0.95)), { window: 200_000 })).toBe(190_000)
  })

  it('B2 · codex: above a fixed number, which models have of their own', () => {
    const trigger = tokensAbove(preset(180_000), { 'gpt-5.1-codex-max': preset(244_000) })
    expect(border(trigger, { window: 272_000, model: 'gpt-5-codex' })).toBe(180_001)
    expect(border(trigger, { window: 272_000, model: 'openai/GPT-5.1-codex-max-2025-11-19' })).toBe(244_001)
  })

  it('B3 · opencode: above context − output', () => {
    expect(border(fractionOfUsable(1), { window: 200_000, reserve: 32_000 })).toBe(168_001)
  })

  it('B5 · pi: above window − 16,384, by what the provider reported', () => {
    const trigger = at('settle', above(windowShare(1, { reserve: preset(16_384) }), 'reported'))
    const settled = { moment: 'settle', window: 200_000, tokens: 10 } as const
    expect(evaluate(trigger, reading({ ...settled, usageTokens: 183_616 })).fires).toBe(false)
    const verdict = evaluate(trigger, reading({ ...settled, usageTokens: 183_617 }))
    expect(verdict).toEqual({
      fires: true,
      reason: '183,617 tokens exceed the window of 200,000 less 16,384',
      adjustments: [],
    })
    expect(border(intoReserve(preset(16_384)), { window: 200_000 })).toBe(183_617)
  })

  it('B20 · the recommendation: above 85 % of the window', () => {
    expect(border(fractionOfWindow(0.85), { window: 128_000 })).toBe(108_801)
  })

  it('A27 · approaching: above 90 % of context − reserve', () => {
    expect(border(fractionOfUsable(0.9), { window: 128_000, reserve: 16_384 })).toBe(Math.floor(0.9 * 111_616) + 1)
  })

  it('C14 · harness: messages above ⌊max × 0.85⌋ less all overheads', () => {
    const less = { safety: preset(500), rehydration: preset(2_000), formatting: preset(300) }
    const trigger = above(inputShare(0.85, preset(100_000), less), 'history')
    const overheads = { window: 200_000, system: 1_200, tools: 3_000 }
    expect(border(trigger, overheads)).toBe(85_000 - 2_800 - 4_200 + 4_200 + 1)
    expect(evaluate(trigger, reading({ ...overheads, tokens: 82_201 })).reason).toBe(
      '78,001 tokens exceed 85 % of 100,000 less 7,000 of overhead',
    )
  })

  it('D2, D3 · layer: at 93,600 of 128,000, inclusive, but not while ten messages and the system message are all there is', () => {
    const trigger = allOf(from(windowShare(0.8, LAYER), 'without-tools'), messageFloor(10))
    expect(border(trigger, { window: 128_000, messages: 12 })).toBe(93_600)
    expect(evaluate(trigger, reading({ window: 128_000, tokens: 120_000, messages: 11 })).fires).toBe(false)
    expect(evaluate(trigger, reading({ window: 128_000, tokens: 120_000, messages: 12 })).fires).toBe(true)
  })

  it('E1 · timeline: system and entries above 90 % of the most; tools do not count', () => {
    const trigger = above(windowShare(0.9), 'without-tools')
    expect(border(trigger, { window: 50_000, tools: 0 })).toBe(45_001)
    expect(border(trigger, { window: 50_000, tools: 2_000 })).toBe(47_001)
  })

  it('exactly where whole numbers say, for every share and window', () => {
    const percents = fc.integer({ min: 1, max: 100 })
    fc.assert(
      fc.property(
        percents,
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.integer({ min: 0, max: 2_000_000 }),
        (percent, window, tokens) => {
          const now = reading({ window, reserve: 0, tokens })
          expect(evaluate(above(windowShare(percent / 100)), now).fires).toBe(tokens * 100 > window * percent)
          expect(evaluate(fractionOfUsable(percent / 100), now).fires).toBe(tokens * 100 > window * percent)
          expect(evaluate(from(windowShare(percent / 100)), now).fires).toBe(tokens >= Math.floor((window * percent) / 100))
        },
      ),
    )
  })
})
