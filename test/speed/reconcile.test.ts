import { describe, expect, it } from 'vitest'
import { gemini } from '../../src/dialects/gemini/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { sameStart } from '../../src/engine/same-start.ts'
import { reconcile } from '../../src/reconcile/reconcile.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Reconciliation } from '../../src/schema/reconciliation.ts'
import { DIALECTS } from '../../src/testing/transcripts/transcripts.ts'
import { DIALECT } from '../laws/judge/subject.ts'
import { agent, call, logFrom, result, user, written } from '../support/reconciled.ts'
import { finishedTurns, messagesFor } from '../support/steps.ts'
import { AT_MOST_IN_PROPORTION, growth, processorTime } from './processor-time.ts'

/**
 * What the work takes as a part of what making it ready takes, each the shortest of a few runs. A slow machine slows both. Getting
 * 10,000 messages ready takes 25 to 60 ms, and the work a tenth to a quarter of that: about the 5 ms wanted.
 */
function shareOf(runs: number, prepare: () => () => void): number {
  const least = { prepare: Number.POSITIVE_INFINITY, work: Number.POSITIVE_INFINITY }
  for (let run = 0; run < runs; run += 1) {
    let work: () => void = () => undefined
    const ready = processorTime(() => {
      work = prepare()
    }, 1)
    least.prepare = Math.min(least.prepare, ready)
    least.work = Math.min(least.work, processorTime(work, 1))
  }
  return least.work / least.prepare
}

/** Turns of four messages each. If a dialect allows it, some of their calls have no ids. */
const turns = (count: number) =>
  Array.from({ length: count }, (_, turn) => [
    user(`Please read file ${turn} and say what is in it.`),
    call(`c${turn}`),
    result(`c${turn}`, `content of ${turn}\n${'line of text '.repeat(40)}`),
    agent(`File ${turn} is about retries.`),
  ]).flat()

const MOST = 0.6

describe('10,000 messages and a new one, in a fresh copy', () => {
  it.each(DIALECTS)('are reconciled in a small part of the time that parsing them takes (%s)', (name) => {
    const dialect = DIALECT[name]
    const text = JSON.stringify(written(name, turns(2_500)))
    const known = logFrom(dialect, JSON.parse(text))
    expect(known.entries.length).toBeGreaterThanOrEqual(10_000)
    let found: Reconciliation | undefined
    const share = shareOf(10, () => {
      const incoming = dialect.readMessages([...JSON.parse(text), ...written(name, [user('Go on.')])])
      return () => {
        found = reconcile({ known, incoming })
      }
    })
    expect(found?.verdict).toEqual({ kind: 'continues' })
    expect(found?.append).toHaveLength(1)
    expect(share).toBeLessThan(MOST)
  })

  it('are told from those of last time as fast, before anything is read', () => {
    const text = JSON.stringify(messagesFor('openai-chat', finishedTurns(2_500, 100)))
    const kept: readonly Json[] = JSON.parse(text)
    const share = shareOf(10, () => {
      const given: readonly Json[] = JSON.parse(text)
      return () => expect(sameStart(kept, given)).toBe(10_000)
    })
    expect(share).toBeLessThan(MOST)
  })
})

describe('case 28 · a hostile history takes no more than its length', () => {
  const say = (role: string, content: Json): Json => ({ role, content })
  const times = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
    Array.from({ length: count }, (_, index) => make(index))
  const ok = (count: number) => times(count, () => say('user', 'ok'))

  const histories: Readonly<Record<string, (count: number) => readonly [log: readonly Json[], given: readonly Json[]]>> = {
    'the same word over and over, and another in front': (count) => [ok(count), [say('user', 'no'), ...ok(count)]],
    'the same word over and over, and others between': (count) => [
      ok(count),
      times(2 * count, (n) => say('user', n % 2 ? 'ok' : `x${n}`)),
    ],
    'everything the other way round': (count) => [
      times(count, (n) => say('user', `m${n}`)),
      times(count, (n) => say('user', `m${count - n}`)),
    ],
    'every other message edited': (count) => [
      times(count, (n) => say('user', `message ${n}`)),
      times(count, (n) => say('user', n % 2 ? `message ${n}` : `message ${n}, edited`)),
    ],
    'one call id for all': (count) => {
      const calls = times(count, (n) => (n % 2 ? { role: 'tool', tool_call_id: 'None', content: `r${n % 7}` } : callOf('None')))
      return [calls, [say('user', 'first'), ...calls]]
    },
    'nothing but notices, all of them others': (count) => [
      times(count, (n) => say('user', `<system-reminder>${n}</system-reminder>`)),
      times(count, (n) => say('user', `<system-reminder>no ${n}</system-reminder>`)),
    ],
    'nothing but blank messages': (count) => [times(count, () => say('user', ' ')), times(count + 9, () => say('user', ''))],
    'long texts of one length': (count) => [
      times(count / 20, (n) => say('user', `${'x'.repeat(17_000)}${String(n).padStart(6, '0')}`)),
      times(count / 20, (n) => say('user', n === 0 ? 'another' : `${'x'.repeat(17_000)}${String(n).padStart(6, '0')}`)),
    ],
    'one message of very many parts, twice as many': (count) => [
      [
        say(
          'user',
          times(count, (n) => ({ type: 'text', text: `t${n}` })),
        ),
      ],
      [
        say(
          'user',
          times(2 * count, (n) => ({ type: 'text', text: n % 2 ? `n${n}` : `t${n / 2}` })),
        ),
      ],
    ],
    'reminders that never end': (count) => [
      [say('user', 'hello')],
      [say('user', '<system-reminder>'.repeat(count)), say('user', 'hello')],
    ],
  }

  it.each(Object.entries(histories))('%s', (_, make) => {
    const times = growth(4_000, (size) => {
      const [log, given] = make(size)
      const known = logFrom(openaiChat, log)
      const incoming = openaiChat.readMessages(given)
      return () => reconcile({ known, incoming })
    })
    expect(times).toBeLessThan(AT_MOST_IN_PROPORTION)
  })

  it('calls without ids, of one tool, that all say the same', () => {
    const poll = { role: 'model', parts: [{ functionCall: { name: 'poll', args: {} } }] }
    const pending = { role: 'user', parts: [{ functionResponse: { name: 'poll', response: { output: 'pending' } } }] }
    const taken = growth(4_000, (size) => {
      const log = times(size, (n) => (n % 2 ? pending : poll))
      const known = logFrom(gemini, log)
      const incoming = gemini.readMessages([{ role: 'user', parts: [{ text: 'first' }] }, ...log, poll])
      return () => reconcile({ known, incoming })
    })
    expect(taken).toBeLessThan(AT_MOST_IN_PROPORTION)
  })
})

function callOf(id: string): Json {
  return { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }] }
}
