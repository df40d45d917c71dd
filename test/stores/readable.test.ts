import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Commit } from '../../src/schema/commit.ts'
import { artifactId } from '../../src/schema/ids.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { migrate } from '../../src/stores/sql/migrate.ts'
import { migrationsFor } from '../../src/stores/sql/migrations.ts'
import type { FullStore } from '../../src/stores/sql/sql-store.ts'
import type { Tables } from '../../src/stores/sql/tables.ts'
import { APPLICATION_ID } from '../../src/stores/sqlite/check-file.ts'
import { kyselyOver } from '../../src/stores/sqlite/driver.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { alpha, beta, commit, entries, entry, headAt } from '../../src/testing/store-fixtures.ts'
import { newSchema } from '../support/postgres.ts'
import { answerOf } from '../support/summaries.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-readable-'))
const pool = new pg.Pool({ connectionString: inject('postgres'), max: 4 })
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await pool.end()
})

const SENT = {
  commit: null,
  dialect: 'd',
  system: '',
  tools: '',
  renderer: '',
  stable: 0,
  model: '',
  tokens: 0,
  head: 1,
} as const
const MAY_2026 = Date.UTC(2026, 4, 1, 12, 30, 15, 250)

/** Writes a row into every table that says when. */
async function written(store: FullStore): Promise<void> {
  await store.append(alpha, 0, entries(0, 3), headAt(3))
  await store.pin(alpha, [1])
  await store.pin(beta, [0])
  const made = commit('c1', null)
  await store.commit(alpha, null, { ...made, receipt: { ...made.receipt, at: MAY_2026 } })
  await store.requests.add(alpha, { ...SENT, at: MAY_2026, bytes: '' }, 5)
  await store.summaries.put(alpha.tenant, 'k', answerOf([]))
  await store.shelf.write(alpha.tenant, artifactId('a'), { header: '{}', body: new Uint8Array([1]) })
  await store.leases.take(alpha, 'me', 60_000)
  await store.erase({ ...alpha, entry: 2 })
  await store.summaries.put(alpha.tenant, 'k', answerOf([]))
}

/** Since the test began, and not later than now. */
const JUST_NOW = ['threads', 'entries', 'pins', 'artifacts', 'summaries', 'tombstones'] as const
const began = Date.now()

describe('issue 16, D.25 · times that people can read', () => {
  it('stand in every row of SQLite, as text that sorts', async () => {
    const database = new DatabaseSync(':memory:')
    await written(await openSqliteStore(database))
    for (const table of JUST_NOW) {
      const rows = database.prepare(`select created_at as at from ${table}`).all()
      expect(rows.length).toBeGreaterThan(0)
      for (const { at } of rows) {
        expect(`${table} ${at}`).toMatch(/ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        expect(Date.parse(String(at))).toBeGreaterThan(began - 2_000)
        expect(Date.parse(String(at))).toBeLessThan(Date.now() + 2_000)
      }
    }
    const at = (table: string): unknown => database.prepare(`select created_at as at from ${table}`).get()
    // The last millisecond may be lost: SQLite counts in parts of a day.
    expect(at('commits')).toEqual({ at: expect.stringMatching(/^2026-05-01T12:30:15\.2/) })
    expect(at('requests')).toEqual({ at: expect.stringMatching(/^2026-05-01T12:30:15\.2/) })
    const { at: expires } = database.prepare('select expires_at as at from leases').get() ?? {}
    expect(Date.parse(String(expires))).toBeGreaterThan(Date.now())
    database.close()
  })

  it('stand in every row of PostgreSQL, as times', async () => {
    const schema = newSchema()
    await written(await openPostgresStore(pool, { schema }))
    for (const table of JUST_NOW) {
      const { rows } = await pool.query(`select created_at > now() - interval '1 minute' and created_at <= now() as fresh
        from ${schema}.${table}`)
      expect([table, [...new Set(rows.map(({ fresh }) => fresh))]]).toEqual([table, [true]])
    }
    const { rows } = await pool.query(`select created_at from ${schema}.commits`)
    expect(rows).toEqual([{ created_at: new Date(MAY_2026) }])
    expect((await pool.query(`select expires_at > now() as open from ${schema}.leases`)).rows).toEqual([{ open: true }])
  })

  it.each([-1e15, 1e15, 8.64e15, 0])('a clock that says %d is written down all the same', async (at) => {
    const schema = newSchema()
    const made = commit('c1', null)
    const odd = { ...made, receipt: { ...made.receipt, at } }
    for (const store of [await openPostgresStore(pool, { schema }), await openSqliteStore(':memory:')]) {
      await store.commit(alpha, null, odd)
      expect(await store.latest(alpha)).toEqual(odd)
    }
  })
})

/** A commit whose words hold everything that a document might change or refuse. */
const WORDS = [
  'NUL \0\0, half pairs \ud800 \udc00\udc00, a whole one 😀, U+FFFD \ufffd',
  'backslashes \\u0000 \\\\u0000 \\\0 \\\\\0 \\\ud800',
  '9007199254740993 1.0 1e21 -0',
].join('\n')
const made = commit('c1', null)
const hard: Commit = { ...made, receipt: { ...made.receipt, reason: WORDS } }

describe('issue 16, D.25 · documents in PostgreSQL', () => {
  const schema = newSchema()
  let store: FullStore
  beforeAll(async () => {
    store = await openPostgresStore(pool, { schema })
    await store.append(alpha, 0, [entry(0, WORDS)], headAt(1))
    await store.commit(alpha, null, hard)
  })

  it('are for queries: plan and receipt can be asked by field', async () => {
    const { rows } = await pool.query(`select receipt->>'strategy' as strategy, (plan->>'version')::integer as version,
      jsonb_typeof(receipt) as type from ${schema}.commits`)
    expect(rows).toEqual([{ strategy: hard.receipt.strategy, version: hard.plan.version, type: 'object' }])
  })

  it('show what jsonb refuses as U+FFFD, and nothing else differently', async () => {
    const { rows } = await pool.query(`select receipt->>'reason' as reason from ${schema}.commits`)
    expect(rows).toEqual([{ reason: WORDS.toWellFormed().replaceAll('\0', '\ufffd') }])
  })

  it('are never what comes back: entries and commits do, byte for byte', async () => {
    const again = await openPostgresStore(pool, { schema })
    expect(JSON.stringify(await again.latest(alpha))).toBe(JSON.stringify(hard))
    expect(JSON.stringify(await again.read(alpha, 0, 9))).toBe(JSON.stringify([entry(0, WORDS)]))
    const { rows } = await pool.query(`select body from ${schema}.commits`)
    expect(JSON.parse(rows[0].body)).toEqual(hard)
  })

  it('case 68 · hold nothing that was erased', async () => {
    const span = { from: 0, to: 0, hash: '', messages: 1, firstMessage: entry(0).message.id, lastMessage: entry(0).message.id }
    const record = { action: 'summarize', tokens: 1, summary: 'the canary sang', carries: [] } as const
    const plan = { ...made.plan, version: 1, records: [{ ...record, span: { ...span, firstTurn: 1, lastTurn: 1 } }] }
    await store.append(beta, 0, [entry(0, 'canary')], headAt(1))
    await store.commit(beta, null, { ...made, plan })
    const canaries = async (): Promise<number> =>
      (await pool.query(`select count(*)::integer as n from ${schema}.commits where commits::text like '%canary%'`)).rows[0].n
    expect(await canaries()).toBe(1)
    await store.erase({ ...beta, entry: 0 })
    expect(await canaries()).toBe(0)
    const { rows } = await pool.query(`select body::jsonb->'plan' = plan as same from ${schema}.commits where thread = 'beta'`)
    expect(rows).toEqual([{ same: true }])
  })
})

describe('issue 16, D.25 · a store from before', () => {
  const firstTwo = (engine: 'sqlite' | 'postgres'): ReturnType<typeof migrationsFor> =>
    Object.fromEntries(Object.entries(migrationsFor(engine)).slice(0, 2))

  it('gets documents for its commits, also for more than are read at once; a damaged one is left as it is', async () => {
    const schema = newSchema()
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(schema)
    await migrate(db, { engine: 'postgres', name: 'test', schema }, firstTwo('postgres'))
    await pool.query(
      `insert into ${schema}.commits select 'acme', 'alpha', number, 'c' || number, 1000, $1 from generate_series(1, 250) as number`,
      [JSON.stringify(hard)],
    )
    await pool.query(`insert into ${schema}.commits values ('acme', 'beta', 1, 'c1', 1000, '{')`)
    const store = await openPostgresStore(pool, { schema })
    const { rows } = await pool.query(`select thread, count(receipt)::integer as receipts, count(plan)::integer as plans,
      min(created_at) as at from ${schema}.commits group by 1 order by 1`)
    const at = new Date(1000)
    expect(rows).toEqual([
      { thread: 'alpha', receipts: 250, plans: 250, at },
      { thread: 'beta', receipts: 0, plans: 0, at },
    ])
    expect((await store.commits(alpha)).length).toBe(250)
    await expect(store.latest(beta)).rejects.toThrow('commit 1')
  })

  it('can be read where it cannot be written, as before', async () => {
    const path = join(folder, 'before.db')
    const database = new DatabaseSync(path)
    database.exec(`pragma application_id = ${APPLICATION_ID}`)
    await migrate(kyselyOver(database), { engine: 'sqlite', name: path }, firstTwo('sqlite'))
    database.exec(`insert into threads values ('acme', 'alpha', 2, 'hash-2', 0, null, 0, 0)`)
    database.close()
    const store = await openSqliteStore(path, { readOnly: true })
    expect((await store.head(alpha)).length).toBe(2)
    await store.close()
  })
})
