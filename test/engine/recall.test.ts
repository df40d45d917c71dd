import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { createCompactor, type Embedder, type Thread } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptiedSchema } from '../support/emptied-schema.ts'
import { emptyFolder } from '../support/folders.ts'
import { agent, calls, finishedTurns, messagesFor, results, user } from '../support/steps.ts'

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => memoryStore(),
  SQLite: () => openSqliteStore(join(emptyFolder(), 'a.db')),
  PostgreSQL: () => openPostgresStore(inject('postgres'), { schema: emptiedSchema(inject('postgres')) }),
  'session files': async () => openJsonlStore(emptyFolder()),
}

const talk = messagesFor('openai-chat', [
  user('The release goes out on Thursday. Never push to the main branch.'),
  calls(['c1', 'bash', { command: 'npx vitest run test/parser' }]),
  results(['c1', 'Tests  3 failed | 41 passed\nparseHTTPHeader: expected 200, got 431']),
  agent('Three parser tests break because the header limit is 8 KB in src/net/http_header.ts.'),
  user('数据库连接超时了，请检查配置'),
  agent('The pool waits for 30 seconds. I raised POOL_TIMEOUT_MS to 45000.'),
  ...finishedTurns(30, 300),
  user('go on'),
])

async function folded(store: Store, options: object = {}): Promise<Thread> {
  const thread = await createCompactor({ store, clock: () => 5, ...options }).thread('t')
  await thread.append(talk)
  await thread.compact({ window: 6_000 })
  return thread
}

describe.each(Object.entries(stores))('recall in %s', (_, open) => {
  it('F8, C25 · finds what left the prompt in other words than it was said in', async () => {
    const store = await open()
    const thread = await folded(store)
    const first = async (text: string): Promise<string | undefined> => (await thread.recall(text))[0]?.handle
    expect(await first('how many tests of the parser are failing')).toBe('e2')
    expect(await first('which environment variable sets how long connections wait')).toBe('e5')
    expect(await first('parseHttpHeader')).toBe('e2')
    expect(await first('http_header.ts')).toBe('e3')
    expect(await first('数据库 超时')).toBe('e4')
    expect(await first('rules for pushing to branches')).toBe('e0')
    await store.close()
  })

  it('C23, C25 · keeps to what it is asked for: kind, tool, author, file, turn, time, what is hidden', async () => {
    const store = await open()
    const thread = await folded(store)
    const handles = async (options: Parameters<Thread['recall']>[1]): Promise<readonly string[]> =>
      (await thread.recall('parser tests header limit', { limit: 50, ...options })).map(({ handle }) => handle)
    expect((await handles({ kinds: ['tool-call'] }))[0]).toBe('e1')
    expect(await handles({ tools: ['bash'], kinds: ['tool-result'] })).toEqual(['e2'])
    expect(await handles({ authors: ['agent'], file: 'http_header.ts' })).toEqual(['e3'])
    expect(await handles({ file: 'header.ts' })).toEqual([])
    expect(new Set(await handles({ turns: { to: 1 } }))).toEqual(new Set(['e1', 'e2', 'e3']))
    expect(await handles({ time: { from: 6 } })).toEqual([])
    expect(await handles({ time: { to: 5 }, turns: { from: 1, to: 1 }, kinds: ['text'] })).toEqual(['e3'])
    const hidden = await thread.recall('go on', { hidden: true, limit: 100 })
    expect(hidden.every((hit) => hit.hidden)).toBe(true)
    expect(hidden.map(({ handle }) => handle)).not.toContain(`e${(await thread.entries()).length - 1}`)
    await store.close()
  })

  it('names neighbours and sizes, and gives the same order every time', async () => {
    const store = await open()
    const thread = await folded(store)
    const once = await thread.recall('parser failed', { neighbours: 1 })
    expect(once[0]).toMatchObject({ handle: 'e2', size: expect.any(Number), tool: 'bash', turn: 1, hidden: true })
    expect(once[0]?.neighbours.map(({ handle }) => handle)).toEqual(['e1', 'e3'])
    expect(await thread.recall('parser failed', { neighbours: 1 })).toEqual(once)
    await store.close()
  })

  it('L1, F8 · every entry is reachable by its handle and by ranges, byte for byte', async () => {
    const store = await open()
    const thread = await folded(store)
    const entries = await thread.entries()
    for (const entry of entries) expect((await thread.expand(entry.id))[0]?.entry).toEqual(entry)
    expect((await thread.expand({ from: 0, to: entries.length - 1 })).map(({ entry }) => entry)).toEqual(entries)
    expect((await thread.expand('e2-e4')).map(({ handle }) => handle)).toEqual(['e2', 'e3', 'e4'])
    expect((await thread.expand('[e2–4]')).map(({ text }) => text)[0]).toContain('3 failed')
    await store.close()
  })

  it('case 68 · finds and opens nothing that was erased', async () => {
    const store = await open()
    const compactor = createCompactor({ store })
    const thread = await compactor.thread('t')
    await thread.append(talk)
    await thread.compact({ window: 6_000 })
    expect((await thread.recall('POOL_TIMEOUT_MS')).map(({ handle }) => handle)).toContain('e5')
    await compactor.erase({ thread: 't', entry: 'e5' })
    const again = await compactor.thread('t')
    expect((await again.recall('POOL_TIMEOUT_MS')).map(({ handle }) => handle)).not.toContain('e5')
    expect(JSON.stringify(await again.expand('e5'))).not.toContain('45000')
    await store.close()
  })
})

describe('what is no handle, or no query', () => {
  it.each(['', 'e', 'e-1', 'e1.5', 'e99999999999', '../e1', 'e5-e2', 'x'.repeat(1_000_000)])(
    '%.20s is refused, and says what is',
    async (what) => {
      const thread = await folded(memoryStore())
      expect(failureIn(await rejection(thread.expand(what)))).toMatchObject({ code: 'input-invalid', at: 'expand' })
    },
  )

  it('case 66, case 67 · a handle behind the end, of another thread or of another tenant opens nothing', async () => {
    const store = memoryStore()
    const thread = await folded(store)
    const other = await createCompactor({ store }).thread('t', { tenant: 'other' })
    const { length } = await thread.entries()
    expect(failureIn(await rejection(thread.expand(`e${length}`)))).toMatchObject({ code: 'entry-unknown', entry: `e${length}` })
    expect(failureIn(await rejection(other.expand('e2')))).toMatchObject({ code: 'entry-unknown', entry: 'e2' })
    expect(await other.recall('parser tests')).toEqual([])
  })

  it('a query of signs, of nothing or of a megabyte finds nothing and breaks nothing', async () => {
    const thread = await folded(memoryStore())
    for (const text of ['', ' ', '( ) & | ! *', '"', '\ud800', 'x'.repeat(1_000_000)])
      expect(await thread.recall(text)).toEqual([])
    expect(await thread.recall('tests', { limit: 0 })).toEqual([])
    expect((await thread.recall('tests', { limit: 1e9 })).length).toBeLessThanOrEqual(100)
    expect(failureIn(await rejection(thread.recall('tests', { limits: 3 } as object)))).toMatchObject({ nearest: 'limit' })
    expect(failureIn(await rejection(thread.recall(7 as unknown as string)))).toMatchObject({ code: 'input-invalid' })
  })
})

describe('an embedder', () => {
  /** Near is what speaks of water. */
  const water: Embedder = {
    name: 'water',
    embed: async (texts) => texts.map((text) => [/sea|harbour|tide/.test(text) ? 1 : 0, 1]),
  }
  const sea = messagesFor('openai-chat', [
    user('The tide table is late; the value is seven.'),
    agent('Later the value of the engine was nine, and the value of the pump, and the value of the belt.'),
  ])

  it('ranks what was found once more, by meaning', async () => {
    const thread = await createCompactor({ embedder: water }).thread('t')
    await thread.append(sea)
    expect((await thread.recall('value of the harbour'))[0]?.handle).toBe('e0')
    const plain = await createCompactor().thread('t')
    await plain.append(sea)
    expect((await plain.recall('value of the harbour'))[0]?.handle).toBe('e1')
  })

  it.each([
    ['throws', async () => Promise.reject(new Error('no'))],
    ['gives too few', async () => [[1]]],
    ['gives no numbers', async (texts: readonly string[]) => texts.map(() => [Number.NaN])],
  ] as const)('that %s changes nothing', async (_, embed) => {
    const thread = await createCompactor({ embedder: { name: 'bad', embed } }).thread('t')
    await thread.append(sea)
    expect((await thread.recall('value of the harbour'))[0]?.handle).toBe('e1')
  })
})
