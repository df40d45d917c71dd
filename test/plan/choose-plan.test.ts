import { describe, expect, it } from 'vitest'
import { type Choice, choosePlan } from '../../src/plan/choose-plan.ts'
import { fitFrontier } from '../../src/plan/fit-frontier.ts'
import { balanced } from '../../src/plan/presets/balanced.ts'
import { protectedEntries } from '../../src/plan/protect.ts'
import { ladderOf } from '../../src/plan/rungs.ts'
import { waterLevel } from '../../src/plan/water-fill.ts'
import { seqOf } from '../../src/schema/ids.ts'
import { sceneOf } from '../../src/testing/scene.ts'
import { faultsOf } from '../../src/testing/strategy-cases.ts'
import { printOrders } from '../support/orders.ts'

const ladder = ladderOf(balanced(), 100)

function choose(lines: string, options: Parameters<typeof sceneOf>[1]): Choice {
  return choosePlan(sceneOf(lines, options), ladder)
}

/** The strategy and its orders, or what could not be helped. */
function printed(choice: Choice): string {
  if (choice.kind === 'impossible') return choice.items.map((item) => `${item.what} ${item.tokens}`).join(', ')
  return [choice.strategy, printOrders(choice.orders)].join('\n')
}

const lines = `
  u0 user 10
  c1 call 5
  r2 result 800
  a3 assistant 200
  u4 user 10
  a5 assistant 200
  u6 user 10
  a7 assistant 200
  u8 user 10
`

describe('the ladder', () => {
  it('changes nothing while everything fits', () => {
    expect(choose(lines, { allowance: 1445 })).toMatchObject({ kind: 'chosen', strategy: 'include', orders: [] })
  })

  it('tries clearing, shortening, summarizing, dropping, in this order', () => {
    const own = ladder.filter((rung) => rung.floor !== true)
    expect(own.map((rung) => rung.name)).toEqual(['clear-tool-outputs', 'shorten-oversized', 'summarize', 'drop'])
  })

  it('clears old tool output before it pays for a summary', () => {
    expect(printed(choose(lines, { allowance: 655 }))).toBe('clear-tool-outputs\nclear e2 to 10')
  })

  it('shortens an oversized entry where clearing alone is not enough', () => {
    const talk = lines.replace('c1 call 5', 'c1 call 800').replace('r2 result 800', 'r2 result 5')
    expect(printed(choose(talk, { allowance: 1000 }))).toBe('shorten-oversized\nshorten e1 to 355')
  })

  it('F6 · summarizes what the agent said before, however long it is, and shortens only its last words', () => {
    const talk = lines.replace('c1 call 5', 'a1 assistant 5').replace('r2 result', 'a2 assistant')
    expect(printed(choose(talk, { allowance: 1000 }))).toMatch(/^summarize\n/)
    const last = lines.replace('r2 result 800', 'r2 result 200').replace('a7 assistant 200', 'a7 assistant 800')
    expect(printed(choose(last, { allowance: 1200 }))).toBe('shorten-oversized\nshorten e7 to 555')
  })

  it('summarizes where neither is enough, and says why they were passed over', () => {
    const choice = choose('u0 user 10\na1 assistant 90\na2 assistant 90\na3 assistant 90\na4 assistant 90\nu5 user 10', {
      allowance: 360,
    })
    expect(printed(choice)).toBe('summarize\nsummarize e0–e1 in 100\nshorten e2 to 70')
    expect(choice).toMatchObject({
      steps: [
        { strategy: 'clear-tool-outputs', outcome: 'passed-over' },
        { strategy: 'shorten-oversized', outcome: 'passed-over' },
        { strategy: 'summarize', outcome: 'taken' },
        { strategy: 'drop', outcome: 'not-reached' },
        { strategy: 'summarize', outcome: 'not-reached' },
        { strategy: 'drop', outcome: 'not-reached' },
      ],
    })
  })

  it('drops where there is no room even for a summary', () => {
    expect(printed(choose(lines, { allowance: 60 }))).toBe('drop\ndrop e0–e6\nshorten e7 to 50')
  })

  it('says what cannot be helped where pins and frontier alone are too much', () => {
    expect(printed(choose(lines, { allowance: 5, pins: [0] }))).toBe(
      'pins 10, what people wrote last 10, the open round 0, pins and frontier once shortened 18',
    )
  })

  it('makes a sound plan at every budget that pins and frontier allow', () => {
    for (let allowance = 20; allowance < 1445; allowance += 5) {
      const scene = sceneOf(lines, { allowance, pins: [0] })
      const choice = choosePlan(scene, ladder)
      expect(choice.kind).toBe('chosen')
      if (choice.kind === 'chosen') expect(faultsOf(scene, choice.orders)).toEqual([])
    }
  })
})

describe('what is protected', () => {
  it('pins and frontier, a pinned result’s call, and every result of a protected call', () => {
    const { log, frontier } = sceneOf(`
      u0 user 1
      c1 call 1
      c2 call 1
      r3 result 1
      r4 result 1
      a5 assistant 1
      u6 user 1
    `)
    expect([...protectedEntries(log.entries, frontier, new Set())]).toEqual([6])
    expect([...protectedEntries(log.entries, frontier, new Set([seqOf(4)]))].sort()).toEqual([2, 4, 6])
    expect([...protectedEntries(log.entries, frontier, new Set([seqOf(1)]))].sort()).toEqual([1, 3, 6])
  })
})

describe('a frontier that does not fit (L3)', () => {
  const open = `
    u0 user 100
    c1 call 50
    r2 result 1000
  `
  const fitted = (allowance: number, pins: readonly number[] = []): string => {
    const { orders, overrides, tokens } = fitFrontier(sceneOf(open, { allowance, pins }))
    return [`${tokens} tokens`, printOrders(orders), ...overrides.map((override) => `${override.law}: ${override.detail}`)].join(
      '\n',
    )
  }

  it('stays verbatim while it fits', () => {
    expect(fitFrontier(sceneOf(open, { allowance: 1150 }))).toEqual({ orders: [], overrides: [], tokens: 1150 })
  })

  it('first has the results of the open round shortened, leaving room for what led up to it', () => {
    expect(fitted(500)).toMatchInlineSnapshot(`
      "425 tokens
      shorten e2 to 275
      L3: shortened results of the open round (1), because the frontier alone exceeds the budget"
    `)
  })

  it('then the rest of the open round', () => {
    expect(fitted(130)).toMatchInlineSnapshot(`
      "116 tokens
      shorten e2 to 8
      shorten e1 to 8
      L3: shortened results of the open round (1), because the frontier alone exceeds the budget
      L3: shortened the rest of the open round (1), because the frontier alone exceeds the budget"
    `)
  })

  it('and what people wrote last of all, loudly', () => {
    expect(fitted(60)).toMatchInlineSnapshot(`
      "51 tokens
      shorten e2 to 8
      shorten e1 to 8
      shorten e0 to 35
      L3: shortened results of the open round (1), because the frontier alone exceeds the budget
      L3: shortened the rest of the open round (1), because the frontier alone exceeds the budget
      L3: shortened what people wrote last (1), because the frontier alone exceeds the budget"
    `)
  })

  it('F2 · never has a pin shortened', () => {
    expect(fitted(500, [2])).toMatch(/^1016 tokens\nshorten e1 to 8\nshorten e0 to 8/)
  })

  it('case 18 · a person’s words inside a folded part are carried with their excerpt, not dropped', () => {
    const long = 'u0 user 900\na1 assistant 100\na2 assistant 100'
    expect(printed(choose(long, { allowance: 400 }))).toBe('drop\ndrop e0–e1, carries e0 cut to 340\nshorten e2 to 60')
  })

  it('is the whole plan where nothing else needs to go', () => {
    expect(printed(choose('u0 user 10\nc1 call 5\nr2 result 900', { allowance: 500 }))).toBe(
      'shorten-frontier\nshorten e2 to 410',
    )
  })

  it('L14 · is not cut for a page that would take more room than what it stands for', () => {
    const scene = sceneOf('u0 user 17\na1 assistant 20\nu2 user 90', { allowance: 110 })
    const heard = [{ seq: seqOf(0), what: 'task' as const, tokens: 15 }]
    expect(printed(choosePlan({ ...scene, heard }, ladder))).toBe('shorten-frontier\nshorten e2 to 62')
  })

  it('case 19 · is impossible only when everything that may be shortened is', () => {
    const choice = choose(open, { allowance: 20 })
    expect(choice).toMatchObject({ kind: 'impossible', floor: { orders: [{ seq: 2 }, { seq: 1 }, { seq: 0 }] } })
  })
})

describe('sharing a target among sizes', () => {
  it.each([
    [[10, 500, 900], 410, 200],
    [[900, 10, 500], 410, 200],
    [[100, 100], 100, 50],
    [[100, 100], 200, 100],
    [[100, 100], 5000, 100],
    [[7], 3, 3],
    [[], 10, 0],
  ])('%j sharing %i: the large are cut to %i, the small stay whole', (sizes, target, level) => {
    expect(waterLevel(sizes, target, 1)).toBe(level)
    expect(sizes.reduce((sum, size) => sum + Math.min(size, level), 0)).toBeLessThanOrEqual(target)
  })

  it('is not done where even the least for each is too much', () => {
    expect(waterLevel([100, 100], 40, 24)).toBeUndefined()
    expect(waterLevel([100, 100], 48, 24)).toBe(24)
    expect(waterLevel([100], -5, 24)).toBeUndefined()
    expect(waterLevel([10, 10], 20, 24)).toBe(10) // What fits whole is not cut, however small.
  })
})
