import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { emptyFolder } from '../support/folders.ts'
import { newSchema } from '../support/postgres.ts'
import { openTimeStore, type TimeStore } from '../support/time-child.ts'
import { type Deadly, playTime } from '../support/time-games.ts'

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => memoryStore(),
  SQLite: () => openSqliteStore(':memory:'),
  'session files': async () => openJsonlStore(emptyFolder(), { sync: 'never' }),
}

describe('random histories', () => {
  it.each(Object.entries(stores))(
    'F7, F2, case 83 · in %s give every view and step back byte for byte, and nothing that was erased',
    async (_, open) => {
      expect(await playTime(17, await open())).toEqual([])
    },
  )

  it('F7, F2, case 83 · in PostgreSQL, too', async () => {
    const store = await openPostgresStore(inject('postgres'), { schema: newSchema() })
    expect(await playTime(5, store)).toEqual([])
    await store.close()
  })

  it('F7, F2, case 80 · with processes that are killed on the way', async () => {
    const at: TimeStore = { kind: 'sqlite', path: join(emptyFolder(), 'killed.db') }
    const deadly: Deadly = { at, store: await openTimeStore(at), kills: 0 }
    expect(await playTime(12, deadly)).toEqual([])
    expect(deadly.kills).toBeGreaterThan(0)
    await deadly.store.close()
  })
})
