import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { lightEngine } from '../support/light-engine.ts'
import { newSchema } from '../support/postgres.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'palimpsest-names-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => memoryStore(),
  SQLite: () => openSqliteStore(':memory:'),
  PostgreSQL: () => openPostgresStore(inject('postgres'), { schema: newSchema() }),
  'session files': async () => openJsonlStore(folder()),
}
const WRONG: readonly (readonly [unknown, string])[] = [
  ['', 'an empty one'],
  ['x'.repeat(10_000), '10000 bytes'],
  ['語'.repeat(171), '513 bytes'],
  ['\ud800'.repeat(86), '516 bytes'],
  [null, 'null'],
  [42, '42'],
]

describe.each(Object.entries(stores))('names of threads and tenants in %s', (_, open) => {
  it('L13 · that are empty, too long or none at all are refused by every door, before anything is written', async () => {
    const store = await open()
    const engine = lightEngine({ store })
    const kept = await engine.thread('kept')
    await kept.append(messagesFor('openai-chat', [user('hello')]))
    const expected = 'a text of 1 to 512 bytes'
    for (const [name, found] of WRONG) {
      const thread = { code: 'input-invalid', at: 'the name of a thread', expected, found }
      const tenant = { ...thread, at: 'the name of a tenant' }
      const wrong = name as string
      const doors = [
        [() => engine.thread(wrong), thread],
        [() => engine.verify(wrong), thread],
        [() => kept.branch({ at: 'e0', id: wrong }), thread],
        [() => engine.thread('t', { tenant: wrong }), tenant],
        [() => engine.verify('t', { tenant: wrong }), tenant],
        [() => engine.threads({ tenant: wrong }), tenant],
        [() => engine.erase({ tenant: wrong, everything: true }), tenant],
        [() => engine.erase({ tenant: wrong, thread: 'kept' }), tenant],
      ] as const
      for (const [door, failure] of doors) expect(failureIn(await rejection(door()))).toEqual(failure)
    }
    expect(await engine.threads()).toEqual(['kept'])
    expect(await kept.entries()).toHaveLength(1)
    await engine.close()
  })

  it('that are as long as they may be, and strange, work with branches, undo and all', async () => {
    const engine = lightEngine({ store: await open() })
    const [name, tenant] = [`../${'z'.repeat(500)}\u0000\n`, `\ud800${'語'.repeat(168)}`]
    const thread = await engine.thread(name, { tenant })
    await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 200), user('go')]))
    await thread.compact({ window: 6_000 })
    await (await thread.branch({ at: 'e5' })).append(messagesFor('openai-chat', [user('elsewhere')]))
    await thread.undo({ window: 1_000_000 })
    expect(await engine.threads({ tenant })).toEqual([name, `${name}/branch-5`].sort())
    expect(await engine.threads()).toEqual([])
    expect(await engine.verify(name, { tenant })).toMatchObject({ kind: 'whole' })
    await engine.close()
  })
})

describe('session files', () => {
  it('case 67 · are made nowhere else, whatever a thread is called', async () => {
    const parent = folder()
    const engine = lightEngine({ store: openJsonlStore(join(parent, 'sessions')) })
    for (const name of ['../escaped', '/etc/escaped', '..', '.', 'a/../../b']) {
      await (await engine.thread(name, { tenant: name })).append(messagesFor('openai-chat', [user('hello')]))
    }
    expect(readdirSync(parent)).toEqual(['sessions'])
    expect(
      readdirSync(join(parent, 'sessions'), { recursive: true }).filter((name) => String(name).endsWith('.jsonl')),
    ).toHaveLength(5)
  })
})
