import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { CompactionError } from '../../src/schema/failures.ts'
import type { SummaryAnswer } from '../../src/schema/summary.ts'
import { caught, failureIn } from '../support/caught.ts'
import { agent, finishedTurns, type Step, user } from '../support/steps.ts'
import { add, answerOf, scripted, summaryIn, threadOf } from '../support/summaries.ts'

const talk: readonly Step[] = [
  user('Build the importer for orders. Do NOT use Redis.'),
  agent('The importer reads src/import.ts. The timeout is 30 s.'),
  ...finishedTurns(8, 150),
  user('go on'),
]
const at = { window: 1500, reserve: 100 }
const good = add('decision', 'The importer reads src/import.ts.', [1])
const item = { kind: 'fact', text: 'The timeout is 30 s.', sources: [1], authority: 'assistant' }
const circle: Record<string, unknown> = {}
circle['self'] = circle

/** Compacts with foreign code behind the port. Whatever it gives, the session goes on. */
async function compactWith(answer: unknown): Promise<{ fault: string | undefined; malformed: number; texts: readonly string[] }> {
  const thread = await threadOf(
    talk,
    scripted(() => answer as SummaryAnswer),
  )
  const { receipt } = await thread.compact(at)
  JSON.stringify(receipt)
  const items = (await summaryIn(thread)).ledger?.items ?? []
  return {
    fault: receipt.summary?.fault?.reason,
    malformed: receipt.summary?.rejected.filter(({ reason }) => reason === 'malformed').length ?? 0,
    texts: items.map(({ text }) => text),
  }
}

describe('D9 · operations that are none', () => {
  const malformed: Readonly<Record<string, unknown>> = {
    'are nothing': null,
    'are a number': 5,
    'are a word': 'add',
    'are a list': [],
    'are empty': {},
    'add nothing': { op: 'add' },
    'add null': { op: 'add', item: null },
    'add a word': { op: 'add', item: 'The timeout is 30 s.' },
    'have no text': { op: 'add', item: { ...item, text: undefined } },
    'have a number for a text': { op: 'add', item: { ...item, text: 30 } },
    'have no sources': { op: 'add', item: { ...item, sources: undefined } },
    'have a word for sources': { op: 'add', item: { ...item, sources: 'e1' } },
    'have words as sources': { op: 'add', item: { ...item, sources: ['1'] } },
    'have a source that is an object': { op: 'add', item: { ...item, sources: [{ valueOf: () => 1 }] } },
    'have a source that JSON does not know': { op: 'add', item: { ...item, sources: [1n] } },
    'are of a kind that every object has': { op: 'add', item: { ...item, kind: 'constructor' } },
    'are of the kind __proto__': { op: 'add', item: { ...item, kind: '__proto__' } },
    'are of no kind': { op: 'add', item: { ...item, kind: Symbol('fact') } },
    'have an authority that there is not': { op: 'add', item: { ...item, authority: 'root' } },
    'update what has no name': { op: 'update', text: 'A', sources: [1] },
    'update by an object': { op: 'update', id: {}, text: 'A', sources: [1] },
    'update without sources': { op: 'update', id: 'i1', text: 'A' },
    'supersede by nothing': { op: 'supersede', id: 'i1' },
    'resolve by null': { op: 'resolve', id: 'i1', sources: null },
    'do what cannot be done': { op: 'delete', id: 'i1', sources: [1] },
  }
  it.each(Object.entries(malformed))('%s: left out beside a good one, and no answer alone', async (_, operation) => {
    const beside = await compactWith(answerOf([good, operation as never]))
    expect(beside).toEqual({
      fault: undefined,
      malformed: 1,
      texts: expect.arrayContaining(['The importer reads src/import.ts.']),
    })
    expect(beside.texts).not.toContain('The timeout is 30 s.')
    expect((await compactWith(answerOf([operation as never]))).fault).toBe('unreadable')
  })

  it.each([Number.NaN, -1, 1.5, 1e300, Number.POSITIVE_INFINITY])('a source that cannot be: %s', async (source) => {
    const { fault, texts } = await compactWith(answerOf([good, add('fact', 'The timeout is 30 s.', [source])]))
    expect({ fault, has: texts.includes('The timeout is 30 s.') }).toEqual({ fault: undefined, has: false })
  })

  it('one that throws when it is looked at', async () => {
    const trap = {
      get op(): never {
        throw new Error('gotcha')
      },
    }
    expect((await compactWith(answerOf([trap as never]))).fault).toBe('broken')
  })

  it('fields that were not asked for stay outside', async () => {
    const more = { ...item, id: 'i99', status: 'done', time: 5, more: circle }
    const thread = await threadOf(
      talk,
      scripted(() => answerOf([{ op: 'add', item: more as never }])),
    )
    await thread.compact(at)
    expect((await summaryIn(thread)).ledger?.items[0]).toEqual({ ...item, id: 'i1', status: 'active', time: null })
  })
})

describe('answers that tell rubbish about themselves', () => {
  const told: Readonly<Record<string, object>> = {
    'attempts that are a word': { attempts: 'many' },
    'attempts that are nothing': { attempts: [null, 5] },
    'remarks in a circle': { remarks: [circle] },
    'findings that are none': { rejected: [null, 'x', {}] },
    'a display that is a number': { display: 5 },
    'usage in a circle': { usage: circle },
    'money that is none': { money: 'much' },
    'no name': { by: undefined },
  }
  it.each(Object.entries(told))('%s: the answer counts, the rubbish does not', async (_, more) => {
    expect((await compactWith({ ...answerOf([good]), ...more })).fault).toBe(undefined)
  })

  it('a name and remarks without end are cut', async () => {
    const long = { by: 'x'.repeat(1_000_000), remarks: Array.from({ length: 100_000 }, () => 'y'.repeat(1_000)) }
    const thread = await threadOf(
      talk,
      scripted(() => answerOf([good], long)),
    )
    expect(JSON.stringify((await thread.compact(at)).receipt).length).toBeLessThan(200_000)
  })

  it('a failure that has no attempts where they should be', async () => {
    const failure = { code: 'summarizer-failed', summarizer: 'x', reason: 'empty', detail: '', attempts: null }
    const thread = await threadOf(
      talk,
      scripted(() => {
        throw new CompactionError<'summarizer-failed'>(failure as never)
      }),
    )
    expect((await thread.compact(at)).receipt.summary).toMatchObject({
      by: 'deterministic',
      fault: { reason: 'empty' },
      attempts: [],
    })
  })
})

describe('case 54 · when the time is up', () => {
  const attempt = { by: 'dear', outcome: 'unavailable', detail: '', ms: 1, money: 0.5 } as const

  it('what was tried and paid is told, whether it ends in a failure or in an answer that comes too late', async () => {
    const failing = scripted(
      ({ signal }) =>
        new Promise((_, fail) => {
          const failure = {
            code: 'summarizer-failed',
            summarizer: 'x',
            reason: 'empty',
            detail: '',
            attempts: [attempt],
          } as const
          signal.addEventListener('abort', () => fail(new CompactionError<'summarizer-failed'>(failure)))
        }),
    )
    const late = scripted(
      ({ signal }) =>
        new Promise((done) => {
          signal.addEventListener('abort', () => done(answerOf([good], { attempts: [attempt] })))
        }),
    )
    for (const summarizer of [failing, late]) {
      const { receipt } = await (await threadOf(talk, summarizer, { summaryDeadlineMs: 20 })).compact(at)
      expect(receipt.summary).toMatchObject({
        by: 'deterministic',
        fault: { reason: 'timeout' },
        attempts: [attempt],
        money: 0.5,
      })
      expect(receipt.summarizerCalls).toBe(1)
    }
  })

  it('a deadline that is none is refused by name', () => {
    for (const summaryDeadlineMs of [0, -1, Number.NaN])
      expect(failureIn(caught(() => createCompactor({ summaryDeadlineMs })))).toMatchObject({ field: 'summaryDeadlineMs' })
  })

  it('the signal says that it was the clock, not a person', async () => {
    const reasons: unknown[] = []
    const summarizer = scripted(
      ({ signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => reasons.push((signal.reason as Error).name))
        }),
    )
    await (await threadOf(talk, summarizer, { summaryDeadlineMs: 20 })).compact(at)
    expect(reasons).toEqual(['TimeoutError'])
  })
})
