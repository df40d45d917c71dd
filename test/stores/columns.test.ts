import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { alpha, commit, entries, headAt } from '../../src/testing/store-fixtures.ts'
import { newSchema } from '../support/postgres.ts'

const pool = new pg.Pool({ connectionString: inject('postgres'), max: 2 })
afterAll(() => pool.end())

const document = readFileSync('docs/stores.md', 'utf8')
const [, section = ''] = document.split('## Every column\n')
const reference = [...section.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, table, column, sqlite, postgres, meaning]) => ({ table, column, sqlite, postgres, meaning }),
)
const written = (engine: 'sqlite' | 'postgres'): readonly string[] =>
  reference.filter((row) => row[engine] !== '–').map((row) => `${row.table}.${row.column}: ${row[engine]}`)

/** Of FTS5 only the table that one asks is ours; what it keeps its words in is its own. */
const SHADOWS = /^search_words_/

describe('issue 16, D.25 · the column reference', () => {
  it('is what SQLite says of itself, column by column', async () => {
    const database = new DatabaseSync(':memory:')
    await openSqliteStore(database)
    const columns =
      database.prepare(`select m.name as tab, c.name as col, lower(c.type) as type, c."notnull" or c.pk > 0 as filled
      from sqlite_master m, pragma_table_xinfo(m.name) c where m.type = 'table' and c.hidden <> 1 order by m.rowid, c.cid`)
    const found = columns
      .all()
      .filter(({ tab }) => !SHADOWS.test(String(tab)))
      .map(({ tab, col, type, filled }) => `${tab}.${col}: ${nameOf(String(type))}${filled === 1 ? '' : ', null'}`)
    expect([...written('sqlite')].sort()).toEqual(found.sort())
    database.close()
  })

  it('is what PostgreSQL says of itself, column by column', async () => {
    const schema = newSchema()
    await openPostgresStore(pool, { schema })
    const { rows } = await pool.query(
      `select table_name, column_name, udt_name, is_nullable from information_schema.columns where table_schema = $1`,
      [schema],
    )
    const found = rows.map(
      (row) => `${row.table_name}.${row.column_name}: ${nameOf(row.udt_name)}${row.is_nullable === 'YES' ? ', null' : ''}`,
    )
    expect([...written('postgres')].sort()).toEqual(found.sort())
  })

  it('says what each of them means, once', () => {
    const names = reference.map(({ table, column }) => `${table}.${column}`)
    expect(names.length).toBeGreaterThan(70)
    expect(new Set(names).size).toBe(names.length)
    expect(reference.filter(({ meaning = '' }) => meaning.length < 4)).toEqual([])
  })

  it('shows questions that both databases answer', async () => {
    const [postgres = '', sqlite = ''] = (section.match(/```sql\n(.*?)```/s)?.[1] ?? '').split('\n\n')
    const made = commit('c1', null)
    const now = { ...made, receipt: { ...made.receipt, at: Date.now() } }
    const { strategy, tokens } = made.receipt
    const schema = newSchema()
    const database = new DatabaseSync(':memory:')
    for (const store of [await openPostgresStore(pool, { schema }), await openSqliteStore(database)]) {
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      await store.commit(alpha, null, now)
    }
    const saved = tokens.before - tokens.after
    expect((await pool.query(postgres.replace('palimpsest.commits', `${schema}.commits`))).rows).toEqual([
      { strategy, count: '1', saved: String(saved) },
    ])
    expect(database.prepare(sqlite).all()).toEqual([{ strategy, 'count(*)': 1, saved }])
    database.close()
  })
})

const NAMES: Readonly<Record<string, string>> = { int4: 'integer', int8: 'bigint', '': 'untyped' }
function nameOf(type: string): string {
  return NAMES[type] ?? type
}
