import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { fullStoreCases } from '../../src/testing/full-store-cases.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { alpha, entries, headAt } from '../../src/testing/store-fixtures.ts'
import { newSchema } from '../support/postgres.ts'
import { folder, palimpsest } from './program.ts'

const pool = new pg.Pool({ connectionString: inject('postgres'), max: 4 })
afterAll(() => pool.end())

const printed = async (...args: readonly string[]): Promise<string> => {
  const { exit, stdout, stderr } = await palimpsest(['schema', ...args])
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  return stdout
}

/** What stands in a file: statements without their white space, and everything in the tables that is not drawn by chance. */
function standing(path: string, prefix: string): unknown {
  const database = new DatabaseSync(path)
  const made = database.prepare('select type, name, tbl_name, sql from sqlite_master order by name').all()
  const rows = (table: string, columns: string): unknown => database.prepare(`select ${columns} from "${prefix}${table}"`).all()
  const found = {
    made: made.map(({ sql, ...rest }) => ({ ...rest, sql: String(sql).replaceAll(/\s+/g, '') })),
    mark: database.prepare('pragma application_id').get(),
    applied: rows('palimpsest_migration', 'name'),
    lock: rows('palimpsest_migration_lock', '*'),
    meta: rows('meta', `name, length(value), value glob '*[^0-9a-f]*'`),
  }
  database.close()
  return found
}

describe('palimpsest schema', () => {
  it.each(['', 'agent_'])('issue 16, D.25 · prints what a store in SQLite is made by, prefix "%s"', async (prefix) => {
    const flags = prefix === '' ? [] : ['--prefix', prefix]
    const [made, own] = [join(folder(), 'made.db'), join(folder(), 'own.db')]
    const database = new DatabaseSync(made)
    database.exec(await printed(...flags))
    database.close()
    await (await openSqliteStore(own, { prefix })).close()
    expect(standing(made, prefix)).toEqual(standing(own, prefix))
    // Opened on a connection that may not make anything.
    const connection = new DatabaseSync(made)
    const { changes } = connection.prepare('select total_changes() as changes').get() ?? {}
    const version = connection.prepare('pragma schema_version').get()
    const store = await openSqliteStore(connection, { prefix })
    expect(connection.prepare('select total_changes() as changes').get()).toEqual({ changes })
    expect(connection.prepare('pragma schema_version').get()).toEqual(version)
    await store.append(alpha, 0, entries(0, 3), headAt(3))
    expect(await store.search(alpha.tenant, { text: 'text' })).toHaveLength(3)
    connection.close()
  })

  it.each(['', 'agent_'])('issue 16, D.25 · prints what a store in PostgreSQL is made by, prefix "%s"', async (prefix) => {
    const [made, own] = [newSchema(), newSchema()]
    const flags = prefix === '' ? [] : ['--prefix', prefix]
    await pool.query(await printed('--store', 'postgres://nowhere.invalid/none', '--schema', made, ...flags))
    await (await openPostgresStore(pool, { schema: own, prefix })).close()
    expect(await described(made, prefix)).toEqual(await described(own, prefix))
  })

  it('issue 16, D.25 · a store made by it serves a user who may not make tables', async () => {
    const [schema, user] = [newSchema(), newSchema()]
    await pool.query(await printed('--store', 'postgres', '--schema', schema))
    await pool.query(`create role ${user} login password 'password'; grant usage on schema ${schema} to ${user};
      grant select, insert, update, delete on all tables in schema ${schema} to ${user}`)
    const address = new URL(inject('postgres'))
    address.username = user
    address.password = 'password'
    for (const { run } of [...storeCases, ...fullStoreCases].slice(-12)) {
      const store = await openPostgresStore(address.href, { schema })
      await run(store)
      await store.erase({ tenant: alpha.tenant })
      await store.close()
    }
    await pool.query(`drop owned by ${user}; drop role ${user}`)
  })

  it('prints the same each time, and no secret', async () => {
    expect(await printed('--store', 'postgres')).toBe(await printed('--store', 'postgres'))
    expect(await printed()).toBe(await printed('--store', 'sqlite:agent.db'))
    expect(await printed()).not.toMatch(/[0-9a-f]{32}|\d{4}-\d\d-\d\d/)
  })

  it.each([
    [['--schema', 'app'], 'SQLite has no schemas'],
    [['--prefix', 'A"'], '--prefix: expected at most 32 small letters'],
    [['--store', 'talk.jsonl'], 'Session files have no schema'],
  ])('%j ends with status 64', async (args, words) => {
    const { exit, stdout, stderr } = await palimpsest(['schema', ...args])
    expect([exit, stdout]).toEqual([64, ''])
    expect(stderr).toContain(words)
  })

  it('a store with a prefix is listed, shown and verified', async () => {
    const path = join(folder(), 'app.db')
    const database = new DatabaseSync(path)
    database.exec('create table threads (name text)')
    const store = await openSqliteStore(database, { prefix: 'agent_' })
    await store.append({ ...alpha, tenant: 'default' as typeof alpha.tenant }, 0, entries(0, 3), headAt(3))
    database.close()
    const at = ['--store', path, '--prefix', 'agent_']
    const { exit, stdout } = await palimpsest(['threads', ...at])
    expect([exit, stdout]).toEqual([0, expect.stringContaining('alpha')])
    const runs = ['show', 'export', 'explain', 'compact'].map((command) => palimpsest([command, 'alpha', ...at]))
    for (const ended of await Promise.all(runs)) expect(ended).toMatchObject({ exit: 0 })
    expect((await palimpsest(['threads', '--store', path])).exit).toBe(2)
    expect(await palimpsest(['threads', ...at, '--schema', 'app'])).toMatchObject({ exit: 64, stdout: '' })
    expect(await palimpsest(['threads', '--store', folder(), '--prefix', 'agent_'])).toMatchObject({ exit: 64, stdout: '' })
  })
})

/** Everything the server knows of a schema's tables, and what stands in them that is not drawn by chance. */
async function described(schema: string, prefix: string): Promise<unknown> {
  const rows = async (text: string): Promise<unknown> =>
    JSON.parse(JSON.stringify((await pool.query(text, [])).rows).replaceAll(schema, 'schema'))
  return {
    columns: await rows(`select table_name, column_name, ordinal_position, data_type, is_nullable, column_default, collation_name,
      is_generated, generation_expression, is_identity from information_schema.columns where table_schema = '${schema}' order by 1, 3`),
    indexes: await rows(`select tablename, indexname, indexdef from pg_indexes where schemaname = '${schema}' order by 1, 2`),
    constraints: await rows(`select conname, pg_get_constraintdef(oid) as def from pg_constraint
      where connamespace = '${schema}'::regnamespace order by 1`),
    settings: await rows(`select relname, reloptions from pg_class where relnamespace = '${schema}'::regnamespace order by 1`),
    applied: await rows(
      `select name, timestamp ~ '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' as time from ${schema}.${prefix}palimpsest_migration`,
    ),
    lock: await rows(`select * from ${schema}.${prefix}palimpsest_migration_lock`),
    meta: await rows(`select name, value ~ '^[0-9a-f]{64}$' as secret from ${schema}.${prefix}meta`),
  }
}
