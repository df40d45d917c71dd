import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeSpan } from '../../src/log/span.ts'
import { actionFor, normaliseRecords } from '../../src/plan/build-plan.ts'
import { artifactId, seqOf } from '../../src/schema/ids.ts'
import { type Action, type PlanRecord, PRECEDENCE } from '../../src/schema/plan.ts'
import { rangeContains, rangeOf } from '../../src/schema/range.ts'
import { rangeShown, shownRange } from '../../src/schema/stored-plan.ts'
import { sceneOf } from '../../src/testing/scene.ts'

const { log } = sceneOf(Array.from({ length: 20 }, (_, i) => `a${i} assistant 10`).join('\n'))
const ACTIONS = ['shorten', 'clear', 'summarize', 'externalize', 'drop'] as const

function record(action: Exclude<Action, 'include'>, from: number, to: number): PlanRecord {
  const span = makeSpan(log, rangeShown({ from, to }))
  switch (action) {
    case 'shorten':
      return { action, span, tokens: 5, excerpt: { head: 3, tail: 2 } }
    case 'clear':
      return { action, span, tokens: 4, preservedFields: { path: 'a' } }
    case 'summarize':
      return { action, span, tokens: 7, summary: 's', carries: [{ seq: seqOf(from) }, { seq: seqOf(to) }] }
    case 'externalize':
      return { action, span, tokens: 6, artifact: artifactId('art'), summary: 's', rehydrateHint: 'when asked' }
    case 'drop':
      return { action, span, tokens: 0, reason: 'r', index: { keywords: [], brief: '', time: null }, carries: [] }
  }
}

/** Records as `action from–to`. */
const print = (records: readonly PlanRecord[]): readonly string[] =>
  records.map(({ action, span }) => `${action} ${span.from}–${shownRange(span).to}`)

describe('normalising', () => {
  it('C4 · drop beats externalize beats summarize beats clear beats shorten beats include', () => {
    const order = Object.entries(PRECEDENCE)
      .sort(([, a], [, b]) => b - a)
      .map(([action]) => action)
    expect(order).toEqual(['drop', 'externalize', 'summarize', 'clear', 'shorten', 'include'])
  })

  it.each(ACTIONS.flatMap((high, i) => ACTIONS.slice(0, i).map((low) => ({ high, low }))))(
    'C4 · where $high and $low overlap, $high keeps the entries and a warning says so',
    ({ high, low }) => {
      const { records, warnings } = normaliseRecords(log, [record(low, 4, 8), record(high, 6, 10)])
      expect(print(records)).toEqual([`${low} 4–5`, `${high} 6–10`])
      expect(warnings).toEqual([{ kind: 'overlap', from: 6, to: 8, won: high, lost: low }])
    },
  )

  it('C4 · a lower record is cut around a higher one inside it, each piece with a span of its own', () => {
    const { records } = normaliseRecords(log, [record('summarize', 2, 12), record('drop', 5, 6)])
    expect(print(records)).toEqual(['summarize 2–4', 'drop 5–6', 'summarize 7–12'])
    expect(records.map(({ span }) => span)).toEqual([
      makeSpan(log, rangeOf(2, 5)),
      makeSpan(log, rangeOf(5, 7)),
      makeSpan(log, rangeOf(7, 13)),
    ])
  })

  it('C4 · a piece carries only what lies in it', () => {
    const { records } = normaliseRecords(log, [record('summarize', 2, 12), record('drop', 5, 6)])
    expect(records.map((piece) => ('carries' in piece ? piece.carries : []))).toEqual([[{ seq: 2 }], [], [{ seq: 12 }]])
  })

  it('C4 · a record that another covers is gone, with a warning', () => {
    const { records, warnings } = normaliseRecords(log, [record('clear', 5, 5), record('summarize', 0, 9)])
    expect(print(records)).toEqual(['summarize 0–9'])
    expect(warnings).toHaveLength(1)
  })

  it('C4 · of two equals the first given stays', () => {
    expect(print(normaliseRecords(log, [record('clear', 5, 8), record('clear', 3, 6)]).records)).toEqual([
      'clear 3–4',
      'clear 5–8',
    ])
  })

  it('C4 · what does not overlap is only put in order, without a warning', () => {
    const given = [record('drop', 9, 9), record('shorten', 0, 0), record('clear', 4, 4)]
    expect(normaliseRecords(log, given)).toEqual({ records: [given[1], given[2], given[0]], warnings: [] })
  })

  const anyRecords = fc
    .array(fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(19), fc.nat(19)), { maxLength: 8 })
    .map((rows) => rows.map(([action, a, b]) => record(action, Math.min(a, b), Math.max(a, b))))

  it('C4 · gives every entry at most one record, that of the highest precedence over it, whatever the records', () => {
    fc.assert(
      fc.property(anyRecords, (given) => {
        const { records } = normaliseRecords(log, given)
        for (const { seq } of log.entries) {
          const over = given.filter(({ span }) => rangeContains(span, seq))
          const highest = over.reduce<Action>(
            (best, { action }) => (PRECEDENCE[action] > PRECEDENCE[best] ? action : best),
            'include',
          )
          expect(records.filter(({ span }) => rangeContains(span, seq)).length).toBe(highest === 'include' ? 0 : 1)
          expect(actionFor(records, seq).action).toBe(highest)
        }
      }),
    )
  })

  it('C4 · changes nothing the second time', () => {
    fc.assert(
      fc.property(anyRecords, (given) => {
        const { records } = normaliseRecords(log, given)
        expect(normaliseRecords(log, records)).toEqual({ records, warnings: [] })
      }),
    )
  })
})

describe('actionFor', () => {
  it('C4 · tells the record of an entry, or include', () => {
    const { records } = normaliseRecords(log, [record('clear', 3, 3), record('drop', 8, 9)])
    expect([2, 3, 4, 7, 8, 9, 10, 19].map((seq) => actionFor(records, seqOf(seq)).action)).toEqual([
      'include',
      'clear',
      'include',
      'include',
      'drop',
      'drop',
      'include',
      'include',
    ])
    expect(actionFor([], seqOf(0))).toEqual({ action: 'include' })
  })
})
