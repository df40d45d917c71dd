import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Commit } from '../../schema/commit.ts'
import { documentsOf } from './documents.ts'
import type { SqlEngine } from './migrations.ts'
import type { Tables } from './tables.ts'

/** What people read and query, and we never do: times, and in PostgreSQL plans and receipts as documents. */
export async function makeReadable(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  const isSqlite = engine === 'sqlite'
  const time = isSqlite ? sql`text` : sql`timestamptz`
  // Rows that are there already were written nobody knows when.
  for (const table of ['threads', 'entries', 'pins', 'artifacts'] as const) {
    await db.schema.alterTable(table).addColumn('created_at', time).execute()
    if (isSqlite) continue
    const now = sql`statement_timestamp()`
    await db.schema
      .alterTable(table)
      .alterColumn('created_at', (column) => column.setDefault(now))
      .execute()
  }
  for (const table of ['commits', 'requests', 'summaries', 'tombstones'] as const) {
    await addTime(db, table, { column: 'created_at', of: 'at', isSqlite })
  }
  await addTime(db, 'leases', { column: 'expires_at', of: 'expires', isSqlite })
  if (isSqlite) return
  await db.schema.alterTable('commits').addColumn('plan', 'jsonb').addColumn('receipt', 'jsonb').execute()
  await fillDocuments(db)
}

/** Times that have a date in every database: the years 1 to 9999. A host's clock may say anything. */
const [FIRST, LAST] = [sql.lit(-62_135_596_800_000), sql.lit(253_402_300_799_999)]

/** A column that says in words what another one says in milliseconds; the two cannot disagree. */
async function addTime(
  db: Kysely<Tables>,
  table: keyof Tables,
  { column, of, isSqlite }: { readonly column: string; readonly of: string; readonly isSqlite: boolean },
): Promise<void> {
  const at = sql.ref(of)
  const words: RawBuilder<string> = isSqlite
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at} / 1000.0, 'unixepoch')`
    : sql`to_timestamp(${at} / 1000.0)`
  const derived = sql`case when ${at} between ${FIRST} and ${LAST} then ${words} end`
  await db.schema
    .alterTable(table)
    .addColumn(column, isSqlite ? 'text' : 'timestamptz', (made) => {
      const generated = made.generatedAlwaysAs(derived)
      return isSqlite ? generated : generated.stored()
    })
    .execute()
}

/** Commits that are read at once. */
const BATCH = 100

async function fillDocuments(db: Kysely<Tables>): Promise<void> {
  let last: { readonly tenant: string; readonly thread: string; readonly number: number } | undefined
  do {
    const after: typeof last = last
    const rows = await db
      .selectFrom('commits')
      .select(['tenant', 'thread', 'number', 'body'])
      .$if(after !== undefined, (all) =>
        all.where(sql<boolean>`(tenant, thread, number) > (${after?.tenant}, ${after?.thread}, ${after?.number})`),
      )
      .orderBy('tenant')
      .orderBy('thread')
      .orderBy('number')
      .limit(BATCH)
      .execute()
    for (const { body, ...key } of rows) {
      const commit = commitIn(body)
      if (commit === undefined) continue
      await db
        .updateTable('commits')
        .set(documentsOf(commit))
        .where((row) => row.and(key))
        .execute()
    }
    last = rows.at(-1)
  } while (last !== undefined)
}

/** Nothing if the body was damaged from outside: that is said when it is read. */
function commitIn(body: string): Commit | undefined {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
