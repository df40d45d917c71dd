import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { findFrontier } from '../../src/log/frontier.ts'
import { leadingSystem, splitUnits } from '../../src/log/rounds.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { shownRange } from '../../src/schema/stored-plan.ts'
import { sceneOf } from '../../src/testing/scene.ts'
import { entriesFrom, neutralEntries } from '../support/logs.ts'

const entries = (lines: string): readonly Entry[] => sceneOf(lines).log.entries
/** Units as `from–to`. */
const units = (lines: string): string =>
  splitUnits(entries(lines), seqOf(0))
    .map(shownRange)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
    .join(' | ')

describe('units: what is folded whole or not at all', () => {
  it('a message is a unit; a call and its result are one', () => {
    expect(
      units(`
        u0 user 1
        c1 call 1
        r2 result 1
        a3 assistant 1`),
    ).toBe('0 | 1–2 | 3')
  })

  it('of a long log, those that a fold has taken in whole may be left out', () => {
    const lines = `
        u0 user 1
        c1 call 1
        r2 result 1
        a3 assistant 1
        u4 user 1`
    const ends = (folded: number) => splitUnits(entries(lines), seqOf(0), seqOf(folded)).map(({ end }) => end)
    expect(ends(0)).toEqual([1, 3, 4, 5])
    expect(ends(1)).toEqual([3, 4, 5])
    // Where a fold ends inside a unit, that unit is there.
    expect(ends(2)).toEqual([3, 4, 5])
    expect(ends(3)).toEqual([4, 5])
  })

  it('a parallel batch is one unit with all its results', () => {
    expect(
      units(`
        c0 call 1
        c1 call 1
        c2 call 1
        r3 result 1
        r4 result 1
        r5 result 1
        u6 user 1`),
    ).toBe('0–5 | 6')
  })

  it('what stands between a call and its result belongs to the unit', () => {
    expect(
      units(`
        c0 call 1
        n1 notice 1
        r2 result 1
        a3 assistant 1`),
    ).toBe('0–2 | 3')
  })

  it('calls whose results cross are one unit', () => {
    expect(
      units(`
        c0 call 1
        a1 assistant 1
        c2 call 1
        r3 result 1 c2
        r4 result 1 c0
        u5 user 1`),
    ).toBe('0–4 | 5')
  })

  it('a call without a result, and a result without a call, stand alone', () => {
    expect(
      units(`
        c0 call 1
        u1 user 1
        r2 result 1 nobody
        u3 user 1`),
    ).toBe('0 | 1 | 2 | 3')
  })

  it('cover every entry exactly once', () => {
    const scene = sceneOf(`
      s0 system 1
      u1 user 1
      c2 call 1
      c3 call 1
      r4 result 1
      a5 assistant 1`)
    const covered = scene.units.flatMap(({ from, end }) => Array.from({ length: end - from }, (_, i) => from + i))
    expect(covered).toEqual([1, 2, 3, 4, 5])
  })
})

describe('the fixed part', () => {
  it('is the system text at the front; later system text is history', () => {
    expect(
      leadingSystem(
        entries(`
          s0 system 1
          s1 system 1
          u2 user 1
          s3 system 1`),
      ),
    ).toBe(2)
    expect(leadingSystem(entries('s0 system 1'))).toBe(1)
    expect(leadingSystem([])).toBe(0)
  })
})

describe('the frontier', () => {
  it('is what people wrote since the last assistant entry', () => {
    expect(
      findFrontier(
        entries(`
          u0 user 1
          a1 assistant 1
          u2 user 1
          n3 notice 1
          u4 user 1`),
      ),
    ).toEqual({ people: [2, 4], openRound: [] })
  })

  it('is the last words of a person, wherever they stand', () => {
    expect(
      findFrontier(
        entries(`
          u0 user 1
          a1 assistant 1
          c2 call 1
          r3 result 1
          a4 assistant 1`),
      ),
    ).toEqual({ people: [0], openRound: [] })
  })

  it('is not a message without words, though a person sent it', () => {
    const said = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })
    const answer = { role: 'assistant', content: [{ type: 'text', text: 'ok' }] }
    expect(findFrontier(neutralEntries([said('the request'), answer, said(' \n'), said('')])).people).toEqual([0])
  })

  it('holds the open round: its calls, and the results that came', () => {
    expect(
      findFrontier(
        entries(`
          u0 user 1
          t1 reasoning 1
          c2 call 1
          c3 call 1
          r4 result 1`),
      ),
    ).toEqual({ people: [0], openRound: [1, 2, 3, 4] })
  })

  it('leaves a round alone once the model has spoken again', () => {
    expect(
      findFrontier(
        entries(`
          u0 user 1
          c1 call 1
          r2 result 1
          a3 assistant 1`),
      ).openRound,
    ).toEqual([])
  })

  it('holds no result that answers another round', () => {
    expect(
      findFrontier(
        entries(`
          c0 call 1
          a1 assistant 1
          u2 user 1
          c3 call 1
          r4 result 1 c3
          r5 result 1 c0`),
      ).openRound,
    ).toEqual([3, 4])
  })

  it("holds what the provider's own tools brought last, until the model has spoken", () => {
    const searched = [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    ]
    const asked = { role: 'user', content: 'Search.' }
    const entriesOf = (content: readonly Json[]) => entriesFrom(anthropic, [asked, { role: 'assistant', content }])
    expect(findFrontier(entriesOf(searched))).toEqual({ people: [0], openRound: [1, 2] })
    expect(findFrontier(entriesOf([...searched, { type: 'text', text: 'It leaks.' }])).openRound).toEqual([])
  })

  it('is empty in an empty log', () => {
    expect(findFrontier([])).toEqual({ people: [], openRound: [] })
  })
})
