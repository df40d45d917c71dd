import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { emptyFolder } from '../support/folders.ts'
import { playTime } from '../support/time-games.ts'

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => memoryStore(),
  SQLite: () => openSqliteStore(':memory:'),
  'session files': async () => openJsonlStore(emptyFolder(), { sync: 'never' }),
}

describe('random histories', () => {
  it.each(Object.entries(stores))(
    'F7, F2, case 83 · in %s give every view and step back byte for byte, and nothing that was erased',
    async (_, open) => {
      for (const seed of [3, 17, 91]) expect(await playTime(seed, await open())).toEqual([])
    },
  )
})
