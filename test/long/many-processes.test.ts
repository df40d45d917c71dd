import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Store } from '../../src/schema/ports.ts'
import { startChild, startTogether } from '../support/children.ts'
import { lightEngine, openStoreAt, type StoreAt } from '../support/light-engine.ts'
import { newSchema } from '../support/postgres.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'
import { historyFaults } from '../support/written-history.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-processes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const places: Readonly<Record<string, () => StoreAt>> = {
  SQLite: () => ({ kind: 'sqlite', path: join(folder, `${newSchema()}.db`) }),
  PostgreSQL: () => ({ kind: 'postgres', url: inject('postgres'), schema: newSchema() }),
}

describe.each(Object.entries(places))('processes that share %s', (_, place) => {
  it('C16 · lose nothing, double nothing and keep their order, each thread with a whole chain', async () => {
    const at = place()
    const threads = ['t0', 't1', 't2']
    const names = ['a', 'bb', 'ccc']
    // Three open a database that is not there yet: one makes it.
    await Promise.all(names.map((name) => startChild({ task: 'write', at, name, threads, steps: 36 }).ended))
    const store = await openStoreAt(at)
    expect(await historyFaults(store, { threads, names, steps: 36 })).toEqual([])
    await store.close()
  })

  it('A20, case 79 · compact a thread once where they compact it at the same time', async () => {
    const at = place()
    const store = await openStoreAt(at)
    const thread = await lightEngine({ store }).thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(30, 300), user('go')]))
    const order = { task: 'compact', at, thread: 't' } as const
    const ended = await startTogether([order, order, order])
    const printed = ended.map((each) => each.printed as { readonly changed: boolean; readonly after: number })
    expect(printed.filter(({ changed }) => changed).length).toBe(1)
    expect(new Set(printed.map(({ after }) => after)).size).toBe(1)
    expect(await thread.session()).toMatchObject({ compactionCount: 1, currentlyCompacting: false })
    await store.close()
  })

  it('A19, case 78 · carry forward what one appends while the other compacts', async () => {
    const at = place()
    const [left, right] = [await openStoreAt(at), await openStoreAt(at)]
    const writer = await lightEngine({ store: right }).thread('t')
    await writer.append(messagesFor('openai-chat', [...finishedTurns(30, 300), user('go')]))
    /** Another writer appends at the last moment before the commit. */
    const late = { role: 'user', content: 'one more thing' }
    const slow: Store = {
      ...left,
      async commit(...given) {
        await writer.append([late])
        await left.commit(...given)
      },
    }
    const compacting = await lightEngine({ store: slow }).thread('t')
    expect((await compacting.compact({ window: 4_000 })).changed).toBe(true)
    for (const thread of [compacting, writer]) {
      const { request } = await thread.prepare({ window: 1_000_000 })
      expect(JSON.stringify(request)).toMatch(/go.*one more thing/)
      expect(await thread.commits()).toHaveLength(1)
    }
    await left.close()
    await right.close()
  })
})
