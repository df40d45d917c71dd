import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { rangeAt, rangeOf } from '../../src/schema/range.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { alpha, commit, entries, headAt, measures } from '../../src/testing/store-fixtures.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { newSchema } from '../support/postgres.ts'

/** A pool that writes down every statement it is asked to carry out. */
async function listening(): Promise<{ readonly pool: pg.Pool; heard(): readonly string[] }> {
  const pool = new pg.Pool({ connectionString: inject('postgres'), max: 1 })
  const client = await pool.connect()
  const said: string[] = []
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown
  Object.assign(client, {
    query: (...given: readonly unknown[]) => {
      const [first] = given
      said.push(typeof first === 'string' ? first : String((first as { readonly text: string }).text))
      return query(...given)
    },
  })
  client.release()
  return { pool, heard: () => said.splice(0).map((text) => text.trim().slice(0, 40).split(/[\s(]/)[0] ?? '') }
}

describe('the PostgreSQL store', () => {
  it('C16 · appends a step of any length in one statement, which is one transaction and one round trip', async () => {
    const { pool, heard } = await listening()
    const store = await openPostgresStore(pool, { schema: newSchema() })
    heard()
    await store.append(alpha, 0, entries(0, 5), headAt(5), measures(0, 5))
    await store.append(alpha, 5, entries(5, 10), headAt(10), measures(5, 10))
    await store.append(alpha, 10, entries(10, 500), headAt(500), measures(10, 500))
    expect(heard()).toEqual(['with', 'with', 'with'])
    expect((await store.read(alpha, 0, 999)).length).toBe(500)
    await pool.end()
  })

  it('asks once more only to say where a writer that lost stands', async () => {
    const { pool, heard } = await listening()
    const store = await openPostgresStore(pool, { schema: newSchema() })
    await store.append(alpha, 0, entries(0, 5), headAt(5))
    heard()
    expect(failureIn(await rejection(store.append(alpha, 3, entries(3, 4), headAt(4))))).toMatchObject({ expected: 3, actual: 5 })
    expect(heard()).toEqual(['with', 'select'])
    await pool.end()
  })

  it('tells where a thread stands in one round trip, and gives all visible rows in another', async () => {
    const { pool, heard } = await listening()
    const store = await openPostgresStore(pool, { schema: newSchema() })
    await store.append(alpha, 0, entries(0, 50), headAt(50), measures(0, 50))
    await store.commit(alpha, null, commit('c1', null))
    heard()
    await store.head(alpha)
    await store.rows(alpha, [rangeOf(0, 2), rangeAt(7), rangeOf(40, 50)])
    expect(heard()).toEqual(['select', 'select'])
    await pool.end()
  })

  it('keeps sums of tokens, so that the size of any span is the difference of two rows', async () => {
    const schema = newSchema()
    const { pool } = await listening()
    const store = await openPostgresStore(pool, { schema })
    await store.append(alpha, 0, entries(0, 3), headAt(3), measures(0, 3))
    await store.append(alpha, 3, entries(3, 5), headAt(5), measures(3, 5))
    const { rows } = await pool.query(`select total::int as total from ${schema}.entries order by seq`)
    // Ten tokens and its number, and four for its frame.
    expect(rows.map(({ total }) => total)).toEqual([14, 29, 45, 62, 80])
    await pool.end()
  })
})
