import { randomBytes } from 'node:crypto'
import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createLinks } from './create-links.ts'
import { makeReadable } from './make-readable.ts'
import { numberSteps } from './number-steps.ts'
import type { Tables } from './tables.ts'

export type SqlEngine = 'sqlite' | 'postgres'

/** Every schema that was released, in order. Forward only: what was released is never edited, and there is no way back. */
export function migrationsFor(engine: SqlEngine, secret: RawBuilder<string> = drawn()): Readonly<Record<string, Migration>> {
  return {
    '0001-threads': { up: (db: Kysely<Tables>) => createThreads(db, engine, secret) },
    '0002-records': { up: (db: Kysely<Tables>) => createRecords(db, engine) },
    '0003-readable': { up: (db: Kysely<Tables>) => makeReadable(db, engine) },
    // Only a network can swallow an acknowledgement.
    ...(engine === 'postgres' ? { '0004-appends': { up: nameAppends } } : {}),
    '0005-links': { up: (db: Kysely<Tables>) => createLinks(db, engine) },
    '0006-learned': { up: (db: Kysely<Tables>) => createLearned(db, engine) },
    '0007-times': { up: timeEntries },
    '0008-costs': { up: costThreads },
    '0009-steps': { up: (db: Kysely<Tables>) => numberSteps(db, engine) },
    '0010-stems': { up: (db: Kysely<Tables>) => forgetWords(db, engine) },
  }
}

/** The secret of a new database, from which the keys of tenants are derived. */
function drawn(): RawBuilder<string> {
  return sql`${randomBytes(32).toString('hex')}`
}

/** A name for each append, by which its writer finds it again if it was never told that it is written. */
async function nameAppends(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('entries').addColumn('append_id', 'text').execute()
}

/** When each entry was appended. Older rows stay without: to fill them in would write every one of them anew. */
async function timeEntries(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('entries').addColumn('at', 'bigint').execute()
}

/** Words are found by their stems from now on: what was made searchable is made so again by the next search. */
async function forgetWords(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  if (engine === 'sqlite') await sql`delete from ${sql.table('search_words')}`.execute(db)
  await db.deleteFrom('search_rows').execute()
  await db.deleteFrom('search_marks').execute()
}

/** What each thread has cost. Of older calls nothing is known. */
async function costThreads(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('threads').addColumn('cost', 'text').execute()
}

/** What requests have taught about models. */
async function createLearned(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  const isSqlite = engine === 'sqlite'
  const name = isSqlite ? sql`text` : sql`text collate "C"`
  await db.schema
    .createTable('learned')
    .addColumn('tenant', name, (column) => column.notNull())
    .addColumn('key', name, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('learned_key', ['tenant', 'key'])
    .$call((table) => (isSqlite ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
}

/** Tables with long rows. */
const BODIES: readonly string[] = ['entries', 'commits']

/** Requests, summaries, artifacts and the search index, which came later than threads. */
async function createRecords(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  const isSqlite = engine === 'sqlite'
  const name = isSqlite ? sql`text` : sql`text collate "C"`
  const ownId = (table: CreateTableBuilder<string>): CreateTableBuilder<string, 'id'> =>
    isSqlite
      ? table.addColumn('id', 'integer', (column) => column.primaryKey())
      : table.addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
  await ownId(db.schema.createTable('requests'))
    .addColumn('tenant', name, (column) => column.notNull())
    .addColumn('thread', name, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('head', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('requests_of').on('requests').columns(['tenant', 'thread', 'id']).execute()
  await db.schema
    .createTable('summaries')
    .addColumn('tenant', name, (column) => column.notNull())
    .addColumn('key', name, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('summaries_key', ['tenant', 'key'])
    .execute()
  await db.schema
    .createTable('artifacts')
    .addColumn('tenant', name, (column) => column.notNull())
    .addColumn('id', name, (column) => column.notNull())
    .addColumn('header', 'text', (column) => column.notNull())
    .addColumn('body', isSqlite ? 'blob' : 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('artifacts_key', ['tenant', 'id'])
    .execute()
  await ownId(db.schema.createTable('search_rows'))
    .addColumn('tenant', name, (column) => column.notNull())
    .addColumn('thread', name, (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .$call((table) => (isSqlite ? table : table.addColumn('words', sql`tsvector`, (column) => column.notNull())))
    .addUniqueConstraint('search_rows_of', ['tenant', 'thread', 'seq'])
    // Words are compared row by row: as long as they fit into a page they stay there, and are not packed.
    .$call((table) => (isSqlite ? table : table.modifyEnd(sql`with (toast_tuple_target = 8160)`)))
    .execute()
  await db.schema
    .createTable('search_marks')
    .addColumn('tenant', name, (column) => column.notNull())
    .addColumn('thread', name, (column) => column.notNull())
    .addColumn('indexed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_marks_key', ['tenant', 'thread'])
    .execute()
  if (isSqlite) await createWords(db)
  else {
    await db.schema.createIndex('search_words').on('search_rows').using('gin').column('words').execute()
    await db.schema.createIndex('search_rows_latest').on('search_rows').columns(['tenant', 'id']).execute()
  }
}

async function createWords(db: Kysely<Tables>): Promise<void> {
  // Words come cut and in small letters; SQLite only has to part them at spaces.
  const words = sql.table('search_words')
  await sql`create virtual table ${words} using fts5 (words, detail = none, columnsize = 0, tokenize = 'ascii')`.execute(db)
  // What is deleted is taken out of the index at once, and not when it is next rewritten.
  await sql`insert into ${words} (${words}, rank) values ('secure-delete', 1)`.execute(db)
}

/** Begins a table of which every row belongs to a thread. */
type TableOfThread = (named: keyof Tables) => CreateTableBuilder<string, 'tenant' | 'thread'>

async function createThreads(db: Kysely<Tables>, engine: SqlEngine, secret: RawBuilder<string>): Promise<void> {
  // The order of the database's own bytes: names are compared, never sorted for people.
  const name = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const table = (named: keyof Tables): CreateTableBuilder<string> =>
    // Small rows lie in one tree with their key. Bodies do not: there SQLite gives every row above 1 KB pages of its own.
    db.schema
      .createTable(named)
      .$call((made) => (engine === 'sqlite' && !BODIES.includes(named) ? made.modifyEnd(sql`without rowid`) : made))
  const ofThread: TableOfThread = (named) =>
    table(named)
      .addColumn('tenant', name, (column) => column.notNull())
      .addColumn('thread', name, (column) => column.notNull())

  await table('meta')
    .addColumn('name', name, (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await createLogs(ofThread)
  await createAroundLogs(ofThread)
  await db.insertInto('meta').values({ name: 'secret', value: secret }).execute()
}

/** Threads, entries and commits. */
async function createLogs(ofThread: TableOfThread): Promise<void> {
  await ofThread('threads')
    .addColumn('length', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('commit_id', 'text')
    .addColumn('commits', 'integer', (column) => column.notNull())
    .addColumn('erasures', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('threads_key', ['tenant', 'thread'])
    .execute()
  await ofThread('entries')
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('turn', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('tokens', 'integer')
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addColumn('frame', 'integer')
    .addColumn('bytes', 'integer')
    .addColumn('exact', 'integer', (column) => column.notNull())
    .addColumn('counter', 'text')
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('entries_key', ['tenant', 'thread', 'seq'])
    .execute()
  await ofThread('commits')
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('commits_key', ['tenant', 'thread', 'number'])
    .execute()
}

/** Pins, leases and tombstones. */
async function createAroundLogs(ofThread: TableOfThread): Promise<void> {
  await ofThread('pins')
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('pins_key', ['tenant', 'thread', 'seq'])
    .execute()
  await ofThread('leases')
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('fence', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('leases_key', ['tenant', 'thread'])
    .execute()
  await ofThread('tombstones')
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('tombstones_key', ['tenant', 'thread', 'seq'])
    .execute()
}
