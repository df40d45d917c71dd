import { sql } from 'kysely'
import type { LearnedRecords } from '../../schema/capabilities.ts'
import type { SqlBackend } from './backend.ts'
import { fromKeyText, keyText } from './tables.ts'

/** Records of a tenant that are kept. */
const MOST_EACH = 256

/** What a tenant's requests have taught about models: few rows, written when something was learned. */
export function learnedRecords(backend: SqlBackend): LearnedRecords {
  const { db } = backend
  return {
    async of(tenant) {
      const rows = await db.selectFrom('learned').select(['key', 'body', 'at']).where('tenant', '=', keyText(tenant)).execute()
      return rows.map(({ key, body, at }) => ({ key: fromKeyText(key), body, at: Number(at) }))
    },
    async put(tenant, key, body) {
      const of = keyText(tenant)
      const at = sql<number>`${backend.now()}`
      await backend.inTurn(() =>
        db.transaction().execute(async (within) => {
          await within
            .insertInto('learned')
            .values({ tenant: of, key: keyText(key), at, body })
            .onConflict((there) => there.columns(['tenant', 'key']).doUpdateSet({ at, body }))
            .execute()
          const kept = within
            .selectFrom('learned')
            .select('key')
            .where('tenant', '=', of)
            .orderBy('at', 'desc')
            .orderBy('key')
            .limit(MOST_EACH)
          await within.deleteFrom('learned').where('tenant', '=', of).where('key', 'not in', kept).execute()
        }),
      )
    },
  }
}
