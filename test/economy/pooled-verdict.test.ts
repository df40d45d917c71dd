import { expect, it } from 'vitest'
import type { PooledCell } from '../../eval/economy/on-sessions.ts'
import { pooledVerdict } from '../../eval/economy/tables.ts'

const cell = (window: number, balanced: number, timeline: number): PooledCell => ({
  ...{ sheet: 'OpenAI', window, sessions: 3, cached: { share: 1, most: 1, full: 1 } },
  costs: new Map([
    ['balanced', { cost: balanced, commits: 1 }],
    ['timeline', { cost: timeline, commits: 1 }],
  ]),
})

it('the pools of real sessions say where another preset is cheaper', () => {
  expect(pooledVerdict([cell(32_000, 2, 2), cell(128_000, 2.02, 2)])).toBe(
    'balanced: cheapest in 1 of 2 pools of real sessions\n  cheaper: 128000 OpenAI, 3 sessions: timeline by 1.00 %',
  )
})
