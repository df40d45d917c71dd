import { type Kysely, sql } from 'kysely'
import { CompactionError } from '../../schema/failures.ts'
import type { SentRow } from '../sql/backend.ts'
import type { Tables } from '../sql/tables.ts'

/** How often a step is tried that others take at the same moment. */
const MOST_TRIES = 8

/** Writes requests down, usually in one statement, which is one round trip: every step of an agent waits for this. */
export function rememberer(db: Kysely<Tables>, name: string): (sent: SentRow) => Promise<void> {
  return async (sent) => {
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const { step, hashes } = await addStep(db, sent)
      if (step === null) continue
      const missing = sent.parts.filter(([hash]) => !hashes.includes(hash))
      if (missing.length > 0) await keepParts(db, sent, { step, missing })
      return
    }
    const failure = { at: name, expected: 'a turn to write a request down', found: 'others who took every one' }
    throw new CompactionError<'store-unusable'>({ code: 'store-unusable', reason: 'busy', ...failure })
  }
}

/** The number of the step, `null` if another process has just taken it; and the parts that are there already. */
async function addStep(
  db: Kysely<Tables>,
  { tenant, thread, at, head, body, most, parts }: SentRow,
): Promise<{ readonly step: number | null; readonly hashes: readonly string[] }> {
  const place = { tenant, thread }
  const hashes = parts.map(([hash]) => hash)
  const next = sql<number>`(select step from last)`
  const found = await db
    .with('last', (query) =>
      query
        .selectFrom('requests')
        .select(sql<number>`coalesce(max(step), 0) + 1`.as('step'))
        .where((row) => row.and({ ...place })),
    )
    .with('added', (query) =>
      query
        .insertInto('requests')
        .values({ ...place, step: next, at, head, body })
        .onConflict((there) => there.columns(['tenant', 'thread', 'step']).doNothing())
        .returning('step'),
    )
    .with('touched', (query) =>
      query
        .updateTable('request_parts')
        .set({ step: next })
        .where((row) => row.and({ ...place }))
        .where('hash', 'in', hashes.length === 0 ? [''] : hashes)
        .returning('hash'),
    )
    .with('left_requests', (query) =>
      query
        .deleteFrom('requests')
        .where((row) => row.and({ ...place }))
        .where('step', '<=', sql<number>`${next} - ${most}::integer`),
    )
    .with('left_parts', (query) =>
      query
        .deleteFrom('request_parts')
        .where((row) => row.and({ ...place }))
        // What is touched now must not be removed by the same statement.
        .where('hash', 'not in', hashes.length === 0 ? [''] : hashes)
        .where('step', '<=', sql<number>`${next} - ${most}::integer`),
    )
    .selectNoFrom((query) => [
      query.selectFrom('added').select('step').as('step'),
      sql<readonly string[] | null>`(select array_agg(hash) from touched)`.as('hashes'),
    ])
    .executeTakeFirstOrThrow()
  return { step: found.step, hashes: found.hashes ?? [] }
}

async function keepParts(
  db: Kysely<Tables>,
  { tenant, thread }: SentRow,
  { step, missing }: { readonly step: number; readonly missing: SentRow['parts'] },
): Promise<void> {
  await db
    .insertInto('request_parts')
    .values(missing.map(([hash, body]) => ({ tenant, thread, step, hash, body })))
    .onConflict((there) => there.columns(['tenant', 'thread', 'hash']).doUpdateSet({ step }))
    .execute()
}
