import { describe, expect, inject, it } from 'vitest'
import { balanced } from '../../src/plan/presets/balanced.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import type { Store } from '../../src/schema/ports.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptiedSchema } from '../support/emptied-schema.ts'
import { lightEngine } from '../support/light-engine.ts'
import { agent, calls, finishedTurns, messagesFor, user } from '../support/steps.ts'
import { answerOf, scripted } from '../support/summaries.ts'

const stores: Readonly<Record<string, () => Promise<StoreWith<Capability>>>> = {
  memory: async () => memoryStore(),
  SQLite: () => openSqliteStore(':memory:'),
  PostgreSQL: () => openPostgresStore(inject('postgres'), { schema: emptiedSchema(inject('postgres')) }),
}
const talk = messagesFor('openai-chat', [user('start'), ...finishedTurns(20, 200), user('go on')])
const NARROW = { window: 6_000 }
const policy = balanced({ trigger: 1, release: 1, ladder: [{ rung: 'summarize-oldest' }] })

describe.each(Object.entries(stores))('a compaction in the %s store', (_, open) => {
  it('case 81 · that is stopped, or whose client goes away, changes nothing and holds no other process up', async () => {
    const store = await open()
    const cancel = new AbortController()
    const summarizer = scripted((job) => {
      setImmediate(() => cancel.abort())
      return new Promise((_answer, fail) => job.signal.addEventListener('abort', () => fail(new Error('gone'))))
    })
    const thread = await lightEngine({ store, summarizer, policy }).thread('t')
    await thread.append(talk)
    const before = JSON.stringify((await thread.prepare({ window: 1_000_000 })).request)
    const stopped = rejection(thread.compact({ ...NARROW, signal: cancel.signal }))
    // What is said meanwhile waits its turn and is kept.
    const said = thread.append(messagesFor('openai-chat', [agent('stopped'), user('never mind')]))
    expect(failureIn(await stopped)).toEqual({ code: 'compaction-cancelled' })
    await said
    expect(await thread.commits()).toEqual([])
    expect((await thread.session()).currentlyCompacting).toBe(false)
    const after = JSON.stringify((await thread.prepare({ window: 1_000_000 })).request)
    expect(after.startsWith(before.slice(0, -2))).toBe(true)
    expect(after).toContain('never mind')
    // Without an interruption, and without its summarizer, the same compaction is made.
    const plain = await lightEngine({ store, policy }).thread('t')
    expect((await plain.compact(NARROW)).changed).toBe(true)
    await store.close()
  })

  it('case 81 · that waits for its turn gives up as soon as its client is gone', async () => {
    const store = await open()
    const key = { tenant: tenantId('default'), thread: threadId('t') }
    const cancel = new AbortController()
    let asked = 0
    /** Its client goes away while it asks for its turn for the third time. */
    const impatient: Store = {
      ...store,
      leases: {
        ...store.leases,
        async take(...given) {
          asked += 1
          if (asked === 3) cancel.abort()
          return store.leases.take(...given)
        },
      },
    }
    const waiting = await lightEngine({ store: impatient, policy }).thread('t')
    await waiting.append(talk)
    const held = await store.leases.take(key, 'somebody', 600_000)
    expect(failureIn(await rejection(waiting.compact({ ...NARROW, signal: cancel.signal })))).toEqual({
      code: 'compaction-cancelled',
    })
    expect(asked).toBe(3)
    await store.leases.release(key, held?.fence ?? 0)
    const thread = await lightEngine({ store, policy }).thread('t')
    expect((await thread.compact(NARROW)).changed).toBe(true)
    await store.close()
  })

  it('case 81 · while an answer is streaming leaves room for it: the answer goes on where the request ended', async () => {
    const store = await open()
    const streaming = await lightEngine({ store, policy }).thread('t')
    await streaming.append(talk)
    await streaming.prepare({ window: 1_000_000 })
    // Another process compacts while the answer comes in piece by piece; only whole messages are appended.
    const other = await lightEngine({ store, policy }).thread('t')
    expect((await other.compact(NARROW)).changed).toBe(true)
    await streaming.append(messagesFor('openai-chat', [agent('the ANSWER that streamed')]))
    const { request } = await streaming.prepare({ window: 1_000_000 })
    expect(JSON.stringify(request)).toContain('the ANSWER that streamed')
    expect(await streaming.commits()).toHaveLength(1)
    expect(await lightEngine({ store }).verify('t')).toMatchObject({ kind: 'whole' })
    await store.close()
  })

  it('case 81 · after an interrupt in the middle of a call gives a request that is valid, and the interrupted call stays in the log', async () => {
    const store = await open()
    const thread = await lightEngine({ store, policy }).thread('t')
    await thread.append(talk)
    await thread.append(messagesFor('openai-chat', [calls(['c1', 'bash', { command: 'sleep 100' }])]))
    await thread.append(messagesFor('openai-chat', [user('[Request interrupted by user]'), user('do something else')]))
    const { request } = await thread.compact(NARROW)
    const sent = JSON.stringify(request)
    expect(sent).toContain('do something else')
    const summarizer = scripted(() => answerOf([]))
    const opened = await lightEngine({ store, summarizer, policy }).thread('t')
    expect(JSON.stringify((await opened.prepare(NARROW)).request)).toBe(sent)
    expect((await opened.entries()).some((entry) => entry.kind === 'tool-call' && entry.callId === 'c1')).toBe(true)
    await store.close()
  })
})
