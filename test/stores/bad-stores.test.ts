import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { sha256Hex } from '../../src/index.ts'
import { openFileArtifacts } from '../../src/stores/file-artifacts.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openFileKeys } from '../../src/stores/keys.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { alpha, entries, headAt, measures } from '../../src/testing/store-fixtures.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { whileClosed } from '../support/closed-folder.ts'
import { newSchema } from '../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-stores-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Everything in the folder, with its bytes. */
const contents = (): unknown =>
  readdirSync(folder, { recursive: true })
    .sort()
    .map((name) => [name, bytesOf(join(folder, String(name)))])
const bytesOf = (path: string): string => (statSync(path).isFile() ? sha256Hex(readFileSync(path, 'base64')) : 'folder')

/** What opening a file is refused with. Fails if that changed anything in the folder. */
async function refusal(path: string): Promise<unknown> {
  const before = contents()
  const failure = failureIn(await rejection(openSqliteStore(path)))
  expect(contents()).toEqual(before)
  return failure
}

async function madeAt(path: string, length = 3): Promise<void> {
  const store = await openSqliteStore(path)
  await store.append(alpha, 0, entries(0, length), headAt(length), measures(0, length))
  await store.close()
}

describe('a file that cannot be a store', () => {
  it('case 82 · is refused where it is of another kind, and stays as it was', async () => {
    const path = join(folder, 'notes.txt')
    writeFileSync(path, 'These are my notes. '.repeat(50))
    const failure = { code: 'store-unusable', reason: 'not-ours', at: path, expected: 'a database of Palimpsest' }
    expect(await refusal(path)).toEqual({ ...failure, found: 'a file of another kind' })
  })

  it('is refused where another program made it', async () => {
    const path = join(folder, 'other.db')
    const other = new DatabaseSync(path)
    other.exec('create table threads (name text)')
    other.close()
    expect(await refusal(path)).toMatchObject({ reason: 'not-ours', found: 'an SQLite database of another program' })
  })

  it('is refused where a newer program made it', async () => {
    const path = join(folder, 'newer.db')
    await madeAt(path)
    const newer = new DatabaseSync(path)
    newer.exec(`insert into palimpsest_migration values ('9999-later', '2040-01-01')`)
    newer.exec('pragma wal_checkpoint(truncate)')
    newer.close()
    const failure = await refusal(path)
    expect(failure).toMatchObject({ reason: 'newer-schema', expected: 'schema 0010-stems or older' })
    expect(failure).toMatchObject({ found: 'schema 9999-later, made by a newer program' })
    const after = new DatabaseSync(path)
    expect(after.prepare('select count(*) as n from entries').get()).toEqual({ n: 3 })
    after.close()
  })

  it('is refused where it was cut off', async () => {
    const path = join(folder, 'cut.db')
    await madeAt(path, 500)
    const { size } = statSync(path)
    truncateSync(path, size - 8192)
    expect(await refusal(path)).toMatchObject({ reason: 'damaged', expected: `${size} bytes` })
    truncateSync(path, 50)
    expect(await refusal(path)).toMatchObject({ reason: 'damaged', expected: 'at least 100 bytes', found: '50' })
    truncateSync(path, 7)
    expect(await refusal(path)).toMatchObject({ reason: 'damaged' })
  })

  it('is refused where it is a folder, or in a folder that is not there', async () => {
    expect(await refusal(folder)).toMatchObject({ reason: 'not-ours', found: 'something else of this name' })
    expect(await refusal(join(folder, 'nowhere', 'a.db'))).toMatchObject({ reason: 'missing', found: 'no such folder' })
    expect(await refusal(join(folder, 'notes.txt', 'a.db'))).toMatchObject({ reason: 'missing' })
  })

  it('is refused in a folder that may not be written, new or old', async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed)
    const path = join(closed, 'old.db')
    await madeAt(path)
    const before = contents()
    const failures = await whileClosed(folder, closed, async () => [
      failureIn(await rejection(openSqliteStore(join(closed, 'new.db')))),
      failureIn(await rejection(openSqliteStore(path))),
    ])
    expect(failures).toMatchObject([
      { code: 'store-unusable', reason: 'read-only' },
      { code: 'store-unusable', reason: 'read-only' },
    ])
    expect(contents()).toEqual(before)
    expect(existsSync(join(closed, 'new.db'))).toBe(false)
  })

  it('says that it is closed to whoever comes later', async () => {
    const path = join(folder, 'closed.db')
    const store = await openSqliteStore(path)
    await store.close()
    const failure = failureIn(await rejection(store.head(alpha)))
    expect(failure).toMatchObject({ code: 'store-unusable', at: path, expected: 'an open store' })
  })

  it('says that it is damaged where a table is gone', async () => {
    const path = join(folder, 'tables.db')
    await madeAt(path)
    const raw = new DatabaseSync(path)
    raw.exec('drop table commits')
    raw.close()
    for (const readOnly of [false, true]) {
      const opened = openSqliteStore(path, { readOnly }).then(async (store) => store.latest(alpha).finally(() => store.close()))
      expect(failureIn(await rejection(opened))).toMatchObject({ reason: 'damaged', found: 'no such table: commits' })
    }
  })

  it('says that it is damaged where bytes in its middle are, and other threads can still be read', async () => {
    const path = join(folder, 'middle.db')
    const store = await openSqliteStore(path)
    await store.append(alpha, 0, entries(0, 3), headAt(3))
    const raw = new DatabaseSync(path)
    raw.exec(`update entries set body = 'x' where seq = 1`)
    raw.close()
    expect(failureIn(await rejection(store.read(alpha, 0, 3)))).toMatchObject({
      reason: 'damaged',
      expected: 'the JSON of entry 1',
    })
    expect(await store.read(alpha, 0, 1)).toEqual(entries(0, 1))
    await store.close()
  })

  it('case 80 · says that the disk is full, keeps what was there, and goes on when there is room', async () => {
    const path = join(folder, 'full.db')
    await madeAt(path)
    const store = await openSqliteStore(path)
    const limit = new DatabaseSync(path)
    // A database that may not grow is as full as a disk can be.
    const { page_count: pages } = limit.prepare('pragma page_count').get() as { readonly page_count: number }
    limit.close()
    await store.close()
    const small = await openSqliteStore(path, { mostPages: pages })
    const many = entries(3, 500)
    const failure = failureIn(await rejection(small.append(alpha, 3, many, headAt(500))))
    expect(failure).toMatchObject({ code: 'store-unusable', reason: 'full' })
    expect(await small.read(alpha, 0, 999)).toEqual(entries(0, 3))
    await small.close()
    const roomy = await openSqliteStore(path)
    await roomy.append(alpha, 3, many, headAt(500))
    expect((await roomy.read(alpha, 0, 999)).length).toBe(500)
    await roomy.close()
  })

  it('waits for its turn to write, and says so where it does not come', async () => {
    const path = join(folder, 'busy.db')
    await madeAt(path)
    const store = await openSqliteStore(path, { patience: 50 })
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const failure = failureIn(await rejection(store.append(alpha, 3, entries(3, 4), headAt(4))))
    expect(failure).toMatchObject({ code: 'store-unusable', reason: 'busy' })
    other.exec('rollback')
    await store.append(alpha, 3, entries(3, 4), headAt(4))
    other.close()
    await store.close()
  })
})

describe('a place without a name', () => {
  it('is refused by every store: what is written there would be gone, or somewhere else', async () => {
    const doors = [
      (path: string) => openSqliteStore(path),
      (path: string) => openSqliteStore(path, { readOnly: true }),
      (path: string) => openPostgresStore(path),
      async (path: string) => openJsonlStore(path),
      async (path: string) => openFileArtifacts(path),
      async (path: string) => openFileKeys(path, new Uint8Array(32)),
    ]
    for (const door of doors) {
      expect(failureIn(await rejection(door('')))).toMatchObject({ code: 'input-invalid', found: 'an empty one' })
      expect(failureIn(await rejection(door(undefined as never)))).toMatchObject({ code: 'input-invalid', found: 'nothing' })
    }
    expect(failureIn(await rejection(openSqliteStore('file:agent.db')))).toMatchObject({ found: 'an address' })
    expect(existsSync('agent.db')).toBe(false)
  })
})

describe('a database that cannot be a store', () => {
  const url = inject('postgres')

  it('is refused where its schema holds other tables, or was made by a newer program', async () => {
    const pool = new pg.Pool({ connectionString: url })
    const [foreign, newer] = [newSchema(), newSchema()]
    await pool.query(`create schema ${foreign}`)
    await pool.query(`create table ${foreign}.threads (name text)`)
    const failure = failureIn(await rejection(openPostgresStore(url, { schema: foreign })))
    expect(failure).toMatchObject({ code: 'store-unusable', reason: 'not-ours', found: '1 other tables' })
    await (await openPostgresStore(url, { schema: newer })).close()
    await pool.query(`insert into ${newer}.palimpsest_migration values ('9999-later', '2040-01-01')`)
    expect(failureIn(await rejection(openPostgresStore(url, { schema: newer })))).toMatchObject({ reason: 'newer-schema' })
    const tables = await pool.query(`select count(*)::int as n from information_schema.tables where table_schema = '${foreign}'`)
    expect(tables.rows).toEqual([{ n: 1 }])
    await pool.end()
  })

  it('L13 · says what an address looks like, and does not repeat what is none', async () => {
    for (const wrong of ['agents', 'secret@host', '']) {
      const failure = failureIn(await rejection(openPostgresStore(wrong)))
      expect(failure).toMatchObject({ code: 'input-invalid', expected: expect.stringContaining('postgres://') })
      expect(JSON.stringify(failure)).not.toContain('secret')
    }
  })

  it('L13 · is named without its password, whatever is wrong', async () => {
    const address = new URL(url)
    const wrong = [
      [`postgres://me:hunter2@127.0.0.1:1/none`, 'unreachable'],
      [`${address.protocol}//${address.username}:hunter2@${address.host}/postgres`, 'unreachable'],
      [`${address.protocol}//${address.username}:${address.password}@${address.host}/none_of_this_name`, 'missing'],
    ] as const
    for (const [target, reason] of wrong) {
      const error = await rejection(openPostgresStore(target))
      expect(failureIn(error)).toMatchObject({ code: 'store-unusable', reason })
      expect(String(error)).not.toContain('hunter2')
    }
  })

  it('case 80 · says that the disk is full, and goes on when there is room', async () => {
    const pool = new pg.Pool({ connectionString: url })
    const schema = newSchema()
    const store = await openPostgresStore(pool, { schema })
    await pool.query(`create function ${schema}.full() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert on ${schema}.entries execute function ${schema}.full()`)
    const failure = failureIn(await rejection(store.append(alpha, 0, entries(0, 3), headAt(3))))
    expect(failure).toMatchObject({ code: 'store-unusable', reason: 'full', found: '53100' })
    await pool.query(`drop trigger full_disk on ${schema}.entries`)
    expect((await store.head(alpha)).length).toBe(0)
    await store.append(alpha, 0, entries(0, 3), headAt(3))
    expect(await store.read(alpha, 0, 9)).toEqual(entries(0, 3))
    await pool.end()
  })

  it('is refused where the user may not write', async () => {
    const schema = newSchema()
    await (await openPostgresStore(url, { schema })).close()
    const pool = new pg.Pool({ connectionString: url, options: '-c default_transaction_read_only=on' })
    const store = await openPostgresStore(pool, { schema })
    const failure = failureIn(await rejection(store.append(alpha, 0, entries(0, 1), headAt(1))))
    expect(failure).toMatchObject({ code: 'store-unusable', reason: 'read-only' })
    expect(failureIn(await rejection(openPostgresStore(pool, { schema: newSchema() })))).toMatchObject({ reason: 'read-only' })
    await pool.end()
  })
})
