import { type Kysely, sql } from 'kysely'
import { isOfRevision, oldNameOf } from '../../log/old-links.ts'
import type { LinkKind } from '../../schema/links.ts'
import type { SqlEngine } from './migrations.ts'
import { fromKeyText, keyText, type Tables } from './tables.ts'

/** What belongs together. Until now names said so, and erasures believed them. */
export async function createLinks(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  const isSqlite = engine === 'sqlite'
  const name = isSqlite ? sql`text` : sql`text collate "C"`
  await db.schema
    .createTable('links')
    .addColumn('tenant', name, (column) => column.notNull())
    .addColumn('thread', name, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('linked', name, (column) => column.notNull())
    .addColumn('created_at', isSqlite ? 'text' : 'timestamptz', (column) =>
      isSqlite ? column : column.defaultTo(sql`statement_timestamp()`),
    )
    .addPrimaryKeyConstraint('links_key', ['tenant', 'thread', 'kind', 'linked'])
    .$call((table) => (isSqlite ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  await db.schema.createIndex('links_to').on('links').columns(['tenant', 'linked']).execute()
  await linkOldThreads(db)
}

/** Links what has a name of ours and is ours by what is in it. */
async function linkOldThreads(db: Kysely<Tables>): Promise<void> {
  const rows = await db
    .selectFrom('threads')
    .select(['tenant', 'thread'])
    .where('length', '>', 0)
    .where((row) => row.or([row('thread', 'like', '%/branch-%'), row('thread', 'like', '%/revisions')]))
    .execute()
  for (const { tenant, thread: linked } of rows) {
    const old = oldNameOf(fromKeyText(linked))
    if (old === null) continue
    const found = { tenant, thread: keyText(old.thread), linked }
    const isOurs = old.kind === 'branch' ? await isBranch(db, found, old.at - 1) : await holdsRevisions(db, found)
    if (isOurs) await insertLink(db, { ...found, kind: old.kind })
  }
}

interface Found {
  readonly tenant: string
  readonly thread: string
  readonly linked: string
}

async function insertLink(db: Kysely<Tables>, link: Found & { readonly kind: LinkKind }): Promise<void> {
  await db.insertInto('links').values(link).execute()
}

/** Two entries with one chain hash have the same entries before them. */
async function isBranch(db: Kysely<Tables>, { tenant, thread, linked }: Found, seq: number): Promise<boolean> {
  const rows = await db
    .selectFrom('entries')
    .select('hash')
    .where((row) => row.and({ tenant, seq }))
    .where('thread', 'in', [thread, linked])
    .where('hash', '!=', '')
    .execute()
  return rows.length === 2 && rows[0]?.hash === rows[1]?.hash
}

/** Every message of a thread of revisions says in its id what it revises. */
async function holdsRevisions(db: Kysely<Tables>, { tenant, thread, linked }: Found): Promise<boolean> {
  const parent = db
    .selectFrom('threads')
    .select('length')
    .where((row) => row.and({ tenant, thread }))
  if ((await parent.executeTakeFirst()) === undefined) return false
  const rows = await db
    .selectFrom('entries')
    .select('message')
    .where((row) => row.and({ tenant, thread: linked }))
    .execute()
  return rows.every(({ message }) => isOfRevision(fromKeyText(message)))
}
