import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { fullStoreCases } from '../../src/testing/full-store-cases.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { alpha, commit, entries, headAt, standing } from '../../src/testing/store-fixtures.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptyStore, newSchema } from '../support/postgres.ts'

const pool = new pg.Pool({ connectionString: inject('postgres'), max: 4 })
pool.on('error', () => undefined)
afterAll(() => pool.end())

/** A schema of the user's, with tables of which one has a name that ours have without a prefix. */
let schema = ''
beforeEach(async () => {
  schema = newSchema()
  await pool.query(`create schema ${schema}; create table ${schema}.threads (name text); create table ${schema}.orders (id integer);
    insert into ${schema}.threads values ('mine'); insert into ${schema}.orders values (1)`)
})

/** One schema for all cases that any store must pass: making the tables takes longer than a case. */
let made: Promise<string> | undefined
async function sharedSchema(): Promise<{ readonly schema: string; empty(): Promise<void> }> {
  made ??= makeShared()
  const shared = await made
  return { schema: shared, empty: () => emptyStore(inject('postgres'), shared, 'agent_') }
}

async function makeShared(): Promise<string> {
  const shared = schema
  await openPostgresStore(pool, { schema: shared, prefix: 'agent_' })
  return shared
}

const tables = async (): Promise<readonly string[]> =>
  (
    await pool.query(`select table_name as name from information_schema.tables where table_schema = '${schema}' order by 1`)
  ).rows.map(({ name }) => name)
const orders = async (): Promise<number> => (await pool.query(`select count(*)::integer as n from ${schema}.orders`)).rows[0].n
const opened = (): ReturnType<typeof openPostgresStore> => openPostgresStore(pool, { schema, prefix: 'agent_' })
const steps = (store: Store): Promise<void> => store.append(alpha, 0, entries(0, 3), headAt(3))

async function withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

describe('issue 16, D.25 · a store in a schema of the user’s, in PostgreSQL', () => {
  it.each([...storeCases, ...fullStoreCases])('beside its tables: $name', async ({ run }) => {
    const { schema: shared, empty } = await sharedSchema()
    await run(await openPostgresStore(pool, { schema: shared, prefix: 'agent_' }))
    expect((await pool.query(`select * from ${shared}.threads`)).rows).toEqual([{ name: 'mine' }])
    await empty()
  })

  it.each([...storeCases, ...fullStoreCases])('in a transaction of the user’s, which is taken back: $name', async ({ run }) => {
    const { schema: shared } = await sharedSchema()
    await withClient(async (client) => {
      const settings = (): Promise<unknown> =>
        client.query('select name, setting from pg_settings order by 1').then(({ rows }) => rows)
      await client.query('begin')
      const before = await settings()
      await client.query(`insert into ${shared}.orders values (2)`)
      const { rows: started } = await client.query('select now() as at, txid_current() as id')
      const store = await openPostgresStore(client, { schema: shared, prefix: 'agent_' })
      await run(store)
      await store.close()
      expect(await settings()).toEqual(before)
      expect((await client.query('select now() as at, txid_current() as id')).rows).toEqual(started)
      await client.query('rollback')
    })
    expect((await pool.query(`select count(*)::integer as n from ${shared}.orders`)).rows).toEqual([{ n: 1 }])
    expect((await pool.query(`select count(*)::integer as n from ${shared}.agent_entries`)).rows).toEqual([{ n: 0 }])
  })

  it('makes its tables in a transaction of the user’s, and they go with it', async () => {
    await withClient(async (client) => {
      await client.query('begin')
      await steps(await openPostgresStore(client, { schema, prefix: 'agent_' }))
      await client.query('rollback')
    })
    expect(await tables()).toEqual(['orders', 'threads'])
    await opened()
    expect((await tables()).filter((name) => !name.startsWith('agent_'))).toEqual(['orders', 'threads'])
  })

  it('is seen inside the transaction at once, and by others once the user commits', async () => {
    const outside = await opened()
    await withClient(async (client) => {
      await client.query('begin')
      const inside = await openPostgresStore(client, { schema, prefix: 'agent_' })
      await steps(inside)
      await inside.commit(alpha, null, commit('c1', null))
      expect(await inside.latest(alpha)).toEqual(commit('c1', null))
      expect((await client.query(`select count(*)::integer as n from ${schema}.agent_entries`)).rows).toEqual([{ n: 3 }])
      expect((await outside.head(alpha)).length).toBe(0)
      await client.query('commit')
    })
    expect(await outside.latest(alpha)).toEqual(commit('c1', null))
    expect(await outside.read(alpha, 0, 9)).toEqual(entries(0, 3))
  })

  it('a ROLLBACK leaves nothing of a compaction; the thread has the view from before', async () => {
    const outside = createCompactor({ store: await opened() })
    const thread = await outside.thread('t')
    for (let turn = 0; turn < 20; turn += 1) {
      await thread.append([
        { role: 'user', content: `Question ${turn} ${'about the harbour '.repeat(20)}` },
        { role: 'assistant', content: `Answer ${turn} ${'about the ferry '.repeat(20)}` },
      ])
    }
    const rows = async (): Promise<unknown> => {
      const names = (await tables()).filter((name) => name.startsWith('agent_') && !name.includes('search'))
      return Promise.all(
        names.map(async (name) => (await pool.query(`select t.*::text from ${schema}.${name} t order by 1`)).rows),
      )
    }
    const before = await rows()
    await withClient(async (client) => {
      await client.query('begin')
      const inside = createCompactor({ store: await openPostgresStore(client, { schema, prefix: 'agent_' }), keepRequests: 5 })
      const same = await inside.thread('t')
      await same.append([{ role: 'user', content: 'One more.' }])
      expect((await same.compact({ window: 1_600, reserve: 300 })).changed).toBe(true)
      await same.prepare({ dialect: 'openai-chat', window: 100_000 })
      expect((await inside.verify('t')).kind).toBe('whole')
      await inside.close()
      await client.query('rollback')
    })
    expect(await rows()).toEqual(before)
    expect((await (await outside.thread('t')).compact({ window: 1_600, reserve: 300 })).changed).toBe(true)
  })

  it('case 82 · a write that fails in the middle leaves the view from before, and the rest of the transaction', async () => {
    const outside = await opened()
    await steps(outside)
    const c1 = commit('c1', null).id
    await outside.commit(alpha, null, commit('c1', null))
    await pool.query(`create function ${schema}.no() returns trigger language plpgsql as $$ begin raise 'not today'; end $$;
      create trigger no before insert on ${schema}.agent_commits for each row execute function ${schema}.no()`)
    await withClient(async (client) => {
      await client.query('begin')
      await client.query(`insert into ${schema}.orders values (2)`)
      const inside = await openPostgresStore(client, { schema, prefix: 'agent_' })
      await inside.append(alpha, 3, entries(3, 4), headAt(4))
      await expect(inside.commit(alpha, c1, commit('c2', 'c1'))).rejects.toThrow('not today')
      const tooLong = { ...alpha, thread: randomBytes(9_000).toString('hex') as typeof alpha.thread }
      expect(failureIn(await rejection(inside.append(tooLong, 0, entries(0, 1), headAt(1))))).toMatchObject({
        code: 'input-invalid',
      })
      expect((await inside.head(alpha)).commit).toBe('c1')
      await client.query('commit')
    })
    await pool.query(`drop trigger no on ${schema}.agent_commits`)
    expect(await orders()).toBe(2)
    expect(await outside.head(alpha)).toEqual({ ...standing(4), commit: 'c1' })
    await outside.commit(alpha, c1, commit('c2', 'c1'))
  })

  it('case 82 · a connection that breaks in the middle leaves the view from before', async () => {
    const outside = await opened()
    await steps(outside)
    const client = new pg.Client({ connectionString: inject('postgres') })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin')
    const inside = await openPostgresStore(client, { schema, prefix: 'agent_' })
    await inside.append(alpha, 3, entries(3, 9), headAt(9))
    await inside.commit(alpha, null, commit('c1', null))
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await pool.query('select pg_terminate_backend($1)', [rows[0].pid])
    await expect(inside.append(alpha, 9, entries(9, 10), headAt(10))).rejects.toThrow()
    expect(await outside.head(alpha)).toEqual(standing(3))
    await outside.append(alpha, 3, entries(3, 4), headAt(4))
  })

  it('a client outside of a transaction writes in transactions of its own, many at once', async () => {
    await withClient(async (client) => {
      const store = await openPostgresStore(client, { schema, prefix: 'agent_' })
      await steps(store)
      await Promise.all([1, 2, 3].map((seq) => store.pin(alpha, [seq])))
      await store.commit(alpha, null, commit('c1', null))
      await store.close()
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })
    expect(await (await opened()).head(alpha)).toEqual({ ...standing(3), pins: 3, commit: 'c1' })
  })

  it('says so if the transaction has failed already', async () => {
    await withClient(async (client) => {
      const store = await openPostgresStore(client, { schema, prefix: 'agent_' })
      await client.query('begin')
      await client.query('select 1 / 0').catch(() => undefined)
      const failure = failureIn(await rejection(steps(store)))
      expect(failure).toMatchObject({ code: 'store-unusable', expected: 'a transaction that has not failed' })
      await client.query('rollback')
    })
  })

  it('is refused without a prefix, or if a table of the user’s has a name of ours', async () => {
    const failure = failureIn(await rejection(openPostgresStore(pool, { schema })))
    expect(failure).toMatchObject({ code: 'store-unusable', reason: 'not-ours', found: '2 other tables' })
    await pool.query(`create table ${schema}.agent_pins (mine text)`)
    expect(failureIn(await rejection(opened()))).toMatchObject({ reason: 'not-ours', found: 'agent_pins' })
    expect(await tables()).toEqual(['agent_pins', 'orders', 'threads'])
  })
})
