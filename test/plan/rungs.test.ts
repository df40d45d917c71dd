import { describe, expect, it } from 'vitest'
import { climb } from '../../src/plan/climb.ts'
import { isUnchanged } from '../../src/plan/durability.ts'
import { ladderOf, strategyOf } from '../../src/plan/rungs.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Rung } from '../../src/schema/rung.ts'
import { sceneOf } from '../../src/testing/scene.ts'
import { printOrders } from '../support/orders.ts'

type SceneOptions = Parameters<typeof sceneOf>[1]

function propose(rung: Rung, lines: string, options: SceneOptions, summaryTokens = 100): string {
  const proposal = strategyOf(rung, summaryTokens).propose(sceneOf(lines, options))
  if (proposal.kind === 'not-enough') return `not enough: ${proposal.reason}`
  return `${proposal.kind}\n${printOrders(proposal.orders)}`
}

/** Three turns with a result each; the last person's word is the frontier. */
const outputs = `
  u0 user 10
  c1 call 5
  r2 result 300
  u3 user 10
  c4 call 5
  r5 result 300
  u6 user 10
  c7 call 5
  r8 result 300
  a9 assistant 10
  u10 user 10
`
const tools = { c1: 'read', c4: 'bash', c7: 'read' }

describe('clearing tool outputs', () => {
  it('by age: those of turns before the last few, oldest first, as many as needed', () => {
    expect(propose({ rung: 'clear-old-outputs', keepTurns: 2 }, outputs, { allowance: 700 })).toBe('orders\nclear e2 to 10')
    expect(propose({ rung: 'clear-old-outputs', keepTurns: 2 }, outputs, { allowance: 300 })).toBe(
      'partial\nclear e2 to 10\nclear e5 to 10',
    )
    expect(propose({ rung: 'clear-old-outputs', keepTurns: 4 }, outputs, { allowance: 400 })).toMatch(/^not enough/)
  })

  it('by number: all but the last few', () => {
    expect(propose({ rung: 'clear-all-but-last', keepLast: 1 }, outputs, { allowance: 400 })).toBe(
      'orders\nclear e2 to 10\nclear e5 to 10',
    )
    expect(propose({ rung: 'clear-all-but-last', keepLast: 0 }, outputs, { allowance: 100 })).toBe(
      'orders\nclear e2 to 10\nclear e5 to 10\nclear e8 to 10',
    )
  })

  it('of some tools only, or of all but some', () => {
    const only: Rung = { rung: 'clear-all-but-last', keepLast: 0, onlyTools: ['bash'] }
    const except: Rung = { rung: 'clear-old-outputs', keepTurns: 0, exceptTools: ['bash'] }
    const a7: Rung = { rung: 'clear-tool-outputs', protect: 0, minimum: 0, minTurnsToKeep: 1, exceptTools: ['read'] }
    expect(propose(only, outputs, { allowance: 0, tools })).toBe('partial\nclear e5 to 10')
    expect(propose(except, outputs, { allowance: 0, tools })).toBe('partial\nclear e2 to 10\nclear e8 to 10')
    expect(propose(a7, outputs, { allowance: 700, tools })).toBe('orders\nshorten e5 to 35')
  })

  it('A28 · says where it is not worth trying: old output does not exceed what is protected and the minimum', () => {
    const rung: Rung = { rung: 'clear-tool-outputs', protect: 250, minimum: 100, minTurnsToKeep: 9 }
    expect(propose(rung, outputs, { allowance: 700 })).toBe(
      'not enough: clearing old tool outputs saves 0 of 265 tokens: old tool outputs are 0 tokens, 250 are protected and 100 the least to save',
    )
    expect(propose({ ...rung, minTurnsToKeep: 1 }, outputs, { allowance: 700 })).toMatch(/^orders/)
  })

  it('A7 · of everything that is old enough, where the policy says so', () => {
    const rung: Rung = { rung: 'clear-tool-outputs', protect: 0, minimum: 10, minTurnsToKeep: 1 }
    expect(propose(rung, outputs, { allowance: 900 })).toBe('orders\nshorten e2 to 235')
    expect(propose({ ...rung, everything: true }, outputs, { allowance: 900 })).toBe(
      'orders\nclear e2 to 10\nclear e5 to 10\nclear e8 to 10',
    )
  })
})

describe('clearing by durability', () => {
  const rung: Rung = { rung: 'clear-by-durability', undeclared: 'anchoring', keepTurns: 2 }
  const captured = { determinism: { r2: { contentHash: 'a' } }, durability: { r2: 'replayable' } } as const

  it('C8 · takes the ephemeral first, of any turn, then the anchoring of old turns; never what cannot be had again', () => {
    const durability = { r5: 'non-replayable', r8: 'ephemeral' } as const
    expect(propose(rung, outputs, { allowance: 700, durability })).toBe('orders\nclear e8 to 10')
    expect(propose(rung, outputs, { allowance: 0, durability })).toBe('partial\nclear e8 to 10\nclear e2 to 10')
  })

  it('C9 · clears what can be replayed only while its source is as it was', () => {
    const sources = (contentHash: string): SceneOptions => ({
      ...captured,
      allowance: 0,
      circumstances: { sources: new Map([[seqOf(2), { contentHash }]]) },
    })
    expect(propose(rung, outputs, sources('a'))).toBe('partial\nclear e2 to 10\nclear e5 to 10')
    expect(propose(rung, outputs, sources('b'))).toBe('partial\nclear e5 to 10')
    expect(propose(rung, outputs, { ...captured, allowance: 0 })).toBe('partial\nclear e5 to 10')
  })

  it('C8 · what a tool declared binds every rung that clears', () => {
    const kept = { allowance: 0, durability: { r2: 'non-replayable', r5: 'non-replayable', r8: 'non-replayable' } } as const
    const clearing: readonly Rung[] = [
      rung,
      { rung: 'clear-tool-outputs', protect: 0, minimum: 0, minTurnsToKeep: 0 },
      { rung: 'clear-old-outputs', keepTurns: 0 },
      { rung: 'clear-all-but-last', keepLast: 0 },
      { rung: 'clear-superseded' },
      { rung: 'prune-cold', idleMs: 1, keepTurns: 0, replacement: 'hidden' },
    ]
    const inputs = { c1: '{"path":"a"}', c4: '{"path":"a"}', c7: '{"path":"a"}' }
    const options = { ...kept, inputs, circumstances: { idleMs: 9 } }
    for (const clear of clearing) expect(propose(clear, outputs, options)).toMatch(/^not enough/)
  })

  it('C9 · compares by hash, etag, time and version, in this order; what cannot be verified has changed', () => {
    expect(isUnchanged({ contentHash: 'a', mtime: 1 }, { contentHash: 'a', mtime: 2 })).toBe(true)
    expect(isUnchanged({ contentHash: 'a', etag: 'x' }, { contentHash: 'b', etag: 'x' })).toBe(false)
    expect(isUnchanged({ etag: 'x', mtime: 1 }, { etag: 'x', mtime: 2 })).toBe(true)
    expect(isUnchanged({ mtime: 1, version: '1' }, { mtime: 2, version: '1' })).toBe(false)
    expect(isUnchanged({ version: '1' }, { version: '1' })).toBe(true)
    expect(isUnchanged({ contentHash: 'a' }, { etag: 'a' })).toBe(false)
    expect(isUnchanged({}, {})).toBe(false)
    expect(isUnchanged(undefined, { mtime: 1 })).toBe(false)
  })
})

describe('what was said again later', () => {
  const same = '{"path":"a.ts"}'

  it('is cleared, with a pointer to the later one', () => {
    const scene = sceneOf(outputs, { allowance: 0, tools: {}, inputs: { c1: same, c4: '{"path":"b.ts"}', c7: same } })
    expect(strategyOf({ rung: 'clear-superseded' }, 0).propose(scene)).toMatchObject({
      kind: 'partial',
      orders: [{ action: 'clear', seq: 2, note: 'said again in e8' }],
    })
  })

  it('is not what two tools said about one path, nor calls without arguments', () => {
    expect(propose({ rung: 'clear-superseded' }, outputs, { allowance: 0, tools, inputs: { c1: same, c4: same } })).toMatch(
      /^not enough/,
    )
    expect(propose({ rung: 'clear-superseded' }, outputs, { allowance: 0 })).toMatch(/^not enough/)
  })
})

describe('E3 · old outputs once the cache is cold', () => {
  const rung: Rung = { rung: 'prune-cold', idleMs: 300_000, keepTurns: 2, replacement: 'hidden, the cache was cold' }

  it('are hidden behind their replacement text, although everything fits', () => {
    const scene = sceneOf(outputs, { allowance: 5000, circumstances: { idleMs: 300_001 } })
    const { found, steps } = climb(scene, ladderOf({ ladder: [rung] }, 100))
    expect(printOrders(found?.orders ?? [])).toBe('clear e2 to 10\nclear e5 to 10')
    expect(found?.orders[0]).toMatchObject({ note: 'hidden, the cache was cold' })
    expect(steps.map((step) => step.outcome)).toEqual(['added', 'not-reached', 'not-reached'])
  })

  it('stay while it is warm', () => {
    expect(propose(rung, outputs, { allowance: 5000, circumstances: { idleMs: 300_000 } })).toMatch(
      /^not enough: the cache is warm/,
    )
    expect(propose(rung, outputs, { allowance: 5000 })).toMatch(/^not enough: the cache is warm/)
  })

  it('E2 · go before whatever else is needed', () => {
    const long = outputs.replace('u0 user 10', 'u0 user 400')
    const scene = sceneOf(long, { allowance: 500, circumstances: { idleMs: 300_001 } })
    const { found } = climb(scene, ladderOf({ ladder: [rung, { rung: 'summarize', keep: { kind: 'turns', count: 3 } }] }, 70))
    expect(found?.strategy).toBe('prune-cold + summarize-keeping')
    expect(printOrders(found?.orders ?? [])).toBe('summarize e0–e2 in 70\nclear e5 to 10')
  })
})

describe('reasoning of old turns', () => {
  const thinking = `
    u0 user 10
    t1 reasoning 100
    a2 assistant 10
    t3 reasoning 80
    a4 assistant 10
    u5 user 10
    t6 reasoning 200
    a7 assistant 10
    u8 user 10
  `

  it('goes turn by turn, all of a turn or none', () => {
    expect(propose({ rung: 'strip-reasoning', keepTurns: 1 }, thinking, { allowance: 400 })).toBe(
      'orders\nclear e1 to 0\nclear e3 to 0',
    )
    expect(propose({ rung: 'strip-reasoning', keepTurns: 2 }, thinking, { allowance: 100 })).toBe(
      'partial\nclear e1 to 0\nclear e3 to 0',
    )
  })

  it('stays whole in a turn that has a pin on some of it', () => {
    expect(propose({ rung: 'strip-reasoning', keepTurns: 0 }, thinking, { allowance: 0, pins: [3] })).toBe(
      'partial\nclear e6 to 0',
    )
  })
})

describe('images of old turns', () => {
  it('B15 · are shown by their names', () => {
    const shots = 'u0 user 10\np1 file 800\na2 assistant 10\nu3 user 10\np4 file 800\na5 assistant 10\nu6 user 10'
    expect(propose({ rung: 'images-to-references', keepTurns: 2 }, shots, { allowance: 1000 })).toBe('orders\nshorten e1 to 8')
    expect(propose({ rung: 'images-to-references', keepTurns: 0 }, shots, { allowance: 10 })).toBe(
      'partial\nshorten e1 to 8\nshorten e4 to 8',
    )
  })
})

describe('large results', () => {
  const rung: Rung = { rung: 'externalize', above: 250, keepTurns: 1 }

  it('C5 · are put away, oldest first, as many as needed', () => {
    expect(propose(rung, outputs, { allowance: 700 })).toBe('orders\nexternalize e2 to 20')
    expect(propose({ ...rung, above: 300 }, outputs, { allowance: 700 })).toMatch(/^not enough/)
  })

  it('C8 · by a threshold of their tool’s own where it has one', () => {
    const thresholds = new Map([['read', 1000]])
    expect(propose(rung, outputs, { allowance: 0, tools, circumstances: { thresholds } })).toBe('partial\nexternalize e5 to 20')
  })

  it('C13 · stay in a turn that brought something back, and so does what would be dropped', () => {
    const ladder = ladderOf({ ladder: [rung, { rung: 'drop-oldest' }] }, 100)
    const scene = sceneOf(outputs, { allowance: 500, circumstances: { rehydrated: true } })
    const { steps, found } = climb(scene, ladder)
    expect(steps.map(({ strategy, outcome }) => `${strategy} ${outcome}`)).toEqual([
      'externalize skipped',
      'drop skipped',
      'summarize taken',
      'drop not-reached',
    ])
    expect(found?.overrides).toMatchObject([{ law: 'L3' }])
  })

  it('stay where nothing keeps artifacts', () => {
    const { steps } = climb(
      sceneOf(outputs, { allowance: 500, circumstances: { withoutArtifacts: true } }),
      ladderOf({ ladder: [rung] }, 100),
    )
    expect(steps[0]).toMatchObject({ outcome: 'skipped', reason: 'there is no store that keeps artifacts' })
  })
})

describe('the ladder', () => {
  const ladder: readonly Rung[] = [
    { rung: 'clear-old-outputs', keepTurns: 3 },
    { rung: 'strip-reasoning', keepTurns: 0 },
    { rung: 'summarize', keep: { kind: 'turns', count: 2 } },
  ]

  it('C26 · says what every rung proposed, what it frees, and why it was or was not taken', () => {
    const { steps, found } = climb(sceneOf(outputs, { allowance: 600 }), ladderOf({ ladder }, 100))
    expect(steps).toMatchObject([
      {
        strategy: 'clear-old-outputs',
        outcome: 'passed-over',
        tokensFreed: 0,
        proposals: [
          {
            ...{ strategy: 'clear-old-outputs', action: 'clear', span: { from: 2, to: 2 }, estimatedTokensFreed: 290 },
            reason: 'clearing outputs older than 3 turns saves 290 of 365 tokens',
          },
        ],
        reason: 'clearing outputs older than 3 turns saves 290 of 365 tokens, and a later rung took all of it over',
      },
      { strategy: 'strip-reasoning', outcome: 'passed-over', tokensFreed: 0 },
      { strategy: 'summarize-keeping', outcome: 'taken', proposals: [{ action: 'summarize', span: { from: 0, to: 5 } }] },
      { strategy: 'summarize', outcome: 'not-reached' },
      { strategy: 'drop', outcome: 'not-reached' },
    ])
    // What was cleared is folded after all: one fate for every entry, and no part in the plan's name.
    expect(printOrders(found?.orders ?? [])).toBe('summarize e0–e5 in 100')
    expect(found).toMatchObject({ strategy: 'summarize-keeping', isShaped: true })
  })

  it('stops as soon as what was added is enough', () => {
    const { steps } = climb(sceneOf(outputs, { allowance: 700 }), ladderOf({ ladder }, 100))
    expect(steps.map(({ outcome }) => outcome)).toEqual(['taken', ...Array<string>(4).fill('not-reached')])
  })

  it('C26 · is climbed by aggressiveness, lower first; as written where rungs say the same or nothing', () => {
    const graded: readonly Rung[] = [
      { rung: 'drop-oldest', aggressiveness: 9 },
      ...ladder.map((rung): Rung => (rung.rung === 'strip-reasoning' ? { ...rung, aggressiveness: -1 } : rung)),
      { rung: 'summarize-oldest', aggressiveness: 9 },
    ]
    const names = ladderOf({ ladder: graded }, 100).map(({ name }) => name)
    expect(names.slice(0, 5)).toEqual(['strip-reasoning', 'clear-old-outputs', 'summarize-keeping', 'drop', 'summarize'])
    expect(names.slice(5)).toEqual(ladderOf({ ladder: [] }, 100).map(({ name }) => name))
  })

  it('C5 · may have its rungs in any order, and leave out any of them', () => {
    const reversed = climb(sceneOf(outputs, { allowance: 700 }), ladderOf({ ladder: ladder.toReversed() }, 100))
    expect(reversed.found?.strategy).toBe('summarize-keeping')
    expect(climb(sceneOf(outputs, { allowance: 700 }), ladderOf({ ladder: [] }, 100)).found).toMatchObject({
      strategy: 'summarize',
      overrides: [{ law: 'L3', detail: 'no rung of the policy fits, so the floor acts: summarize' }],
    })
  })
})
