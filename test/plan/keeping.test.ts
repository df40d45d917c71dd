import { describe, expect, it } from 'vitest'
import { strategyOf } from '../../src/plan/rungs.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Keep, Rung } from '../../src/schema/rung.ts'
import { sceneOf } from '../../src/testing/scene.ts'
import { drawn } from '../support/drawn.ts'

type SceneOptions = Parameters<typeof sceneOf>[1]

/** What the model sees when everything but what is kept is summarized. */
function keeping(
  keep: Keep,
  lines: string,
  options: SceneOptions = {},
  rest: Partial<Extract<Rung, { rung: 'summarize' }>> = {},
): string {
  const scene = sceneOf(lines, { allowance: 100_000, ...options })
  const proposal = strategyOf({ rung: 'summarize', keep, ...rest }, 64).propose(scene)
  return proposal.kind === 'not-enough' ? `not enough: ${proposal.reason}` : drawn(scene, proposal.orders)
}

/** One row an entry, each of 100 tokens: `u1 a1 c1 t1` become user, assistant, call, result. */
function rows(names: string): string {
  const KINDS: Readonly<Record<string, string>> = { s: 'system', u: 'user', a: 'assistant', c: 'call', t: 'result', h: 'header' }
  return names
    .trim()
    .split(/\s+/)
    .map((name) => `${name} ${KINDS[name[0] ?? '']} 100`)
    .join('\n')
}

describe('pi’s session, of which the last messages are kept', () => {
  const first = 'u1 c1 t1 a1 u2 a2 u3 c3 t3 c3b t3b a3 u4 c4 t4 a4'
  const second = `${first} u5 a5 u6 c6 t6 a6 u7 a7`
  const pi: Keep = { kind: 'recent-tokens', tokens: 300, cut: 'turn' }

  it('B8, B12 · a single compaction keeps the last four', () => {
    expect(keeping({ kind: 'messages', count: 4 }, rows(first))).toBe('SUMMARY u4 c4 t4 a4')
    expect(keeping({ kind: 'recent-tokens', tokens: 400, cut: 'turn' }, rows(first))).toBe('SUMMARY u4 c4 t4 a4')
  })

  it('B12 · a second one begins where the first ended, and takes its summary in', () => {
    const boundary = first.split(' ').indexOf('u4')
    expect(keeping({ kind: 'recent-tokens', tokens: 200, cut: 'turn' }, rows(second))).toBe('SUMMARY u7 a7')
    expect(keeping({ kind: 'messages', count: 30 }, rows(second), { circumstances: { foldedTo: seqOf(boundary) } })).toBe(
      'SUMMARY u4 c4 t4 a4 u5 a5 u6 c6 t6 a6 u7 a7',
    )
    expect(
      keeping({ kind: 'recent-tokens', tokens: 5000, cut: 'turn' }, rows(second), {
        circumstances: { foldedTo: seqOf(boundary) },
      }),
    ).toBe('SUMMARY u4 c4 t4 a4 u5 a5 u6 c6 t6 a6 u7 a7')
  })

  it('B8 · a cut stands before a message of a person: what is kept is a little less, or the whole last turn', () => {
    expect(keeping(pi, rows(first))).toBe('SUMMARY u4 c4 t4 a4')
    expect(keeping({ ...pi, tokens: 600 }, rows(first))).toBe('SUMMARY u4 c4 t4 a4')
    expect(keeping({ ...pi, tokens: 50 }, rows(first))).toBe('SUMMARY u4 c4 t4 a4')
  })

  it('B5 · 20,000 recent tokens, or half of what there is where the window is small', () => {
    const scene = sceneOf(rows(second), { allowance: 1000 })
    const rung: Rung = { rung: 'summarize', keep: { kind: 'recent-tokens', tokens: { preset: 20_000 }, cut: 'turn' } }
    const proposal = strategyOf(rung, 64).propose(scene)
    expect(proposal).toMatchObject({ kind: 'orders', adjustments: [{ field: 'keep', wanted: 20_000, given: 500 }] })
  })

  it('a user’s own number is kept, and where it does not fit the rung says so', () => {
    expect(keeping({ kind: 'messages', count: 8 }, rows(first), { allowance: 700 })).toBe(
      'not enough: what is kept and the summary take 964 tokens of 700',
    )
  })
})

describe('the layer’s fifty messages, of which the last ten are kept', () => {
  const pairs = Array.from({ length: 22 }, (_, index) => `c${2 * index + 2} t${2 * index + 3}`)
  const fifty = ['s0 u1', ...pairs, 'a46 u47 c48 t49'].join(' ')

  it('D4, D5 · the system message, a summary of 1 to 39, and 40 to 49 as they were', () => {
    expect(fifty.split(' ')).toHaveLength(50)
    const after = keeping({ kind: 'messages', count: 10 }, rows(fifty))
    expect(after).toBe('s0 SUMMARY c40 t41 c42 t43 c44 t45 a46 u47 c48 t49')
    expect(after.split(' ')).toHaveLength(12)
  })

  it('D4 · the border moves back over results to their call', () => {
    expect(keeping({ kind: 'messages', count: 9 }, rows(fifty))).toBe('s0 SUMMARY c40 t41 c42 t43 c44 t45 a46 u47 c48 t49')
    const several = 's0 u1 a2 c3 c4 c5 t3 t4 t5 a6 u7'
    expect(keeping({ kind: 'messages', count: 3 }, rows(several))).toBe('s0 SUMMARY c3 c3 c3 t3 t4 t5 a6 u7')
  })

  it('D4 · nothing to compact is no plan', () => {
    expect(keeping({ kind: 'messages', count: 10 }, rows('s0 u1 a2 u3'))).toBe('not enough: everything is kept')
  })
})

describe('the timeline’s turns', () => {
  const turns = 'uA aA uB aB uC aC1 aC2 uD aD uE aE'
  const keep = (tokens: number): Keep => ({ kind: 'recent-tokens', tokens, cut: 'timeline' })

  it('E5, E11 · a summary of A to C, then D and E', () => {
    expect(keeping(keep(400), rows(turns), {}, { splitTurn: 32 })).toBe('SUMMARY uD aD uE aE')
  })

  it('E6, E11 · a cut inside C: the beginning of C has a summary of its own, its end stays', () => {
    expect(keeping(keep(500), rows(turns), {}, { splitTurn: 32 })).toBe('SUMMARY+uC aC2 uD aD uE aE')
    expect(keeping(keep(600), rows(turns), {}, { splitTurn: 32 })).toBe('SUMMARY+uC aC1 aC2 uD aD uE aE')
  })

  it('E6 · a turn header starts a turn, and a rung that splits none keeps the turn whole', () => {
    const headed = 'uA aA hC aC1 aC2 uD aD'
    expect(keeping(keep(300), rows(headed), {}, { splitTurn: 32 })).toBe('SUMMARY+hC aC2 uD aD')
    expect(keeping(keep(300), rows(headed))).toBe('SUMMARY hC aC1 aC2 uD aD')
  })
})

describe('everything, turns, and what people wrote', () => {
  const lines = rows('s0 u1 a2 u3 c4 t5 a6 u7 a8 u9 c10 t11')

  it('B1 · everything becomes a summary; the last word of a person and the open round stay (L5)', () => {
    expect(keeping({ kind: 'nothing' }, lines)).toBe('s0 SUMMARY u9 c10 t11')
    const proposal = strategyOf({ rung: 'summarize', keep: { kind: 'nothing' } }, 64).propose(sceneOf(lines, { allowance: 5000 }))
    expect(proposal).toMatchObject({ overrides: [{ law: 'L5' }] })
  })

  it('A10 · the last turns stay', () => {
    expect(keeping({ kind: 'turns', count: 2 }, lines)).toBe('s0 SUMMARY u7 a8 u9 c10 t11')
    expect(keeping({ kind: 'turns', count: 9 }, lines)).toBe('not enough: everything is kept')
  })

  it('B2, F6 · what people wrote stays, the latest first, up to a number of tokens', () => {
    expect(keeping({ kind: 'user-messages', tokens: 250 }, lines)).toBe('s0 u3 u7 SUMMARY u9 c10 t11')
    expect(keeping({ kind: 'user-messages', tokens: 5000 }, lines)).toBe('s0 u1 u3 u7 SUMMARY u9 c10 t11')
    expect(keeping({ kind: 'user-messages', tokens: 0 }, lines)).toBe('s0 SUMMARY u9 c10 t11')
  })

  it('C20 · a summary takes at most its share of what it stands for', () => {
    const scene = sceneOf(lines, { allowance: 5000 })
    const order = (ratio: number): unknown => {
      const proposal = strategyOf({ rung: 'summarize', keep: { kind: 'turns', count: 1 }, ratio }, 5000).propose(scene)
      return proposal.kind === 'orders' ? proposal.orders[0] : proposal
    }
    expect(order(0.25)).toMatchObject({ tokens: 200 })
    expect(order(0.01)).toMatchObject({ tokens: 64 })
  })
})
