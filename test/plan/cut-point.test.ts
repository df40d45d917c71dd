import { describe, expect, it } from 'vitest'
import { type Cut, type CutRules, findCut, timelineRules, turnRules, unitRules } from '../../src/plan/cut-point.ts'
import { seqOf } from '../../src/schema/ids.ts'
import { sceneOf } from '../../src/testing/scene.ts'

type Keep = { readonly atLeast: number } | { readonly atMost: number }

function cut(lines: string, rules: CutRules, keep: Keep): Cut {
  const { log, units, sizes, fixed } = sceneOf(lines)
  return findCut({ entries: log.entries, units, sizeOf: (seq) => sizes[seq] ?? 0, keep, rules, from: fixed })
}

const twoTurns = `
  u0 user 10
  a1 assistant 900
  u2 user 10
  c3 call 5
  r4 result 300
  a5 assistant 250
`
const between = (at: number): Cut => ({ kind: 'between-turns', at: seqOf(at) })
const inside = (at: number, turnStart: number): Cut => ({ kind: 'inside-turn', at: seqOf(at), turnStart: seqOf(turnStart) })
const none: Cut = { kind: 'none' }

describe('candidates', () => {
  const lines = `
    u0 user 1
    a1 assistant 1
    c2 call 1
    r3 result 1
    s4 summary 1
    h5 header 1
    n6 notice 1
    f7 file 1
    t8 reasoning 1
    x9 system 1
  `
  const { entries } = sceneOf(lines).log
  const candidates = (rules: CutRules): readonly string[] =>
    entries.filter((entry) => rules.isCandidate(entry)).map((entry) => entry.message.id)
  const counted = (rules: CutRules): readonly string[] =>
    entries.filter((entry) => rules.counts(entry)).map((entry) => entry.message.id)

  it('E4 · never a tool result or a summary; user, assistant, tool call, turn header, and any author but system and tool', () => {
    expect(candidates(timelineRules)).toEqual(['u0', 'a1', 'c2', 'h5', 'n6', 'f7', 't8'])
  })

  it('E5 · tool results count towards the tokens to keep, though they are no candidates; summaries and system text do not', () => {
    expect(counted(timelineRules)).toEqual(['u0', 'a1', 'c2', 'r3', 'h5', 'n6', 'f7', 't8'])
  })

  it('B8 · under pi’s rule only what starts a turn', () => {
    expect(candidates(turnRules)).toEqual(['u0', 'h5', 'f7'])
  })

  it('under our own rule the first block of any message', () => {
    expect(candidates(unitRules)).toEqual(['u0', 'a1', 'c2', 'r3', 's4', 'h5', 'n6', 'f7', 't8', 'x9'])
  })
})

describe('keeping at least so many tokens', () => {
  const table: readonly (readonly [keep: number, timeline: Cut, turn: Cut])[] = [
    [1, inside(5, 2), none],
    [250, inside(5, 2), none],
    [500, inside(5, 2), none],
    [555, inside(3, 2), none],
    [560, between(2), between(2)],
    [565, between(2), between(2)],
    [566, inside(1, 0), between(2)],
    [1465, inside(1, 0), between(2)],
    [1475, none, none],
    [9999, none, none],
  ]

  it.each(table.map(([keep, expected]) => ({ keep, expected })))(
    'E5 · timeline, keep $keep: $expected.kind',
    ({ keep, expected }) => {
      expect(cut(twoTurns, timelineRules, { atLeast: keep })).toEqual(expected)
    },
  )

  it.each(table.map(([keep, , expected]) => ({ keep, expected })))(
    'B8 · turn, keep $keep: $expected.kind',
    ({ keep, expected }) => {
      expect(cut(twoTurns, turnRules, { atLeast: keep })).toEqual(expected)
    },
  )

  it('E5 · from the entry that reaches the sum, goes on to the first candidate at or after it', () => {
    expect(cut(twoTurns, timelineRules, { atLeast: 251 })).toEqual(inside(5, 2)) // Reached at r4, which is none.
  })

  it('E5 · goes back to the boundary of its message', () => {
    const batch = `
      u0 user 10
      c1 call 5
      c2 call 5
      r3 result 10 c1
      r4 result 10 c2
      a5 assistant 10
    `
    expect(cut(batch, timelineRules, { atLeast: 35 })).toEqual(inside(1, 0)) // Reached at c2, the second block.
  })

  it('E5 · may stand just after a summary', () => {
    const resumed = `
      s0 summary 50
      a1 assistant 40
      a2 assistant 40
    `
    expect(cut(resumed, timelineRules, { atLeast: 80 })).toEqual(inside(1, 0))
  })

  it('case 2 · never parts a call from its results, even if a person spoke in between', () => {
    const lines = `
      u0 user 10
      c1 call 5
      n2 notice 5
      r3 result 10
      a4 assistant 10
    `
    expect(cut(lines, timelineRules, { atLeast: 25 })).toEqual(inside(1, 0)) // n2 would be a candidate.
  })
})

describe('a cut', () => {
  it('E6 · at a turn header, a user prompt or anything by the person is between turns', () => {
    for (const start of ['header', 'user', 'file']) {
      const lines = `
        u0 user 10
        a1 assistant 10
        x2 ${start} 10
        a3 assistant 10
      `
      expect(cut(lines, timelineRules, { atLeast: 20 })).toEqual(between(2))
    }
  })

  it('E6 · elsewhere splits a turn, and says where that turn began', () => {
    expect(cut(twoTurns, timelineRules, { atLeast: 10 })).toEqual(inside(5, 2))
    const noticed = 'u0 user 10\na1 assistant 10\nn2 notice 10\na3 assistant 10'
    expect(cut(noticed, timelineRules, { atLeast: 20 })).toEqual(inside(2, 0))
  })

  it('is none where everything is kept, or the log is empty', () => {
    expect(cut('u0 user 10', unitRules, { atMost: 10 })).toEqual(none)
    expect(findCut({ entries: [], units: [], sizeOf: () => 0, keep: { atLeast: 1 }, rules: unitRules, from: seqOf(0) })).toEqual(
      none,
    )
  })

  it('never lies in the fixed part', () => {
    const lines = 's0 system 100\nu1 user 10\na2 assistant 10'
    expect(cut(lines, unitRules, { atMost: 15 })).toEqual(inside(2, 1))
    expect(cut(lines, timelineRules, { atLeast: 20 })).toEqual(none)
  })
})

describe('keeping at most so many tokens', () => {
  it.each([
    [0, 6],
    [249, 6],
    [250, 5],
    [554, 5],
    [555, 3],
    [564, 3],
    [565, 2],
    [1464, 2],
    [1465, 1],
  ])('%i: the kept part begins at entry %i, the start of a unit', (atMost, at) => {
    expect(cut(twoTurns, unitRules, { atMost })).toMatchObject({ at })
  })

  it('B8 · before a person’s message only, where that is the rule', () => {
    expect(cut(twoTurns, turnRules, { atMost: 600 })).toEqual(between(2))
    expect(cut(twoTurns, turnRules, { atMost: 300 })).toEqual(between(6)) // Nothing of the turn: the floor decides (L3).
  })
})
