import { sql } from 'kysely'
import type { SummaryCache } from '../../schema/ports.ts'
import type { SummaryAnswer } from '../../schema/summary.ts'
import type { SqlBackend } from './backend.ts'
import { keyText } from './tables.ts'

/** Summaries of a tenant that are kept. */
const MOST_EACH = 1_000

/** Summaries that were paid for once, of each tenant the latest (C17). */
export function summaryCache(backend: SqlBackend): SummaryCache {
  const { db } = backend
  return {
    async get(tenant, key) {
      const row = await db
        .selectFrom('summaries')
        .select('body')
        .where('tenant', '=', keyText(tenant))
        .where('key', '=', keyText(key))
        .executeTakeFirst()
      return row === undefined ? null : answerIn(row.body)
    },
    async put(tenant, key, answer) {
      const of = keyText(tenant)
      const body = JSON.stringify(answer)
      const at = sql<number>`${backend.now()}`
      await backend.inTurn(() =>
        db.transaction().execute(async (within) => {
          await within
            .insertInto('summaries')
            .values({ tenant: of, key: keyText(key), at, body })
            .onConflict((there) => there.columns(['tenant', 'key']).doUpdateSet({ at, body }))
            .execute()
          const last = within
            .selectFrom('summaries')
            .select('at')
            .where('tenant', '=', of)
            .orderBy('at', 'desc')
            .limit(1)
            .offset(MOST_EACH)
          await within.deleteFrom('summaries').where('tenant', '=', of).where('at', '<=', last).execute()
        }),
      )
    },
    async forget(tenant) {
      await backend.inTurn(() => db.deleteFrom('summaries').where('tenant', '=', keyText(tenant)).execute())
    },
  }
}

/** What cannot be read was never put: a cache may forget. */
function answerIn(body: string): SummaryAnswer | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
