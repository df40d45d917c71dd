import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { migrate, type StorePlace } from '../../src/stores/sql/migrate.ts'
import { migrationsFor, type SqlEngine } from '../../src/stores/sql/migrations.ts'
import type { Tables } from '../../src/stores/sql/tables.ts'
import { APPLICATION_ID } from '../../src/stores/sqlite/check-file.ts'
import { kyselyOver } from '../../src/stores/sqlite/driver.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { alpha, commit, entries, headAt } from '../../src/testing/store-fixtures.ts'
import { newSchema } from '../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What any program since the first schema would have written. */
const body = (value: unknown): string => JSON.stringify(value).replaceAll("'", "''")
const ENTRY = `tenant, thread, seq, message, turn, kind, author, tokens, total, frame, bytes, exact, counter, hash, fingerprint, body`
const rows = (prefix: string): string => `
  insert into ${prefix}threads (tenant, thread, length, hash, tokens, commit_id, commits, erasures) values ('acme', 'alpha', 2, 'hash-2', 0, 'c1', 1, 0);
  ${entries(0, 2)
    .map(
      (entry) =>
        `insert into ${prefix}entries (${ENTRY}) values ('acme', 'alpha', ${entry.seq}, 'm', 1, 'text', 'person', null, 0, null, null, 0, null, '', '', '${body(entry)}');`,
    )
    .join('\n')}
  insert into ${prefix}commits (tenant, thread, number, id, at, body) values ('acme', 'alpha', 1, 'c1', 1000, '${body(commit('c1', null))}');
  insert into ${prefix}commits (tenant, thread, number, id, at, body) values ('acme', 'damaged', 1, 'c1', 1000, '{');`

/** Threads of older programs that are ours, and threads of users that only have such names. */
const OLD: readonly (readonly [name: string, hashes: readonly string[], message: string])[] = [
  ['x', ['h1', 'h2'], 'm'],
  ['x/branch-2', ['h1', 'h2'], 'm'],
  ['x/branch-2-0a1b2c3d', ['h1', 'h2'], 'm'],
  ['x/branch-1', ['h9', 'h2'], 'm'],
  ['x/branch-office', ['h1', 'h2'], 'm'],
  ['x/branch-2/revisions', ['r1'], 'reduced e1'],
  ['x/revisions', ['r1', 'r2'], 'edited e0'],
  ['y', ['h1'], 'm'],
  ['y/revisions', ['r1'], 'm0'],
  ['z/revisions', ['r1'], 'edited e0'],
  ['z/branch-1', ['h1'], 'm'],
]
const oldThreads = (prefix: string): string =>
  OLD.map(
    ([name, hashes, message]) => `
  insert into ${prefix}threads (tenant, thread, length, hash, tokens, commit_id, commits, erasures) values ('old', '${name}', ${hashes.length}, 'h', 0, null, 0, 0);
  ${hashes
    .map(
      (hash, seq) =>
        `insert into ${prefix}entries (${ENTRY}) values ('old', '${name}', ${seq}, '${message}', 1, 'text', 'person', null, 0, null, null, 0, null, '${hash}', '', '${body(entries(0, 1)[0])}');`,
    )
    .join('\n')}`,
  ).join('')

function released(engine: SqlEngine, upTo: number): ReturnType<typeof migrationsFor> {
  return Object.fromEntries(Object.entries(migrationsFor(engine)).slice(0, upTo))
}

const engines: Readonly<Record<string, (upTo: number, name?: string) => Promise<() => Promise<StoreWith<Capability>>>>> = {
  SQLite: async (upTo, name = 'made') => {
    const path = join(folder, `${name}-${upTo}.db`)
    const database = new DatabaseSync(path)
    database.exec(`pragma application_id = ${APPLICATION_ID}`)
    const place: StorePlace = { engine: 'sqlite', name: path }
    await migrate(kyselyOver(database), place, released('sqlite', upTo))
    database.exec(`${rows('')}${oldThreads('')}`)
    database.close()
    return () => openSqliteStore(path)
  },
  PostgreSQL: async (upTo) => {
    const schema = newSchema()
    const pool = new pg.Pool({ connectionString: inject('postgres') })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(schema)
    await migrate(db, { engine: 'postgres', name: 'test', schema }, released('postgres', upTo))
    await pool.query(`${rows(`${schema}.`)}${oldThreads(`${schema}.`)}`)
    await pool.end()
    return () => openPostgresStore(inject('postgres'), { schema })
  },
}

describe.each(Object.entries(engines))('a database in %s', (_, make) => {
  it.each([1, 2, 3, 4, 5])('case 82 · made by schema %i is brought to ours, with everything in it', async (upTo) => {
    const open = await make(upTo)
    const store = await open()
    expect(await store.read(alpha, 0, 9)).toEqual(entries(0, 2))
    expect(await store.commits(alpha)).toEqual([commit('c1', null)])
    await store.append(alpha, 2, entries(2, 3), headAt(3))
    expect((await store.search(alpha.tenant, { text: 'text' })).map(({ seq }) => seq)).toEqual([2, 1, 0])
    const secret = await store.secrets.fingerprintKey(alpha.tenant)
    await store.close()
    const again = await open()
    expect(await again.secrets.fingerprintKey(alpha.tenant)).toBe(secret)
    expect((await again.head(alpha)).length).toBe(3)
    await again.close()
  })

  it.each([1, 3])('case 100, F16 · links old branches and revisions of schema %i by what is in them, too', async (upTo) => {
    const store = await (await make(upTo, 'links'))()
    const links = await Promise.all(OLD.map(([name]) => store.links.of({ tenant: tenantId('old'), thread: threadId(name) })))
    const found = new Set(links.flat().map(({ kind, thread, linked }) => `${thread} ${kind} ${linked}`))
    expect([...found].sort()).toEqual([
      'x branch x/branch-2',
      'x branch x/branch-2-0a1b2c3d',
      'x revision x/revisions',
      'x/branch-2 revision x/branch-2/revisions',
    ])
    await store.close()
  })
})
