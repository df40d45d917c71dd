import { describe, inject, it } from 'vitest'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { newSchema } from '../support/postgres.ts'

const stores = {
  SQLite: () => openSqliteStore(':memory:'),
  PostgreSQL: () => openPostgresStore(inject('postgres'), { schema: newSchema() }),
}

describe.each(Object.entries(stores))('the %s store', (_, open) => {
  it.each(storeCases)('$name', async ({ run }) => {
    const store = await open()
    await run(store)
    await store.close()
  })
})
