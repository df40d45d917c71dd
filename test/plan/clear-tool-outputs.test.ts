import { describe, expect, it } from 'vitest'
import { clearToolOutputs, pruneToolOutputs } from '../../src/plan/strategies/clear-tool-outputs.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { ClearOptions } from '../../src/schema/rung.ts'
import type { Scene } from '../../src/schema/strategy.ts'
import { sceneOf } from '../../src/testing/scene.ts'
import { costOf, faultsOf } from '../../src/testing/strategy-cases.ts'
import { printOrders } from '../support/orders.ts'

/** The example of the strategy's own comment; placeholders cost 10. */
const example = sceneOf(
  `
  u0 user 10
  c1 call 5
  r2 result 80
  c3 call 5
  r4 result 60
  c5 call 5
  r6 result 50
  u7 user 10
  c8 call 5
  r9 result 500
  `,
  { tools: { c1: 'grep', c3: 'read', c5: 'read', c8: 'bash' } },
)
type Numbers = ClearOptions & { readonly protect: number; readonly minimum: number }

const options: Numbers = { protect: 100, minimum: 0, minTurnsToKeep: 1 }
const cleared = (scene: Scene, changed: Partial<Numbers> = {}): readonly number[] =>
  pruneToolOutputs(scene, { ...options, ...changed }).cleared

describe('which tool outputs are cleared', () => {
  it('A7 · walking back, recent output is protected up to a sum, and what is older is cleared', () => {
    expect(cleared(example)).toEqual([4, 2])
  })

  it('A7 · the output that crosses the line is cleared; one that reaches it exactly is not', () => {
    expect(cleared(example, { protect: 109 })).toEqual([4, 2])
    expect(cleared(example, { protect: 110 })).toEqual([2])
    expect(cleared(example, { protect: 190 })).toEqual([])
  })

  it('A7 · the last turns are skipped, and their output does not count towards the protected sum', () => {
    expect(cleared(example, { minTurnsToKeep: 1 })).not.toContain(9)
    expect(cleared(example, { minTurnsToKeep: 2 })).toEqual([])
    expect(cleared(example, { minTurnsToKeep: 1, protect: 0 })).toEqual([6, 4, 2])
  })

  it('A7 · the walk stops at an earlier summary', () => {
    const scene = sceneOf(`
      u0 user 10
      c1 call 5
      r2 result 80
      s3 summary 20
      c4 call 5
      r5 result 80
      a6 assistant 10
      u7 user 10
    `)
    expect(cleared(scene, { protect: 0 })).toEqual([5])
  })

  it('A7 · every call is kept: only results are ever cleared', () => {
    const answered = sceneOf(`
      u0 user 10
      c1 call 500
      c2 call 500
      r3 result 80
      r4 result 80
      a5 assistant 500
    `)
    expect(cleared(answered, { protect: 0, minTurnsToKeep: 0 })).toEqual([4, 3])
  })

  it('A7 · saved is the output less its placeholder, and what would save nothing is left alone', () => {
    expect(pruneToolOutputs(example, options).tokensSaved).toBe(60 - 10 + (80 - 10))
    const dear = sceneOf('u0 user 1\nc1 call 5\nr2 result 80\nu3 user 1', { prices: { cleared: () => 90 } })
    expect(cleared(dear, { protect: 0 })).toEqual([])
  })

  it('A7 · below the minimum nothing changes at all', () => {
    expect(pruneToolOutputs(example, { ...options, minimum: 120 }).cleared).toEqual([4, 2])
    expect(pruneToolOutputs(example, { ...options, minimum: 121 })).toEqual({
      outputsPruned: 0,
      tokensSaved: 0,
      prunedTools: [],
      cleared: [],
    })
  })

  it('A7 · the seed’s own numbers: 40,000 protected, at least 20,000 saved, two turns kept', () => {
    const rounds = Array.from({ length: 9 }, (_, i) => `c${i} call 5\nr${i} result 10000`).join('\n')
    const scene = sceneOf(`u0 user 10\n${rounds}\nu1 user 10\na1 assistant 10\nu2 user 10`)
    const report = pruneToolOutputs(scene, { protect: 40_000, minimum: 20_000, minTurnsToKeep: 2 })
    expect(report).toMatchObject({ outputsPruned: 5, tokensSaved: 5 * 9990 })
  })

  it('F2 · a pinned output is never cleared', () => {
    const pinned: Scene = {
      ...example,
      pins: new Set([seqOf(2)]),
      protected: new Set([...example.protected, seqOf(2), seqOf(1)]),
    }
    expect(cleared(pinned, { protect: 0 })).toEqual([6, 4])
  })
})

describe('the report of a prune', () => {
  it('A8 · counts the outputs, what they saved, and names each tool once', () => {
    expect(pruneToolOutputs(example, { ...options, protect: 0 })).toEqual({
      outputsPruned: 3,
      tokensSaved: 40 + 50 + 70,
      prunedTools: ['read', 'grep'],
      cleared: [6, 4, 2],
    })
  })

  it('A8 · is all zeros where there is nothing to prune', () => {
    const nothing = { outputsPruned: 0, tokensSaved: 0, prunedTools: [], cleared: [] }
    expect(pruneToolOutputs(sceneOf('u0 user 10\na1 assistant 10'), options)).toEqual(nothing)
  })
})

describe('as a rung of the ladder', () => {
  const lines = `
    u0 user 10
    c1 call 5
    r2 result 400
    c3 call 5
    r4 result 400
    a5 assistant 40
    u6 user 10
    c7 call 5
    r8 result 300
    a9 assistant 30
    u10 user 10
  `
  const strategy = clearToolOutputs({ protect: 0, minimum: 0, minTurnsToKeep: 2 })
  const propose = (allowance: number): string => {
    const proposal = strategy.propose(sceneOf(lines, { allowance }))
    return proposal.kind === 'orders' ? printOrders(proposal.orders) : proposal.reason
  }

  it('clears the oldest first, no more than needed, and shortens the last one where that is enough', () => {
    expect(propose(1100)).toBe('shorten e2 to 285')
    expect(propose(700)).toBe('clear e2 to 10\nshorten e4 to 275')
    expect(propose(435)).toBe('clear e2 to 10\nclear e4 to 10')
  })

  it('A7 · keeps the call when it clears the output', () => {
    const scene = sceneOf(lines, { allowance: 435 })
    const proposal = strategy.propose(scene)
    const touched = proposal.kind === 'orders' ? proposal.orders.flatMap((order) => ('seq' in order ? [order.seq] : [])) : []
    expect(touched.map((seq) => scene.log.entries[seq]?.kind)).toEqual(['tool-result', 'tool-result'])
  })

  it('says what clearing would save where that is not enough', () => {
    expect(propose(400)).toBe('clearing old tool outputs saves 780 of 815 tokens')
  })

  it('does what it promises at every budget', () => {
    for (let allowance = 0; allowance < 1215; allowance += 15) {
      const scene = sceneOf(lines, { allowance })
      const proposal = strategy.propose(scene)
      if (proposal.kind === 'not-enough') continue
      expect(costOf(scene, proposal.orders)).toBeLessThanOrEqual(allowance)
      expect(faultsOf(scene, proposal.orders)).toEqual([])
    }
  })
})
