import { type Kysely, sql } from 'kysely'
import type { SqlEngine } from './migrations.ts'
import type { Tables } from './tables.ts'

/** Which request of its thread each record is, and what stood around the messages, so that a request can be put together again. */
export async function numberSteps(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  const name = engine === 'sqlite' ? sql`text` : sql`text collate "C"`
  await db.schema.alterTable('requests').addColumn('step', 'integer').execute()
  const numbered = db
    .selectFrom('requests')
    .select(['id', sql<number>`row_number() over (partition by tenant, thread order by id)`.as('number')])
  await db
    .updateTable('requests')
    .from(numbered.as('numbered'))
    .set({ step: sql<number>`${sql.ref('numbered.number')}` })
    .whereRef('requests.id', '=', 'numbered.id')
    .execute()
  await db.schema.createIndex('requests_by_step').on('requests').columns(['tenant', 'thread', 'step']).unique().execute()
  await db.schema.dropIndex('requests_of').execute()
  await db.schema
    .createTable('request_parts')
    .addColumn('tenant', name, (column) => column.notNull())
    .addColumn('thread', name, (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('step', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('request_parts_key', ['tenant', 'thread', 'hash'])
    .execute()
}
