import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { APPLICATION_ID } from '../../src/stores/sqlite/check-file.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { alpha, commit, entries, headAt } from '../../src/testing/store-fixtures.ts'
import { rejection } from '../support/caught.ts'
import { lightEngine, openStoreAt, type StoreAt } from '../support/light-engine.ts'
import { newSchema } from '../support/postgres.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-restarts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const places: Readonly<Record<string, () => StoreAt>> = {
  SQLite: () => ({ kind: 'sqlite', path: join(folder, `${newSchema()}.db`) }),
  PostgreSQL: () => ({ kind: 'postgres', url: inject('postgres'), schema: newSchema() }),
}
const talk = messagesFor('openai-chat', [user('KEEP this'), ...finishedTurns(40, 200), user('go')])

/** Does something to a store's tables behind its back. */
async function behind(at: StoreAt, statement: (prefix: string) => string): Promise<void> {
  if (at.kind === 'sqlite') {
    const database = new DatabaseSync(at.path)
    database.exec(statement(''))
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: at.url })
  await client.connect()
  await client.query(statement(`${at.schema}.`))
  await client.end()
}

describe.each(Object.entries(places))('a thread in %s', (_, place) => {
  it('A12, F2 · is the same after a restart: entries, view, pins and receipts', async () => {
    const at = place()
    const before = await openStoreAt(at)
    const first = await lightEngine({ store: before }).thread('t')
    await first.append(talk)
    await first.pin({ text: 'KEEP this' })
    const { request, receipt } = await first.compact({ window: 6_000 })
    const held = await first.entries()
    await before.close()
    const after = await openStoreAt(at)
    const second = await lightEngine({ store: after }).thread('t')
    expect((await second.prepare({ window: 6_000 })).request).toEqual(request)
    expect(await second.entries()).toEqual(held)
    expect((await second.commits()).map((made) => made.receipt)).toEqual([receipt])
    expect(JSON.stringify((await second.compact({ window: 3_000 })).request)).toContain('KEEP this')
    expect(await second.session()).toMatchObject({ compactionCount: 2 })
    await after.close()
  })

  it('D14 · has its commit and its view in one transaction: where one cannot be written, neither is', async () => {
    const at = place()
    const store = await openStoreAt(at)
    await store.append(alpha, 0, entries(0, 1), headAt(1))
    const values = `'${alpha.tenant}', '${alpha.thread}', 1, 'x', 0, '{}'`
    await behind(at, (prefix) => `insert into ${prefix}commits (tenant, thread, number, id, at, body) values (${values})`)
    expect(await rejection(store.commit(alpha, null, commit('c1', null)))).toBeInstanceOf(Error)
    expect((await store.head(alpha)).commit).toBeNull()
    await behind(at, (prefix) => `delete from ${prefix}commits`)
    await store.commit(alpha, null, commit('c1', null))
    expect((await store.head(alpha)).commit).toBe('c1')
    await store.close()
  })

  it('A12 · has one row a block, in columns that other programs can ask', async () => {
    const at = place()
    const store = await openStoreAt(at)
    const thread = await lightEngine({ store }).thread('t')
    await thread.append(messagesFor('openai-chat', finishedTurns(2, 5)))
    const count = async (where: string): Promise<void> =>
      behind(at, (prefix) => `update ${prefix}entries set turn = turn + 100 where ${where}`)
    await count(`kind = 'tool-result' and author = 'tool' and tokens > 0 and bytes > 0 and exact = 1`)
    // What we show comes from the bodies: columns are for asking.
    const held = await store.read({ tenant: tenantId('default'), thread: threadId('t') }, 0, 99)
    expect(held.map(({ kind, turn }) => `${kind} ${turn}`)).toEqual([
      'text 1',
      'tool-call 1',
      'tool-result 1',
      'text 1',
      'text 2',
      'tool-call 2',
      'tool-result 2',
      'text 2',
    ])
    await store.close()
  })

  it('opens any number of times and finds everything, whichever process made it', async () => {
    const at = place()
    const stores = await Promise.all([openStoreAt(at), openStoreAt(at), openStoreAt(at)])
    await stores[0]?.append(alpha, 0, entries(0, 3), headAt(3))
    for (const store of stores) expect(await store.read(alpha, 0, 9)).toEqual(entries(0, 3))
    const secrets = await Promise.all(stores.map((store) => store.secrets.fingerprintKey(alpha.tenant)))
    expect(new Set(secrets).size).toBe(1)
    for (const store of stores) await store.close()
  })
})

describe('two stores of one process on one file', () => {
  it('take turns: neither waits for the other with the only thread that both have', async () => {
    const path = join(folder, 'twice.db')
    const [left, right] = [await openSqliteStore(path, { patience: 200 }), await openSqliteStore(path, { patience: 200 })]
    const key = (index: number) => ({ ...alpha, thread: threadId(`t${index}`) })
    const work = Array.from({ length: 30 }, (_, index) => [
      left.append(key(index), 0, entries(0, 2), headAt(2)),
      right.pin(key(index), [0, 1]),
      left.commit(key(index), null, commit('c1', null)),
      right.leases.take(key(index), 'me', 1_000),
      right.append(key(100 + index), 0, entries(0, 1), headAt(1)).then(() => left.erase(key(100 + index))),
    ]).flat()
    await Promise.all(work)
    expect(await right.head(key(29))).toMatchObject({ length: 2, commit: 'c1', pins: 2 })
    await left.close()
    await right.close()
  })
})

describe('the schema of a file', () => {
  it('case 82 · is finished where its making was cut short', async () => {
    const path = join(folder, 'begun.db')
    const begun = new DatabaseSync(path)
    begun.exec(`pragma application_id = ${APPLICATION_ID}`)
    begun.close()
    const store = await openSqliteStore(path)
    await store.append(alpha, 0, entries(0, 1), headAt(1))
    await store.close()
  })

  it('is what was released: a migration is never edited', async () => {
    const path = join(folder, 'schema.db')
    await (await openSqliteStore(path)).close()
    const database = new DatabaseSync(path)
    const rows = database
      .prepare(`select name, sql from sqlite_master where type = 'table' and name not like 'palimpsest%' order by name`)
      .all()
    database.close()
    expect(
      rows.map(({ name, sql }) => `${name}: ${String(sql).replaceAll(/^create table "\w+" |"/g, '')}`),
    ).toMatchInlineSnapshot(`
      [
        "artifacts: CREATE TABLE artifacts (tenant text not null, id text not null, header text not null, body blob not null, created_at text, constraint artifacts_key primary key (tenant, id))",
        "commits: CREATE TABLE commits (tenant text not null, thread text not null, number integer not null, id text not null, at bigint not null, body text not null, created_at text generated always as (case when at between -62135596800000 and 253402300799999 then strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') end), constraint commits_key primary key (tenant, thread, number))",
        "entries: CREATE TABLE entries (tenant text not null, thread text not null, seq integer not null, message text not null, turn integer not null, kind text not null, author text not null, tokens integer, total bigint not null, frame integer, bytes integer, exact integer not null, counter text, hash text not null, fingerprint text not null, body text not null, created_at text, at bigint, constraint entries_key primary key (tenant, thread, seq))",
        "learned: CREATE TABLE learned (tenant text not null, key text not null, at bigint not null, body text not null, constraint learned_key primary key (tenant, key)) without rowid",
        "leases: CREATE TABLE leases (tenant text not null, thread text not null, holder text not null, fence bigint not null, expires bigint not null, expires_at text generated always as (case when expires between -62135596800000 and 253402300799999 then strftime('%Y-%m-%dT%H:%M:%fZ', expires / 1000.0, 'unixepoch') end), constraint leases_key primary key (tenant, thread)) without rowid",
        "links: CREATE TABLE links (tenant text not null, thread text not null, kind text not null, linked text not null, created_at text, constraint links_key primary key (tenant, thread, kind, linked)) without rowid",
        "meta: CREATE TABLE meta (name text primary key, value text not null) without rowid",
        "pins: CREATE TABLE pins (tenant text not null, thread text not null, seq integer not null, created_at text, constraint pins_key primary key (tenant, thread, seq)) without rowid",
        "request_parts: CREATE TABLE request_parts (tenant text not null, thread text not null, hash text not null, step integer not null, body text not null, constraint request_parts_key primary key (tenant, thread, hash))",
        "requests: CREATE TABLE requests (id integer primary key, tenant text not null, thread text not null, at bigint not null, head integer not null, body text not null, created_at text generated always as (case when at between -62135596800000 and 253402300799999 then strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') end), step integer)",
        "search_marks: CREATE TABLE search_marks (tenant text not null, thread text not null, indexed integer not null, constraint search_marks_key primary key (tenant, thread))",
        "search_rows: CREATE TABLE search_rows (id integer primary key, tenant text not null, thread text not null, seq integer not null, constraint search_rows_of unique (tenant, thread, seq))",
        "search_words: CREATE VIRTUAL TABLE search_words using fts5 (words, detail = none, columnsize = 0, tokenize = 'ascii')",
        "search_words_config: CREATE TABLE 'search_words_config'(k PRIMARY KEY, v) WITHOUT ROWID",
        "search_words_content: CREATE TABLE 'search_words_content'(id INTEGER PRIMARY KEY, c0)",
        "search_words_data: CREATE TABLE 'search_words_data'(id INTEGER PRIMARY KEY, block BLOB)",
        "search_words_idx: CREATE TABLE 'search_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
        "summaries: CREATE TABLE summaries (tenant text not null, key text not null, at bigint not null, body text not null, created_at text generated always as (case when at between -62135596800000 and 253402300799999 then strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') end), constraint summaries_key primary key (tenant, key))",
        "threads: CREATE TABLE threads (tenant text not null, thread text not null, length integer not null, hash text not null, tokens bigint not null, commit_id text, commits integer not null, erasures integer not null, created_at text, cost text, constraint threads_key primary key (tenant, thread)) without rowid",
        "tombstones: CREATE TABLE tombstones (tenant text not null, thread text not null, seq integer not null, at bigint not null, created_at text generated always as (case when at between -62135596800000 and 253402300799999 then strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') end), constraint tombstones_key primary key (tenant, thread, seq)) without rowid",
      ]
    `)
  })
})
