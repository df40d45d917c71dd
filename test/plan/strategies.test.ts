import { describe, expect, it } from 'vitest'
import { strategyOf } from '../../src/plan/rungs.ts'
import { dropOldest, summarizeOldest } from '../../src/plan/strategies/fold-oldest.ts'
import { shortenOversized } from '../../src/plan/strategies/shorten-oversized.ts'
import { rangeOf } from '../../src/schema/range.ts'
import type { Rung } from '../../src/schema/rung.ts'
import type { Proposal, Scene, Strategy } from '../../src/schema/strategy.ts'
import { sceneOf } from '../../src/testing/scene.ts'
import { SCENES, strategyCases } from '../../src/testing/strategy-cases.ts'
import { printOrders } from '../support/orders.ts'

type SceneOptions = Parameters<typeof sceneOf>[1]

function propose(strategy: Strategy, lines: string, options: SceneOptions): string {
  const proposal = strategy.propose(sceneOf(lines, options))
  return proposal.kind === 'orders' ? printOrders(proposal.orders) : `not enough: ${proposal.reason}`
}

const busy = `
  u0 user 10
  a1 assistant 900
  u2 user 10
  c3 call 5
  r4 result 300
`
const finished = `
  u0 user 20
  a1 assistant 100
  u2 user 20
  c3 call 10
  r4 result 200
  a5 assistant 100
  u6 user 20
  a7 assistant 100
  u8 user 20
`

describe('summarize the oldest', () => {
  const summarize = summarizeOldest({ summaryTokens: 100 })

  it('folds the oldest units, shows what fits of the next, and keeps the newest', () => {
    expect(propose(summarize, busy, { allowance: 500 })).toBe('summarize e0–e0 in 100\nshorten e1 to 85')
  })

  it('folds whole units: a call goes with its result', () => {
    expect(propose(summarize, finished, { allowance: 240 })).toBe('summarize e0–e5 in 100')
    expect(propose(summarize, finished, { allowance: 340 })).toBe('summarize e0–e4 in 100')
    expect(propose(summarize, finished, { allowance: 540 })).toBe('summarize e0–e2 in 100\nshorten e4 to 190')
  })

  it('F2 · carries a pin inside the folded part', () => {
    expect(propose(summarize, finished, { allowance: 260, pins: [2] })).toBe('summarize e0–e5 in 100, carries e2')
  })

  it('carries what a pin cannot stand without: a result its call', () => {
    const other = `u0 user 10\nc1 call 5\nr2 result 300\na3 assistant 400\na4 assistant 20\nu5 user 10`
    expect(propose(summarize, other, { allowance: 450, pins: [2] })).toBe('summarize e0–e3 in 100, carries e1 e2')
  })

  it('carries the frontier where a person spoke last long ago', () => {
    const alone = 'u0 user 10\na1 assistant 300\na2 assistant 300\na3 assistant 50'
    expect(propose(summarize, alone, { allowance: 160 })).toBe('summarize e0–e2 in 100, carries e0')
  })

  it('leaves the fixed part alone', () => {
    expect(propose(summarize, `s0 system 50\n${finished.trim()}`, { allowance: 240 })).toBe('summarize e1–e6 in 100')
  })

  it('pays for the frame of its message', () => {
    expect(propose(summarize, finished, { allowance: 260, prices: { summaryFrame: 40 } })).toBe('summarize e0–e6 in 100')
  })

  it('says so where a summary would say nothing, or pins and frontier leave no room for one', () => {
    expect(propose(summarizeOldest({ summaryTokens: 63 }), finished, { allowance: 500 })).toMatch(
      /^not enough: a summary of 63 tokens/,
    )
    expect(propose(summarize, busy, { allowance: 375 })).toBe('not enough: a summary of 60 tokens says nothing')
  })

  it('is shorter where pins and frontier leave less than it may have: a few words are better than none', () => {
    expect(propose(summarize, busy, { allowance: 400 })).toBe('summarize e0–e1 in 85')
  })
})

describe('drop the oldest', () => {
  it('folds without a summary, so that it fits whenever pins and frontier do', () => {
    expect(propose(dropOldest(), busy, { allowance: 315 })).toBe('drop e0–e1')
    expect(propose(dropOldest(), busy, { allowance: 400 })).toBe('drop e0–e0\nshorten e1 to 85')
    expect(propose(dropOldest(), busy, { allowance: 314 })).toMatch(/^not enough/)
  })

  it('F2 · carries pins', () => {
    expect(propose(dropOldest(), busy, { allowance: 330, pins: [0] })).toBe('drop e0–e1, carries e0')
  })
})

describe('shorten what is oversized', () => {
  const lines = `
    u0 user 10
    c1 call 5
    r2 result 5000
    a3 assistant 40
    u4 user 10
  `

  it('cuts the few entries that are far too large, and nothing else', () => {
    expect(propose(shortenOversized(), lines, { allowance: 1000 })).toBe('shorten e2 to 935')
  })

  it('cuts several to one common size', () => {
    const two = lines.replace('a3 assistant 40', 'a3 assistant 3000')
    expect(propose(shortenOversized(), two, { allowance: 1000 })).toBe('shorten e2 to 487\nshorten e3 to 487')
  })

  it('never touches what a person wrote, a pin or the open round', () => {
    expect(propose(shortenOversized(), 'u0 user 5000\na1 assistant 10\nu2 user 10', { allowance: 1000 })).toMatch(
      /^not enough: 0 oversized/,
    )
    expect(propose(shortenOversized(), lines, { allowance: 1000, pins: [2] })).toMatch(/^not enough: 0 oversized/)
    expect(propose(shortenOversized(), 'u0 user 10\nc1 call 5\nr2 result 5000', { allowance: 1000 })).toMatch(
      /^not enough: 0 oversized/,
    )
  })

  it('gives up where too little would be left to read', () => {
    const crowded = `${lines.trim()}\n${Array.from({ length: 40 }, (_, i) => `x${i} assistant 24`).join('\n')}`
    expect(propose(shortenOversized(), crowded, { allowance: 1000 })).toMatch(/^not enough: 1 oversized/)
  })
})

describe('every strategy', () => {
  const rungs: readonly Rung[] = [
    { rung: 'clear-tool-outputs', protect: 100, minimum: 50, minTurnsToKeep: 1 },
    { rung: 'clear-tool-outputs', protect: 100, minimum: 50, minTurnsToKeep: 1, everything: true },
    { rung: 'clear-old-outputs', keepTurns: 1 },
    { rung: 'clear-old-outputs', keepTurns: 0, exceptTools: ['write'] },
    { rung: 'clear-all-but-last', keepLast: 0 },
    { rung: 'clear-all-but-last', keepLast: 1 },
    { rung: 'clear-by-durability', undeclared: 'ephemeral', keepTurns: 1 },
    { rung: 'clear-superseded' },
    { rung: 'prune-cold', idleMs: 1000, keepTurns: 1, replacement: 'hidden' },
    { rung: 'shorten-oversized' },
    { rung: 'externalize', above: 50, keepTurns: 0 },
    { rung: 'strip-reasoning', keepTurns: 0 },
    { rung: 'images-to-references', keepTurns: 0 },
    { rung: 'summarize', keep: { kind: 'nothing' } },
    { rung: 'summarize', keep: { kind: 'messages', count: 3 } },
    { rung: 'summarize', keep: { kind: 'turns', count: 1 }, ratio: 0.25 },
    { rung: 'summarize', keep: { kind: 'user-messages', tokens: 40 } },
    { rung: 'summarize', keep: { kind: 'recent-tokens', tokens: 100, cut: 'turn' } },
    { rung: 'summarize', keep: { kind: 'recent-tokens', tokens: { preset: 200 }, cut: 'unit' }, splitTurn: 32 },
    { rung: 'summarize', keep: { kind: 'recent-tokens', tokens: { preset: 100 }, cut: 'timeline' }, splitTurn: 32 },
    { rung: 'summarize-oldest' },
    { rung: 'drop-oldest' },
  ]
  describe.each(rungs.map((rung) => [JSON.stringify(rung), rung] as const))('%s', (_, rung) => {
    it.each(strategyCases)('$name', ({ run }) => run(strategyOf(rung, 64)))
  })

  it('drop always finds a plan where pins and frontier fit', () => {
    for (const bare of SCENES) {
      const least = [...bare.protected].reduce((sum, seq) => sum + (bare.sizes[seq] ?? 0), 0)
      for (const allowance of [least, least + 1, least + 50]) {
        expect(dropOldest().propose({ ...bare, allowance }).kind).toBe('orders')
      }
    }
  })
})

/** Ways of breaking the contract, and the case that notices. */
const broken: readonly (readonly [string, RegExp, Strategy['propose']])[] = [
  ['gives no reason', /fits or says why not/, () => ({ kind: 'not-enough', reason: '' })],
  ['calls too little enough', /fits or says why not/, (scene) => folding(scene, 1)],
  ['drops everything, the frontier too', /fits or says why not/, (scene) => folding(scene, scene.log.entries.length)],
  ['never has orders', /has orders/, () => ({ kind: 'not-enough', reason: 'no' })],
  ['remembers how often it was asked', /proposes the same/, counting()],
]

function counting(): Strategy['propose'] {
  let asked = 0
  return () => {
    asked += 1
    return { kind: 'not-enough', reason: `asked ${asked} times` }
  }
}

function folding(scene: Scene, end: number): Proposal {
  return { kind: 'orders', orders: [{ action: 'drop', ...rangeOf(scene.fixed, end), reason: 'none', carries: [] }] }
}

describe('the cases of a strategy', () => {
  it.each(broken)('notice one that %s', (_, name, propose) => {
    const noticing = strategyCases.filter((each) => name.test(each.name))
    expect(noticing).toHaveLength(1)
    for (const { run } of noticing) expect(() => run({ name: 'broken', propose })).toThrow()
  })
})
