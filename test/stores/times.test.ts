import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, inject, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { createCompactor, memoryStore, presets, triggers } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { emptiedSchema } from '../support/emptied-schema.ts'
import { emptyFolder } from '../support/folders.ts'

/** A place where a store lives. Each opening is another process’s. */
const places: Readonly<Record<'memory' | 'SQLite' | 'PostgreSQL' | 'files', () => () => Promise<Store>>> = {
  memory() {
    const store = memoryStore()
    return async () => store
  },
  SQLite() {
    const path = join(emptyFolder(), 'agent.db')
    return () => openSqliteStore(path)
  },
  PostgreSQL() {
    const schema = emptiedSchema(inject('postgres'))
    return () => openPostgresStore(inject('postgres'), { schema })
  },
  files() {
    const folder = emptyFolder()
    return async () => openJsonlStore(folder)
  },
}

const MINUTE = 60_000
const START = 1_790_000_000_000

describe.each(Object.entries(places))('when entries came in, in %s', (_, place) => {
  /** Does something with a thread in a process of its own, at a time. */
  const during = async <Result>(
    open: () => Promise<Store>,
    now: () => number,
    work: (thread: Awaited<ReturnType<ReturnType<typeof createCompactor>['thread']>>) => Promise<Result>,
  ): Promise<Result> => {
    const when = triggers.idleLongerThan(5 * MINUTE)
    const policy = presets.timeline({ trigger: triggers.automatically(when) })
    const store = await open()
    const result = await work(await createCompactor({ store, policy, clock: now }).thread('t'))
    await store.close()
    return result
  }
  const said = (role: 'user' | 'assistant', content: string) => ({ role, content })

  it('C7 · is known of each after a restart, by the clock of the host, and goes along to a branch', async () => {
    const open = place()
    await during(
      open,
      () => START,
      (thread) => thread.append([said('user', 'hi'), said('assistant', 'Hello.')]),
    )
    await during(
      open,
      () => START + MINUTE + 0.75,
      (thread) => thread.append([said('user', 'go on')]),
    )
    const expected = [START, START, START + MINUTE]
    await during(
      open,
      () => START + 9 * MINUTE,
      async (thread) => {
        expect(await thread.times()).toEqual(expected)
        expect((await thread.entries()).map(({ time }) => time)).toEqual([undefined, undefined, undefined])
        const branch = await thread.branch({ at: 'e1' })
        expect(await branch.times()).toEqual(expected.slice(0, (await branch.entries()).length))
      },
    )
  })

  it('C7 · is what a message says itself, if it says so; and nothing if the clock knows nothing', async () => {
    const open = place()
    const [first, second] = openaiChat.readMessages([said('user', 'hi'), said('assistant', 'Hello.')])
    if (first === undefined || second === undefined) throw new Error('two messages are read as two')
    await during(
      open,
      () => START,
      (thread) => thread.appendDrafts([{ ...first, time: 1_700_000_000_000 }, second]),
    )
    await during(
      open,
      () => Number.NaN,
      (thread) => thread.append([said('user', 'go on')]),
    )
    expect(
      await during(
        open,
        () => START,
        (thread) => thread.times(),
      ),
    ).toEqual([1_700_000_000_000, START, null])
  })

  it('E3 · how long nobody called survives a restart: the cache is known to be cold, whoever spoke since', async () => {
    const open = place()
    const output = 'a line of a long file\n'.repeat(200)
    const turn = (id: string) => [
      said('user', `Read ${id}.`),
      {
        ...{ role: 'assistant', content: null },
        tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } }],
      },
      { role: 'tool', tool_call_id: id, content: output },
      said('assistant', 'It is read.'),
    ]
    const at = { window: 100_000, reserve: 1_000 }
    await during(
      open,
      () => START,
      (thread) => thread.append([...turn('a'), ...turn('b'), ...turn('c')]),
    )
    const asked = (minutes: number) =>
      during(
        open,
        () => START + minutes * MINUTE,
        async (thread) => {
          await thread.append([said('user', `It is minute ${minutes}.`)])
          return thread.prepare(at)
        },
      )
    expect((await asked(4)).receipt).toBeNull()
    expect((await asked(6)).receipt).toMatchObject({ strategy: 'prune-cold', reason: expect.stringContaining('without a call') })
  })
})

describe('a file that is older than times', () => {
  const older = (): string => {
    const path = join(emptyFolder(), 'agent.db')
    writeFileSync(path, gunzipSync(readFileSync(new URL('../fixtures/b7e39ab/agent.db.gz', import.meta.url))))
    return path
  }
  const timesIn = async (options: { readonly readOnly?: boolean }, path = older()) => {
    const store = await openSqliteStore(path, options)
    const thread = await createCompactor({ store, clock: () => START }).thread('folded')
    if (options.readOnly !== true) await thread.append([{ role: 'user', content: 'go on' }])
    const times = await thread.times()
    await store.close()
    return times
  }

  it('C7 · has none of what it holds, and those of what is appended from now on', async () => {
    const times = await timesIn({})
    expect(times.at(-1)).toBe(START)
    expect(times.length).toBeGreaterThan(10)
    expect(new Set(times.slice(0, -1))).toEqual(new Set([null]))
  })

  it('C7 · is read as it is if it may not be written', async () => {
    expect(new Set(await timesIn({ readOnly: true }))).toEqual(new Set([null]))
  })
})
