import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallHere, goOn } from '../../src/economy/other-worlds.ts'
import { priceSheetFor } from '../../src/economy/price-sheet.ts'
import { costStateIn, NO_COST, type SettledCall, withSpending } from '../../src/economy/sum-cost.ts'

const { sheet } = priceSheetFor('claude-sonnet-4-5', [{ above: 0, input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }])
const call = (over: Partial<CallHere> = {}): CallHere => ({
  ...{
    sheet,
    fixed: 1_000,
    grown: 500,
    begins: undefined,
    perCount: 1,
    isChanged: false,
    isCold: false,
    most: 9_500,
    kept: 2_000,
    asked: 0,
  },
  tokens: { read: 0, written: 1_500, new: 0, output: 100 },
  ...over,
})
const dollars = (units: number): number => units / 1_000_000

describe('F9 · what a call would have cost otherwise', () => {
  it('is what it cost, as long as nothing was compacted', () => {
    const first = goOn(undefined, call({ begins: 500 }))
    expect(first.uncompacted).toEqual({ prompt: 1_500, dollars: dollars(1_500 * 1.25 + 500) })
    const second = goOn(first.worlds, call({ tokens: { read: 1_500, written: 500, new: 0, output: 100 } }))
    expect(second.uncompacted).toEqual({ prompt: 2_000, dollars: dollars(150 + 500 * 1.25 + 500) })
    expect(second.late).toMatchObject({ ...second.uncompacted, isCompacted: false })
  })

  it('is what it cost in the first call, too, where others have written what it reads', () => {
    const first = goOn(undefined, call({ begins: 500, tokens: { read: 900, written: 600, new: 0, output: 100 } }))
    expect(first.uncompacted).toEqual({ prompt: 1_500, dollars: dollars(90 + 600 * 1.25 + 500) })
  })

  it('grows on without compaction, and comes down late under the other rule', () => {
    let worlds = goOn(undefined, call({ begins: 500 })).worlds
    const late: number[] = []
    for (let step = 0; step < 20; step += 1) {
      const next = goOn(worlds, call({ tokens: { read: 1_500, written: 500, new: 0, output: 0 }, isChanged: step % 4 === 0 }))
      worlds = next.worlds
      late.push(next.late.prompt)
    }
    expect(worlds.last.whole).toBe(1_000 + 500 + 20 * 500)
    expect(Math.max(...late)).toBeLessThanOrEqual(9_500)
    expect(late.filter((prompt, index) => prompt < (late[index - 1] ?? 0))).toEqual([3_000])
  })

  it('is as cold as the call that was made: where nothing is read from a cache, nothing is there either', () => {
    const first = goOn(undefined, call({ begins: 500, tokens: { read: 0, written: 0, new: 1_500, output: 0 } }))
    const second = goOn(first.worlds, call({ tokens: { read: 0, written: 0, new: 2_000, output: 0 } }))
    expect(second.uncompacted.dollars).toBe(dollars(2_000))
  })

  it('is cold where the call was, although that was compacted by then; the call behind it is warm again everywhere', () => {
    const first = goOn(undefined, call({ begins: 20_000, most: 1e6, tokens: { read: 0, written: 21_000, new: 0, output: 0 } }))
    const resumed = { isChanged: true, isCold: true, most: 1e6, tokens: { read: 0, written: 3_000, new: 0, output: 0 } }
    const second = goOn(first.worlds, call(resumed))
    expect(second.uncompacted).toEqual({ prompt: 21_500, dollars: dollars(21_500 * 1.25) })
    const third = goOn(
      second.worlds,
      call({ isChanged: true, most: 1e6, tokens: { read: 1_000, written: 500, new: 0, output: 0 } }),
    )
    expect(third.uncompacted.dollars).toBeCloseTo(dollars(21_500 * 0.1 + 500 * 1.25), 12)
  })

  it('asks a model for the late summary where one is asked here', () => {
    const worlds = goOn(undefined, call({ begins: 8_400 })).worlds
    const tokens = { read: 9_400, written: 600, new: 0, output: 0 }
    const [without, asked] = [goOn(worlds, call({ tokens })), goOn(worlds, call({ tokens, asked: 300 }))]
    expect(without.late.isCompacted).toBe(true)
    // Behind system and tools everything is another: that is written.
    expect(without.late.dollars).toBeCloseTo(dollars(1_000 * 0.1 + 2_000 * 1.25), 12)
    expect((asked.late.dollars ?? 0) - (without.late.dollars ?? 0)).toBeCloseTo(dollars(9_900 * 0.1 + 300 * 5), 9)
  })
})

const settled = (model: string, head: number, tokens: number): SettledCall => ({
  ...{
    model,
    head,
    commit: null,
    contextFrom: 0,
    remarks: [],
    sheet,
    isCold: false,
    fixed: 10,
    perCount: 1,
    most: 1e6,
    kept: 100,
    asked: 0,
  },
  tokens: { read: 0, written: 0, new: tokens, output: 1 },
  tokensSince: (seq) => (head - seq) * 10,
})

describe('F9 · sums of what a thread has cost', () => {
  it('come back from JSON as they were, and go on', () => {
    const one = withSpending(NO_COST, { kind: 'call', call: settled('m', 3, 40) })
    const summed = withSpending(one, { kind: 'summary', calls: 2, dollars: 0.5 })
    const kept = costStateIn(JSON.stringify(summed))
    expect(kept).toEqual(JSON.parse(JSON.stringify(summed)))
    const next = withSpending(kept, { kind: 'call', call: settled('m', 5, 60) })
    expect(next.cost).toMatchObject({ calls: 2, tokens: { new: 100, output: 2 }, summaries: { calls: 2, dollars: 0.5 } })
    expect(next.worlds?.last.whole).toBe(10 + 50)
    expect(
      costStateIn(JSON.stringify(withSpending(NO_COST, { kind: 'summary', calls: 1, dollars: 1 }))).cost.summaries.calls,
    ).toBe(1)
  })

  it('begin anew where a store gives something else back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(costStateIn(body)).toEqual(NO_COST)
      }),
    )
    const broken = JSON.stringify(withSpending(NO_COST, { kind: 'call', call: settled('m', 3, 40) })).replace(
      '"dollars":0',
      '"dollars":"x"',
    )
    expect(costStateIn(broken)).toEqual(NO_COST)
  })
})
