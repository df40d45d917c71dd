import type { RequestRecords } from '../../schema/capabilities.ts'
import type { SentRequest } from '../../schema/request-record.ts'
import type { SqlBackend } from './backend.ts'
import { named, parseBody } from './step.ts'

/** What was sent, of each thread the latest. */
export function requestRecords(backend: SqlBackend): RequestRecords {
  const { db } = backend
  return {
    async add(key, sent, most) {
      const place = named(key)
      await backend.inTurn(() =>
        db.transaction().execute(async (within) => {
          const row = { ...place, at: sent.at, head: sent.head, body: JSON.stringify(sent) }
          await within.insertInto('requests').values(row).execute()
          const last = within
            .selectFrom('requests')
            .select('id')
            .where((each) => each.and({ ...place }))
            .orderBy('id', 'desc')
            .limit(1)
            .offset(most)
          await within
            .deleteFrom('requests')
            .where((each) => each.and({ ...place }))
            .where('id', '<=', last)
            .execute()
        }),
      )
    },
    async of(key) {
      const rows = await db
        .selectFrom('requests')
        .select(['id', 'body'])
        .where((row) => row.and(named(key)))
        .orderBy('id')
        .execute()
      return rows.map(({ id, body }) => parseBody<SentRequest>(body, { store: backend.place.name, what: `request ${id}` }))
    },
  }
}
