import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { fullStoreCases } from '../../src/testing/full-store-cases.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { alpha, commit, entries, headAt, standing } from '../../src/testing/store-fixtures.ts'
import { failureIn, rejection } from '../support/caught.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-beside-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const original = join(folder, 'app.db')
const database = new DatabaseSync(original)
database.exec(`pragma application_id = 4711; pragma user_version = 12;
  create table threads (name text); insert into threads values ('mine'), ('mine, too');
  create table orders (id integer primary key, total integer); insert into orders values (1, 9007199254740993)`)
database.close()

let made = 0
/** A file with tables of a user's own, one of them with a name that ours have without a prefix: a copy, because a new one waits for the disk. */
function usersFile(): string {
  made += 1
  const path = join(folder, `app-${made}.db`)
  copyFileSync(original, path)
  return path
}

/** Everything of the user's: what stands in the file, and how the connection is set. */
const PRAGMAS = [
  ...['application_id', 'user_version', 'journal_mode', 'synchronous', 'secure_delete', 'busy_timeout', 'foreign_keys'],
  ...['max_page_count', 'cache_size', 'locking_mode', 'recursive_triggers', 'auto_vacuum', 'temp_store', 'wal_autocheckpoint'],
]
function observed(database: DatabaseSync): unknown {
  const tables = database.prepare(`select * from sqlite_master where name not like 'agent\\_%' escape '\\'
    and name not like 'sqlite_%' and tbl_name not like 'agent\\_%' escape '\\' order by name`)
  return {
    tables: tables.all().map(({ name, sql }) => ({ name, sql })),
    threads: database.prepare('select * from threads').all(),
    orders: database.prepare('select id, cast(total as text) as total from orders').all(),
    pragmas: PRAGMAS.map((name) => database.prepare(`pragma ${name}`).all()),
  }
}

const steps = (store: Store): Promise<void> => store.append(alpha, 0, entries(0, 3), headAt(3))

describe('issue 16, D.25 · a store beside the tables of a user, in SQLite', () => {
  const opened = () => openSqliteStore(usersFile(), { prefix: 'agent_' })

  it.each(storeCases)('by a path: $name', async ({ run }) => {
    const store = await opened()
    await run(store)
    await store.close()
  })

  it.each(fullStoreCases)('on a connection of the user: $name', async ({ run }) => {
    const database = new DatabaseSync(usersFile())
    const before = observed(database)
    const store = await openSqliteStore(database, { prefix: 'agent_' })
    await run(store)
    await store.close()
    expect(observed(database)).toEqual(before)
    database.close()
  })

  it.each([...storeCases, ...fullStoreCases])('in a transaction of the user, which is taken back: $name', async ({ run }) => {
    const database = new DatabaseSync(usersFile())
    const before = observed(database)
    const all = database.prepare('select * from sqlite_master').all()
    database.exec(`begin; insert into orders values (2, 2)`)
    const store = await openSqliteStore(database, { prefix: 'agent_' })
    await run(store)
    await store.close()
    expect(database.isTransaction).toBe(true)
    database.exec('rollback')
    expect(observed(database)).toEqual(before)
    expect(database.prepare('select * from sqlite_master').all()).toEqual(all)
    database.close()
  })

  it('leaves the marks and the journal of the file as they are', async () => {
    const path = usersFile()
    const user = new DatabaseSync(path)
    const before = observed(user)
    const store = await openSqliteStore(path, { prefix: 'agent_' })
    await steps(store)
    await store.close()
    expect(observed(user)).toEqual(before)
    user.close()
    const again = await openSqliteStore(path, { prefix: 'agent_' })
    expect(await again.head(alpha)).toEqual(standing(3))
    await again.close()
    const reading = await openSqliteStore(path, { prefix: 'agent_', readOnly: true })
    expect(await reading.read(alpha, 0, 9)).toEqual(entries(0, 3))
    await reading.close()
  })

  it('keeps what the user keeps, and is seen by nobody before', async () => {
    const path = usersFile()
    const database = new DatabaseSync(path)
    database.exec('pragma journal_mode = wal')
    const store = await openSqliteStore(database, { prefix: 'agent_' })
    const other = await openSqliteStore(path, { prefix: 'agent_' })
    database.exec('begin')
    database.exec('insert into orders values (2, 2)')
    await steps(store)
    await store.commit(alpha, null, commit('c1', null))
    expect((await other.head(alpha)).length).toBe(0)
    expect((await store.head(alpha)).length).toBe(3)
    database.exec('commit')
    expect(await other.latest(alpha)).toEqual(commit('c1', null))
    await other.close()
    await store.close()
    database.close()
  })

  it('case 82 · a write that fails in the middle leaves the view from before, and the rest of the transaction', async () => {
    const database = new DatabaseSync(usersFile())
    const store = await openSqliteStore(database, { prefix: 'agent_' })
    await steps(store)
    await store.commit(alpha, null, commit('c1', null))
    database.exec(`create trigger no_commits before insert on agent_commits begin select raise(abort, 'not today'); end`)
    database.exec('begin; insert into orders values (2, 2)')
    const c1 = commit('c1', null).id
    await expect(store.commit(alpha, c1, commit('c2', 'c1'))).rejects.toThrow('not today')
    await expect(store.append(alpha, 1, entries(1, 2), headAt(2))).rejects.toThrow('3 entries')
    expect((await store.head(alpha)).commit).toBe('c1')
    database.exec('commit; drop trigger no_commits')
    expect(database.prepare('select count(*) as n from orders').get()).toEqual({ n: 2 })
    expect(await store.latest(alpha)).toEqual(commit('c1', null))
    await store.commit(alpha, c1, commit('c2', 'c1'))
    expect((await store.head(alpha)).commit).toBe('c2')
    database.close()
  })

  it('serves a compactor from a connection in memory that gives large integers and rows as lists', async () => {
    const database = new DatabaseSync(':memory:', { readBigInts: true, returnArrays: true })
    const compactor = createCompactor({ store: await openSqliteStore(database, { prefix: 'agent_' }) })
    const thread = await compactor.thread('t')
    for (let turn = 0; turn < 20; turn += 1) {
      await thread.append([
        { role: 'user', content: `Question ${turn} ${'about the harbour '.repeat(20)}` },
        { role: 'assistant', content: `Answer ${turn} ${'about the ferry '.repeat(20)}` },
      ])
    }
    const { changed } = await thread.compact({ window: 1_600, reserve: 300 })
    expect(changed).toBe(true)
    expect((await compactor.verify('t')).kind).toBe('whole')
    expect((await compactor.search('harbour')).length).toBeGreaterThan(0)
    await compactor.close()
    expect(database.isOpen).toBe(true)
    expect(database.prepare('select count(*) from agent_entries').get()).toEqual([40n])
  })

  it('overwrites what it erases, and gives the connection back as it was', async () => {
    const path = usersFile()
    const database = new DatabaseSync(path)
    database.exec('pragma secure_delete = off')
    const store = await openSqliteStore(database, { prefix: 'agent_' })
    await steps(store)
    expect(readFileSync(path, 'latin1')).toContain('text 1')
    await store.erase({ ...alpha, entry: 1 })
    expect(readFileSync(path, 'latin1')).not.toContain('text 1')
    expect(database.prepare('pragma secure_delete').get()).toEqual({ secure_delete: 0 })
    database.close()
  })

  it('no event finds the connection in the middle of a write of ours', async () => {
    const database = new DatabaseSync(':memory:')
    database.exec('create table orders (total integer)')
    const found: boolean[] = []
    const event = (): void => {
      found.push(database.isTransaction)
      if (!database.isTransaction) database.exec('begin; insert into orders (total) values (7); commit')
      next = setImmediate(event)
    }
    let next = setImmediate(event)
    for (const [index, { run }] of [...storeCases, ...fullStoreCases].entries()) {
      const store = await openSqliteStore(database, { prefix: `agent_${index}_` })
      await Promise.all([run(store), new Promise((resolve) => setImmediate(resolve))])
    }
    clearImmediate(next)
    expect(found.length).toBeGreaterThan(storeCases.length)
    expect(found.filter((isWithin) => isWithin)).toEqual([])
    expect(database.prepare('select count(*) as n from orders').get()).toEqual({ n: found.length })
    database.close()
  })

  it('two stores with prefixes of their own are two stores', async () => {
    const database = new DatabaseSync(':memory:')
    const [one, two] = await Promise.all(['one_', 'two_'].map((prefix) => openSqliteStore(database, { prefix })))
    await Promise.all([one, two].flatMap((store) => (store === undefined ? [] : [steps(store)])))
    await one?.erase({ tenant: alpha.tenant })
    expect((await one?.head(alpha))?.length).toBe(0)
    expect(await two?.head(alpha)).toEqual(standing(3))
    database.close()
  })
})

describe('issue 16, D.25 · what is not ours', () => {
  it('is refused without a prefix, also on a connection, and nothing is made', async () => {
    const database = new DatabaseSync(usersFile())
    const before = database.prepare('select * from sqlite_master').all()
    const failure = failureIn(await rejection(openSqliteStore(database)))
    expect(failure).toMatchObject({ code: 'store-unusable', reason: 'not-ours', found: '2 other tables' })
    expect(database.prepare('select * from sqlite_master').all()).toEqual(before)
    expect(database.isOpen).toBe(true)
    database.close()
  })

  it('is refused if a table of the user has a name of ours, and stays as it was', async () => {
    const database = new DatabaseSync(usersFile())
    database.exec('create table agent_Entries (mine text)')
    const before = observed(database)
    const failure = failureIn(await rejection(openSqliteStore(database, { prefix: 'agent_' })))
    expect(failure).toMatchObject({ code: 'store-unusable', reason: 'not-ours', found: 'agent_Entries' })
    expect(observed(database)).toEqual(before)
    database.close()
  })

  it.each(['Agent_', 'a-b', '1a', 'sqlite_x', 'x'.repeat(33), '"', 7 as never])('prefix %j is refused', async (prefix) => {
    const failure = failureIn(await rejection(openSqliteStore(':memory:', { prefix })))
    expect(failure).toMatchObject({ code: 'input-invalid', at: 'prefix' })
  })

  it('settings of a connection that is the user’s are refused', async () => {
    const database = new DatabaseSync(':memory:')
    const failure = failureIn(await rejection(openSqliteStore(database, { patience: 1 })))
    expect(failure).toMatchObject({ code: 'input-invalid', at: 'options.patience' })
    database.close()
  })
})
