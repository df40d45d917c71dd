import { describe, expect, it } from 'vitest'
import { playCells, playReal } from '../../eval/economy/on-sizes.ts'
import { optimum } from '../../eval/economy/optimum.ts'
import { playPauses } from '../../eval/economy/pause.ts'
import { type Deed, play } from '../../eval/economy/play.ts'
import { plotSession } from '../../eval/economy/plot.ts'
import { costOfCalls, replay, sizesOf } from '../../eval/economy/replay.ts'
import { SHEETS } from '../../eval/economy/sheets.ts'
import { cellVerdict } from '../../eval/economy/tables.ts'
import { makeTrace } from '../../eval/economy/traces.ts'
import { makeWorld } from '../../eval/economy/world.ts'
import { balanced } from '../../src/plan/presets/balanced.ts'

const [anthropic] = SHEETS
const said = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] })
const user = (text: string) => said('user', text)
const answer = (text: string) => said('assistant', text)
const tool = (text: string) => said('tool', text)

describe('the economy on sizes', () => {
  it('finds the least that a session can cost: no other choice of deeds is cheaper', () => {
    if (anthropic === undefined) return
    const deeds: readonly Deed[] = ['nothing', 'prune', 'compact']
    for (const seed of [1, 2, 3, 4]) {
      const trace = makeTrace(seed, 7).map((step) => ({ ...step, input: step.input * 12 }))
      const world = makeWorld(trace, anthropic, 60_000, 2_000)
      const costs = Array.from({ length: 3 ** 6 }, (_, code) => {
        const chosen = Array.from({ length: 6 }, (_, place) => deeds[Math.floor(code / 3 ** place) % 3] ?? 'nothing')
        return play(world, {
          name: 'chosen',
          begin:
            () =>
            ({ at }) =>
              chosen[at - 1] ?? 'nothing',
        }).cost
      })
      expect(optimum(world)).toBeCloseTo(Math.min(...costs), 3)
    }
  })

  it('the default stays within an eighth of the optimum under every sheet', () => {
    const cells = [...playCells(100, { traces: 2, windows: [200_000] })]
    expect(cells.map(({ rows }) => rows[0]?.mean ?? 9).filter((mean) => mean > 1.12)).toEqual([])
    expect(cellVerdict(cells)).toMatch(/^balanced: at most 1\.0\d+ × the optimum/)
  })

  it('holds the sizes of real sessions that exceed a window against the optimum, too', () => {
    const short = [user('Look.'), answer('I look.'), tool('a leak'), answer('There is one.')]
    expect(sizesOf(short).map(({ isPerson }) => isPerson)).toEqual([true, false])
    expect(sizesOf(short).every(({ input, output }) => input > 5 && output > 5)).toBe(true)
    const cells = [...playReal([sizesOf(short), makeTrace(3, 60)], [32_000, 1_000_000])]
    expect(cells.map(({ window, steps }) => [window, steps])).toEqual(SHEETS.map(() => [32_000, 'real']))
    expect(cells.flatMap(({ rows }) => rows.filter(({ mean }) => mean < 0.9999))).toEqual([])
  })

  it('draws a session under two policies', () => {
    expect(plotSession(1, 50, 200_000).match(/<polyline/g)).toHaveLength(2)
  })
})

describe('the economy of a real session', () => {
  it('counts what each request shares with the one before', async () => {
    if (anthropic === undefined) return
    const session = Array.from({ length: 6 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: [{ type: 'text', text: `Message ${index} of a short session.` }],
    }))
    const calls = (await replay(session, balanced(), 200_000, anthropic)) ?? []
    expect(calls.map(({ isCommit }) => isCommit)).toEqual([false, false, false])
    expect(calls.map(({ prompt }, index) => (calls[index + 1]?.shared ?? prompt) >= prompt)).toEqual([true, true, true])
    expect(costOfCalls(calls, anthropic.sheet, 0)).toBeGreaterThan(15_000 * 1.25)
  })
})

describe('how long calls wait for summaries', () => {
  it('F10 · is not at all, by a simulated clock and through the engine: what a model wrote is there when it is needed', async () => {
    const { waits, written, compactions } = await playPauses(60, 2, [128_000], true)
    expect(compactions).toBeGreaterThanOrEqual(2)
    expect(written).toBe(compactions)
    expect(Math.max(...waits)).toBe(0)
  })
})
