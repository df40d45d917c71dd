import pg from 'pg'
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { alpha, commit, entries, headAt } from '../../src/testing/store-fixtures.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { type Cut, type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.ts'
import { newSchema } from '../support/postgres.ts'

const admin = new pg.Pool({ connectionString: inject('postgres'), max: 2 })
afterAll(() => admin.end())

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const closedLater = <Handle>(handle: Handle, close: (handle: Handle) => Promise<unknown>): Handle => {
  closing.push(() => close(handle))
  return handle
}

/** The server's address, for connections that can be told from others and have settings of their own. */
const addressFor = (name: string, settings = ''): string => {
  const url = new URL(inject('postgres'))
  url.searchParams.set('application_name', name)
  if (settings !== '') url.searchParams.set('options', settings)
  return url.href
}
const backendsOf = async (name: string): Promise<readonly { readonly pid: number; readonly waits: string | null }[]> =>
  (await admin.query('select pid, wait_event_type as waits from pg_stat_activity where application_name = $1', [name])).rows
const terminate = (name: string): Promise<unknown> =>
  admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1', [name])

/** Waits until a connection of this name waits for a lock. */
async function blocked(name: string): Promise<void> {
  while (!(await backendsOf(name)).some(({ waits }) => waits === 'Lock')) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** What a call rejects with whose statement is cancelled once it waits for a lock. */
async function cancelled(name: string, call: Promise<unknown>): Promise<unknown> {
  const error = rejection(call)
  await blocked(name)
  await admin.query(
    "select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'",
    [name],
  )
  return error
}

function expectToTryAgain(error: unknown, failure: { readonly reason: string; readonly found: string }): void {
  expect(failureIn(error)).toMatchObject({ ...failure, advice: expect.stringMatching(/again/) })
}

/** Holds the row of a thread while something else is done. */
async function whileLocked<Result>(schema: string, work: () => Promise<Result>): Promise<Result> {
  const client = await admin.connect()
  try {
    await client.query('begin')
    await client.query(`select * from ${schema}.threads for update`)
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('case 80 · a connection to PostgreSQL that breaks', () => {
  it('while it is checked out, fails the call with what to do and not the process; the pool heals', async () => {
    const schema = newSchema()
    const store = closedLater(await openPostgresStore(addressFor(schema), { schema, patience: 0 }), (each) => each.close())
    await store.append(alpha, 0, entries(0, 2), headAt(2))
    const error = await whileLocked(schema, async () => {
      const pinning = rejection(store.erase(alpha))
      await blocked(schema)
      await terminate(schema)
      return pinning
    })
    expect(failureIn(error)).toMatchObject({
      code: 'store-unusable',
      reason: 'unreachable',
      advice: expect.stringMatching(/again/),
    })
    expect((await store.head(alpha)).length).toBe(2)
    await store.append(alpha, 2, entries(2, 3), headAt(3))
  })

  it('while it is idle, is replaced by the next call', async () => {
    const schema = newSchema()
    const store = closedLater(await openPostgresStore(addressFor(schema), { schema }), (each) => each.close())
    for (let round = 0; round < 5; round += 1) {
      await terminate(schema)
      await store.append(alpha, round, entries(round, round + 1), headAt(round + 1))
    }
    expect(await store.read(alpha, 0, 9)).toEqual(entries(0, 5))
  })

  it('if it is the user’s pool, has a listener for as long as the store is open, and no longer', async () => {
    const schema = newSchema()
    const pool = closedLater(new pg.Pool({ connectionString: addressFor(schema), max: 1 }), (each) => each.end())
    const client = await pool.connect()
    client.release()
    const count = (): readonly number[] => [pool.listenerCount('error'), client.listenerCount('error')]
    const before = count()
    const store = await openPostgresStore(pool, { schema })
    const again = await openPostgresStore(pool, { schema })
    await store.append(alpha, 0, entries(0, 1), headAt(1))
    await store.commit(alpha, null, commit('c1', null))
    await terminate(schema)
    expect((await store.head(alpha)).length).toBe(1)
    await store.close()
    await again.close()
    expect([pool.listenerCount('error'), client.listenerCount('error') <= 1]).toEqual([before[0], true])
  })

  it('if it is the user’s client, fails the call, tells the user’s own listeners, and is given back as it was', async () => {
    const schema = newSchema()
    const client = new pg.Client({ connectionString: addressFor(schema) })
    await client.connect()
    const before = client.listenerCount('error')
    const store = await openPostgresStore(client, { schema })
    await (await openPostgresStore(client, { schema })).close()
    await terminate(schema)
    const error = await rejection(store.append(alpha, 0, entries(0, 1), headAt(1)))
    expect(failureIn(error)).toMatchObject({ code: 'store-unusable', reason: 'unreachable' })
    await store.close()
    // As long as a connection that has broken may still say so.
    await vi.waitFor(() => expect(client.listenerCount('error')).toBe(before))
  })
})

describe('case 80 · what PostgreSQL refuses is a failure with what to do', () => {
  it('57014, because the statement was cancelled while it waited', async () => {
    const schema = newSchema()
    const store = closedLater(await openPostgresStore(addressFor(schema), { schema }), (each) => each.close())
    await store.append(alpha, 0, entries(0, 1), headAt(1))
    // The server ends a statement that is over its statement_timeout in the same way; a time would hit whatever is slow on a busy machine.
    const failed = await whileLocked(schema, async () => [
      await cancelled(schema, store.append(alpha, 1, entries(1, 2), headAt(2))),
      await cancelled(schema, store.commit(alpha, null, commit('c1', null))),
    ])
    for (const error of failed) expectToTryAgain(error, { reason: 'timeout', found: '57014' })
    await store.append(alpha, 1, entries(1, 2), headAt(2))
    expect((await store.head(alpha)).length).toBe(2)
  })

  it('55P03, because a lock is not to be had in time', async () => {
    const schema = newSchema()
    const client = closedLater(new pg.Client({ connectionString: addressFor(schema) }), (each) => each.end())
    await client.connect()
    const store = closedLater(await openPostgresStore(client, { schema }), (each) => each.close())
    await store.append(alpha, 0, entries(0, 1), headAt(1))
    // Only while somebody holds the lock for as long as it takes: nothing else can be over that time, however busy the machine.
    const failed = await whileLocked(schema, async () => {
      await client.query('set lock_timeout = 50')
      const errors = [
        await rejection(store.append(alpha, 1, entries(1, 2), headAt(2))),
        await rejection(store.commit(alpha, null, commit('c1', null))),
      ]
      await client.query('set lock_timeout = 0')
      return errors
    })
    for (const error of failed) expectToTryAgain(error, { reason: 'busy', found: '55P03' })
    await store.append(alpha, 1, entries(1, 2), headAt(2))
    expect((await store.head(alpha)).length).toBe(2)
  })

  it('42P01, because a table is gone', async () => {
    const schema = newSchema()
    const store = closedLater(await openPostgresStore(inject('postgres'), { schema }), (each) => each.close())
    await admin.query(`drop table ${schema}.commits`)
    for (const call of [() => store.commit(alpha, null, commit('c1', null)), () => store.latest(alpha)]) {
      const failure = { reason: 'damaged', found: '42P01', advice: expect.stringMatching(/backup/) }
      expect(failureIn(await rejection(call()))).toMatchObject(failure)
    }
  })

  it('40001, because another transaction was first', async () => {
    const schema = newSchema()
    const settings = '-c default_transaction_isolation=serializable'
    const store = closedLater(await openPostgresStore(addressFor(schema, settings), { schema }), (each) => each.close())
    await store.append(alpha, 0, entries(0, 1), headAt(1))
    const client = await admin.connect()
    await client.query('begin')
    await client.query(`update ${schema}.threads set tokens = 0`)
    const appending = rejection(store.append(alpha, 1, entries(1, 2), headAt(2)))
    await blocked(schema)
    await client.query('commit')
    client.release()
    expect(failureIn(await appending)).toMatchObject({ reason: 'busy', found: '40001', advice: expect.stringMatching(/again/) })
    await store.append(alpha, 1, entries(1, 2), headAt(2))
  })

  it('57P01, because an administrator ended the connection of a user', async () => {
    const schema = newSchema()
    const client = new pg.Client({ connectionString: addressFor(schema) })
    await client.connect()
    const store = await openPostgresStore(client, { schema })
    await store.append(alpha, 0, entries(0, 1), headAt(1))
    const error = await whileLocked(schema, async () => {
      const appending = rejection(store.append(alpha, 1, entries(1, 2), headAt(2)))
      await blocked(schema)
      await terminate(schema)
      return appending
    })
    const failure = { reason: 'unreachable', found: '57P01', advice: expect.stringMatching(/connection/) }
    expect(failureIn(error)).toMatchObject(failure)
    await store.close()
  })
})

describe('case 80 · a network that is cut in the middle of a write', () => {
  const CUTS: readonly Cut[] = ['request lost', 'answer lost', 'request late']
  const proxied = async (): Promise<CuttingProxy> => closedLater(await cuttingProxy(inject('postgres')), (each) => each.close())

  it.each(CUTS)('neither loses nor doubles an append: %s', async (cut) => {
    const schema = newSchema()
    const proxy = await proxied()
    const store = closedLater(await openPostgresStore(proxy.url, { schema }), (each) => each.close())
    for (const length of [2, 4, 6]) {
      proxy.cutAt('palimpsest_append', cut)
      await store.append(alpha, length - 2, entries(length - 2, length), headAt(length))
    }
    await new Promise((resolve) => setTimeout(resolve, cut === 'request late' ? 300 : 0))
    expect(proxy.cuts()).toBe(3)
    expect(await store.read(alpha, 0, 99)).toEqual(entries(0, 6))
    expect((await store.head(alpha)).length).toBe(6)
  })

  it.each(CUTS)('neither loses nor doubles a commit: %s', async (cut) => {
    const schema = newSchema()
    const proxy = await proxied()
    const store = closedLater(await openPostgresStore(proxy.url, { schema }), (each) => each.close())
    await store.append(alpha, 0, entries(0, 4), headAt(4))
    proxy.cutAt('commit\0', cut)
    await store.commit(alpha, null, commit('c1', null))
    proxy.cutAt('begin\0', cut)
    await store.commit(alpha, commit('c1', null).id, commit('c2', 'c1'))
    expect(proxy.cuts()).toBe(2)
    expect((await store.commits(alpha)).map(({ id }) => id)).toEqual(['c1', 'c2'])
  })

  it.each(CUTS)('does not take the same words of another writer for its own: %s', async (cut) => {
    const schema = newSchema()
    const proxy = await proxied()
    const other = closedLater(await openPostgresStore(inject('postgres'), { schema }), (each) => each.close())
    const store = closedLater(await openPostgresStore(proxy.url, { schema }), (each) => each.close())
    await store.append(alpha, 0, entries(0, 1), headAt(1))
    proxy.cutAt('palimpsest_append', cut, () => other.append(alpha, 1, entries(1, 2), headAt(2)).catch(() => undefined))
    const mine = await store.append(alpha, 1, entries(1, 2), headAt(2)).then(
      () => 'written',
      (error: unknown) => failureIn(error),
    )
    const rows = await admin.query(`select count(*)::integer as n from ${schema}.entries where seq = 1`)
    expect(rows.rows).toEqual([{ n: 1 }])
    // What did not arrive, or came late, found the other one's there.
    if (cut === 'answer lost') expect(mine).toBe('written')
    else expect(mine).toMatchObject({ code: 'log-conflict', expected: 1, actual: 2 })
  })

  it('says that it does not know if the server stays away, and when it is back the caller can see', async () => {
    const schema = newSchema()
    const proxy = await proxied()
    const plain = closedLater(await openPostgresStore(inject('postgres'), { schema }), (each) => each.close())
    const store = closedLater(await openPostgresStore(proxy.url, { schema, patience: 100 }), (each) => each.close())
    await store.append(alpha, 0, entries(0, 1), headAt(1))
    proxy.cutAt('palimpsest_append', 'answer lost', () => proxy.close())
    const failure = { code: 'store-unusable', reason: 'unconfirmed', advice: expect.stringMatching(/read the thread/i) }
    expect(failureIn(await rejection(store.append(alpha, 1, entries(1, 2), headAt(2))))).toMatchObject(failure)
    expect((await plain.head(alpha)).length).toBe(2)
  })

  it('at the commit on a client of the user’s, is not known to be written; before it, nothing is', async () => {
    const schema = newSchema()
    await (await openPostgresStore(inject('postgres'), { schema })).close()
    for (const [words, reason] of [
      ['palimpsest_append', 'unreachable'],
      ['commit\0', 'unconfirmed'],
    ] as const) {
      const proxy = await proxied()
      const client = new pg.Client({ connectionString: proxy.url })
      await client.connect()
      const store = await openPostgresStore(client, { schema })
      proxy.cutAt(words, 'request lost')
      const error = await rejection(store.append(alpha, 0, entries(0, 1), headAt(1)))
      expect(failureIn(error)).toMatchObject({ code: 'store-unusable', reason })
      await store.close()
    }
  })
})
