import { describe, expect, inject, it } from 'vitest'
import { type Compactor, createCompactor, memoryStore } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptyFolder } from '../support/folders.ts'
import { newSchema } from '../support/postgres.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

const HERE = 'https://host.example/v1'
const refusal = new Error("This model's maximum context length is 6000 tokens. However, your messages resulted in 9000 tokens.")

/** Has the requests of a model refused at an address. */
async function taught(compactor: Compactor, model: string, baseUrl = HERE, tenant = 'default') {
  const thread = await compactor.thread(`${model} ${baseUrl}`, { tenant })
  await thread.append(messagesFor('openai-chat', [...finishedTurns(35, 160), user('go on')]))
  await thread.prepare({ model, baseUrl, reserve: 0 })
  await thread.recover(refusal)
  return async () => (await thread.prepare({ model, baseUrl, reserve: 0 })).budget.window
}

const stores: Readonly<Record<string, () => () => Promise<Store>>> = {
  memory() {
    const store = memoryStore()
    return async () => store
  },
  SQLite() {
    const path = `${emptyFolder()}/agent.db`
    return () => openSqliteStore(path)
  },
  PostgreSQL() {
    const schema = newSchema()
    return () => openPostgresStore(inject('postgres'), { schema })
  },
  'session files': () => {
    const path = emptyFolder()
    return async () => openJsonlStore(path)
  },
}

describe('compactor.forget', () => {
  it.each(Object.entries(stores))(
    'F11 · case 90 · a limit that was a mistake no longer holds, after a restart either, in %s',
    async (_, make) => {
      const open = make()
      const compactor = createCompactor({ store: await open(), clock: () => 0 })
      const windowOf = await taught(compactor, 'my-model')
      expect(await windowOf()).toBe(6000)
      expect(await compactor.forget({ model: 'My-Model', baseUrl: HERE })).toEqual([
        'limit my-model at host.example/v1',
        'counts o200k_base my-model at host.example/v1',
      ])
      expect(compactor.learned()).toMatchObject({ limits: {}, calibration: { families: {} } })
      expect(await windowOf()).toBe(128_000)
      await compactor.close()
      const later = createCompactor({ store: await open(), clock: () => 0 })
      await later.thread('any')
      expect(later.learned()).toMatchObject({ limits: {}, calibration: { families: {} } })
      await later.close()
    },
  )

  it('F11 · a process that runs already forgets it within a minute, and learns anew like any other', async () => {
    const store = memoryStore()
    let now = 0
    const other = createCompactor({ store, clock: () => now })
    const windowOf = await taught(other, 'my-model')
    const compactor = createCompactor({ store, clock: () => now })
    await compactor.forget({ model: 'my-model' })
    expect(await windowOf()).toBe(6000)
    now += 60_000
    expect(await windowOf()).toBe(128_000)
    expect(await (await taught(compactor, 'my-model'))()).toBe(6000)
    now += 60_000
    expect(await windowOf()).toBe(6000)
  })

  it('F11 · without an address it is forgotten wherever the model is served; other models and tenants are left alone', async () => {
    const compactor = createCompactor({ clock: () => 0 })
    const there = 'https://there.example'
    await taught(compactor, 'my-model')
    await taught(compactor, 'my-model', there)
    await taught(compactor, 'my-model-2')
    await taught(compactor, 'my-model', HERE, 'other')
    const limits = (tenant?: string) => Object.keys(compactor.learned(tenant === undefined ? {} : { tenant }).limits)
    await compactor.forget({ model: 'my-model', baseUrl: there })
    expect(limits()).toEqual(['my-model at host.example/v1', 'my-model-2 at host.example/v1'])
    await compactor.forget({ model: 'my-model' })
    expect(limits()).toEqual(['my-model-2 at host.example/v1'])
    await compactor.forget({ everything: true })
    expect(limits()).toEqual([])
    expect(limits('other')).toEqual(['my-model at host.example/v1'])
    expect(await compactor.forget({ model: 'nobody-asked-for' })).toEqual([])
  })

  it('L13 · is refused if it does not say of what, or is misspelled: neither may come to mean everything', async () => {
    const compactor = createCompactor({ clock: () => 0 })
    const told = async (what: object) => failureIn(await rejection(compactor.forget(what as { model: string })))
    expect(await told({})).toMatchObject({ code: 'input-invalid', found: 'neither' })
    expect(await told({ model: undefined })).toMatchObject({ code: 'input-invalid', found: 'neither' })
    expect(await told({ model: ' ' })).toMatchObject({ code: 'input-invalid', found: 'neither' })
    expect(await told({ model: 'a', everything: true })).toMatchObject({ code: 'input-invalid', found: 'both' })
    expect(await told({ modell: 'a' })).toMatchObject({ code: 'option-unknown', nearest: 'model' })
    expect(await told({ model: 'a', tenant: '' })).toMatchObject({ code: 'input-invalid' })
  })
})

describe('how a provider counts', () => {
  const REPORTS = 5
  const counted = async (compactor: Compactor, ratio: number, baseUrl?: string) => {
    const thread = await compactor.thread(`counts ${baseUrl ?? ''}`)
    await thread.append([{ role: 'user', content: 'Read the files, one after the other. '.repeat(100) }])
    const at = { model: 'my-model', window: 100_000, reserve: 0, ...(baseUrl === undefined ? {} : { baseUrl }) }
    for (let step = 0; step < REPORTS; step += 1) {
      const { tokens } = await thread.prepare(at)
      await thread.append([{ role: 'assistant', content: `Step ${step}.` }])
      await thread.settle({ usage: { prompt_tokens: Math.round(tokens * ratio), completion_tokens: 5 } })
    }
    return async () => (await thread.prepare(at)).budget.scale
  }

  it('F11 · is learned for each address: a server that counts more does not make the others’ requests smaller', async () => {
    const compactor = createCompactor({ clock: () => 0 })
    const own = await counted(compactor, 1)
    const proxy = await counted(compactor, 1.4, HERE)
    expect((await own()).factor).toBeCloseTo(1, 1)
    expect((await proxy()).factor).toBeCloseTo(1.4, 1)
    expect(Object.keys(compactor.learned().calibration.families)).toEqual(['my-model', 'my-model at host.example/v1'])
  })

  it('F11 · A5 · of an address that has reported nothing is taken to be as elsewhere, with the margin of the unknown', async () => {
    const compactor = createCompactor({ clock: () => 0 })
    expect(await (await counted(compactor, 1.2))()).toMatchObject({
      factor: expect.closeTo(1.2, 2),
      margin: expect.closeTo(0.02, 2),
    })
    const fresh = await (await compactor.thread('fresh')).prepare({ model: 'my-model', baseUrl: HERE, window: 9_000, reserve: 0 })
    expect(fresh.budget.scale).toMatchObject({ factor: expect.closeTo(1.2, 2), margin: expect.closeTo(0.1, 2) })
  })
})
