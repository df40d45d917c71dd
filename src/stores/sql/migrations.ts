import { randomBytes } from 'node:crypto'
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tables } from './tables.ts'

export type SqlEngine = 'sqlite' | 'postgres'

/** Every schema that was released, in order. Forward only: what was released is never edited, and there is no way back. */
export function migrationsFor(engine: SqlEngine): Readonly<Record<string, Migration>> {
  return { '0001-threads': { up: (db: Kysely<Tables>) => createThreads(db, engine) } }
}

/** Tables with long rows. */
const BODIES: readonly string[] = ['entries', 'commits']

async function createThreads(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  // The order of the database's own bytes: names are compared, never sorted for people.
  const name = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const table = (named: keyof Tables): CreateTableBuilder<string> =>
    // Small rows lie in one tree with their key. Bodies do not: there SQLite gives every row above 1 KB pages of its own.
    db.schema
      .createTable(named)
      .$call((made) => (engine === 'sqlite' && !BODIES.includes(named) ? made.modifyEnd(sql`without rowid`) : made))
  const ofThread = (named: keyof Tables): CreateTableBuilder<string, 'tenant' | 'thread'> =>
    table(named)
      .addColumn('tenant', name, (column) => column.notNull())
      .addColumn('thread', name, (column) => column.notNull())

  await table('meta')
    .addColumn('name', name, (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
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
  await db
    .insertInto('meta')
    .values({ name: 'secret', value: randomBytes(32).toString('hex') })
    .execute()
}
