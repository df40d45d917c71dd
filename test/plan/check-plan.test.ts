import { describe, expect, it } from 'vitest'
import { makeSpan } from '../../src/log/span.ts'
import { checkPlan, type PlanFault } from '../../src/plan/check-plan.ts'
import { printPlan } from '../../src/plan/print-plan.ts'
import { artifactId, seqOf } from '../../src/schema/ids.ts'
import type { Carried, PlanRecord } from '../../src/schema/plan.ts'
import { rangeAt } from '../../src/schema/range.ts'
import { rangeShown, storedRecords } from '../../src/schema/stored-plan.ts'
import { sceneOf } from '../../src/testing/scene.ts'

const lines = `
  s0 system 10
  u1 user 10
  c2 call 5
  r3 result 300
  a4 assistant 10
  u5 user 10
`
const { log } = sceneOf(lines)
const summarize = (from: number, to: number, carries: readonly Carried[] = []): PlanRecord => ({
  action: 'summarize',
  span: makeSpan(log, rangeShown({ from, to })),
  tokens: 20,
  summary: 'what was done',
  carries,
})
const clear = (seq: number): PlanRecord => ({
  action: 'clear',
  span: makeSpan(log, rangeAt(seq)),
  tokens: 4,
  preservedFields: {},
})
const shorten = (seq: number): PlanRecord => ({
  action: 'shorten',
  span: makeSpan(log, rangeAt(seq)),
  tokens: 9,
  excerpt: { head: 30, tail: 20 },
})
const drop = (from: number, to: number, carries: readonly Carried[] = []): PlanRecord => ({
  action: 'drop',
  span: makeSpan(log, rangeShown({ from, to })),
  tokens: 0,
  reason: 'no room',
  index: { keywords: [], brief: '', time: null },
  carries,
})
const externalize = (from: number, to: number): PlanRecord => ({
  action: 'externalize',
  span: makeSpan(log, rangeShown({ from, to })),
  tokens: 12,
  artifact: artifactId('art-1'),
  summary: 'a file',
  rehydrateHint: 'when asked for it',
})

const check = (records: readonly PlanRecord[], pins: readonly number[] = []): readonly PlanFault[] =>
  checkPlan({ log, records, pins: new Set(pins.map(seqOf)), fixed: seqOf(1) })

describe('a sound plan', () => {
  it.each([
    ['nothing', []],
    ['whole rounds folded', [summarize(1, 3)]],
    ['a result cleared', [clear(3)]],
    ['a result and a text shortened', [shorten(3), shorten(4)]],
    ['a call and its result carried by a fold', [drop(1, 4, [{ seq: seqOf(2) }, { seq: seqOf(3) }])]],
    ['only results folded: the pointer stands in the result', [summarize(3, 3)]],
    ['only results put away', [externalize(3, 3)]],
  ] as const)('has no fault: %s', (_, records) => {
    expect(check(records)).toEqual([])
  })

  it('F2 · leaves pins as they are: outside every record, or carried whole', () => {
    expect(check([summarize(1, 3), shorten(4)], [5])).toEqual([])
    expect(check([summarize(1, 3, [{ seq: seqOf(1) }])], [1])).toEqual([])
  })
})

describe('a fault is found', () => {
  it('a span outside the log', () => {
    expect(check([{ ...clear(3), span: { ...makeSpan(log, rangeAt(3)), end: seqOf(100) } }])).toContainEqual({
      kind: 'outside-log',
      from: 3,
      end: 100,
    })
    expect(check([{ ...clear(3), span: { ...makeSpan(log, rangeAt(3)), from: seqOf(4) } }])).toContainEqual({
      kind: 'outside-log',
      from: 4,
      end: 4,
    })
  })

  it('a span of another branch', () => {
    const branch = sceneOf(lines.replace('u1 user', 'x1 assistant')).log
    expect(check([{ ...clear(3), span: makeSpan(branch, rangeAt(3)) }])).toEqual([{ kind: 'wrong-branch', from: 3, end: 4 }])
  })

  it('records that overlap', () => {
    expect(check([summarize(1, 3), shorten(3)])).toEqual([{ kind: 'overlap', at: 3 }])
  })

  it('a call folded without its result, and a result dropped without its call', () => {
    expect(check([summarize(1, 2)])).toEqual([{ kind: 'call-parted', call: 2, result: 3 }])
    expect(check([drop(3, 4)])).toEqual([{ kind: 'call-parted', call: 2, result: 3 }])
    expect(check([summarize(1, 4, [{ seq: seqOf(3) }])])).toEqual([{ kind: 'call-parted', call: 2, result: 3 }])
  })

  it('F2 · a pin that any record touches, or that is carried cut', () => {
    for (const touched of [clear(3), shorten(3), externalize(3, 3)])
      expect(check([touched], [3])).toEqual([{ kind: 'pin-touched', seq: 3 }])
    for (const folded of [summarize(1, 3), drop(1, 3)]) expect(check([folded], [1])).toEqual([{ kind: 'pin-touched', seq: 1 }])
    const cut = summarize(1, 3, [{ seq: seqOf(1), excerpt: { head: 1, tail: 0 } }])
    expect(check([cut], [1])).toEqual([{ kind: 'pin-touched', seq: 1 }])
  })

  it('a record in the fixed part', () => {
    expect(check([summarize(0, 1)])).toEqual([{ kind: 'fixed-touched', seq: 0 }])
  })
})

describe('a plan in words', () => {
  it('is one line a record', () => {
    const records = [summarize(1, 4, [{ seq: seqOf(1) }]), shorten(4), clear(3), drop(2, 3), externalize(3, 3)]
    expect(
      printPlan({ originalTokens: 345, compactedTokens: 60, version: 6, records: storedRecords(records) }),
    ).toMatchInlineSnapshot(`
      "345 -> 60 tokens, 6 entries
        summarize   e1–e4 (turn 1, 20 tokens) carries e1
        shorten     e4 (turn 1, 9 tokens) head 30, tail 20 characters
        clear       e3 (turn 1, 4 tokens)
        drop        e2–e3 (turn 1, 0 tokens)
        externalize e3 (turn 1, 12 tokens) to art-1"
    `)
  })

  it('names the turns where there are several', () => {
    const records = [summarize(1, 5)]
    expect(printPlan({ originalTokens: 9, compactedTokens: 3, version: 6, records: storedRecords(records) })).toContain(
      'summarize   e1–e5 (turns 1–2, 20 tokens)',
    )
  })
})
