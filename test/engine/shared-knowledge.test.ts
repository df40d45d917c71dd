import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, modelSources } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { emptyFolder } from '../support/folders.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

const at = { model: 'my-model', baseUrl: 'https://host.example/v1', reserve: 0 }
const refusal = new Error("This model's maximum context length is 6000 tokens. However, your messages resulted in 9000 tokens.")

async function started(store: Store, options = {}) {
  const compactor = createCompactor({ store, clock: () => 0, ...options })
  return { compactor, thread: await compactor.thread('t') }
}

/** Grows a thread and has its request refused. */
async function taught(store: Store, options = {}) {
  const { compactor, thread } = await started(store, options)
  await thread.append(messagesFor('openai-chat', [...finishedTurns(35, 160), user('go on')]))
  await thread.prepare(at)
  await thread.recover(refusal)
  return compactor
}

describe('what was learned', () => {
  const stores: Readonly<Record<string, () => () => Store | Promise<Store>>> = {
    memory: () => {
      const store = memoryStore()
      return () => store
    },
    SQLite: () => {
      const path = `${emptyFolder()}/agent.db`
      return () => openSqliteStore(path)
    },
    'session files': () => {
      const path = emptyFolder()
      return () => openJsonlStore(path)
    },
  }

  it.each(Object.entries(stores))('F11 · lasts: after a restart nothing is learned twice, in %s', async (_, make) => {
    const open = make()
    const before = await taught(await open())
    const learned = before.learned()
    await before.close()
    const { compactor, thread } = await started(await open())
    expect(compactor.learned()).toEqual(learned)
    expect((await thread.prepare(at)).budget.window).toBe(6000)
    expect((await thread.prepare({ ...at, baseUrl: 'https://other.example/v1' })).budget.window).toBe(128_000)
    await compactor.close()
  })

  it('F11 · is shared: a process that runs already takes it over within a minute', async () => {
    const store = memoryStore()
    let now = 0
    const { thread } = await started(store, { clock: () => now })
    expect((await thread.prepare(at)).budget.window).toBe(128_000)
    await taught(store)
    expect((await thread.prepare(at)).budget.window).toBe(128_000)
    now += 60_000
    expect((await thread.prepare(at)).budget.window).toBe(6000)
  })

  it('F11 · L13 · stays with its tenant, and goes when the tenant is erased', async () => {
    const store = memoryStore()
    const compactor = await taught(store)
    const other = await compactor.thread('t', { tenant: 'other' })
    expect((await other.prepare(at)).budget.window).toBe(128_000)
    await compactor.erase({ tenant: 'default', everything: true })
    expect(compactor.learned().limits).toEqual({})
    expect(createCompactor({ store }).learned().limits).toEqual({})
  })

  it('F11 · is forgotten when the model changes: another window is another model', async () => {
    const store = memoryStore()
    const models = (window: number) => modelSources({ 'my-model': { window } })
    await taught(store, { models: models(200_000) })
    const same = await started(store, { models: models(200_000) })
    expect((await same.thread.prepare(at)).budget.window).toBe(6000)
    const { thread, compactor } = await started(store, { models: models(400_000) })
    expect((await thread.prepare(at)).budget.window).toBe(400_000)
    expect(compactor.learned().limits).toEqual({})
  })

  it('F11 · is forgotten after a month: a server may have been given more', async () => {
    const store = memoryStore()
    await taught(store)
    expect((await (await started(store, { clock: () => 8e15 })).thread.prepare(at)).budget.window).toBe(128_000)
    expect((await (await started(store)).thread.prepare(at)).budget.window).toBe(6000)
  })

  it('F11 · is written when it matters, not with every answer', async () => {
    const store = memoryStore()
    let writes = 0
    const put: typeof store.learned.put = async (...given) => {
      writes += 1
      return store.learned.put(...given)
    }
    const { thread } = await started({ ...store, learned: { ...store.learned, put } })
    for (let step = 0; step < 40; step += 1) {
      await thread.append(messagesFor('openai-chat', [...finishedTurns(1, 100), user('go on')]))
      const { tokens } = await thread.prepare(at)
      await thread.settle({ usage: { input_tokens: Math.round(tokens * 1.2), output_tokens: 9 } })
    }
    expect(writes).toBeGreaterThan(2)
    expect(writes).toBeLessThanOrEqual(9)
  })

  it('F11 · that cannot be read or written does no harm', async () => {
    const store = memoryStore()
    const broken = () => Promise.reject(new Error('the disk is gone'))
    const compactor = await taught({ ...store, learned: { of: broken, put: broken } })
    expect(compactor.learned().limits).toMatchObject({ 'my-model at host.example/v1': { window: 6000 } })
    await store.learned.put('default' as never, 'limit my-model at host.example/v1', 'no JSON')
    expect((await (await started(store)).thread.prepare(at)).budget.window).toBe(128_000)
  })
})
