import { sql } from 'kysely'
import type { StoreCapabilities } from '../../schema/capabilities.ts'
import type { SqlBackend } from './backend.ts'
import { sessionOf } from './session.ts'
import { named } from './step.ts'
import { keyText } from './tables.ts'

/**
 * Who may compact a thread, and what a user interface shows of it. A lease is one row, taken by one statement: by its holder, or by
 * any other once it has run out. It is never deleted, so that its number only grows.
 */
export function leases(backend: SqlBackend): Pick<StoreCapabilities, 'leases' | 'session'> {
  const { db } = backend
  return {
    leases: {
      async take(key, holder, milliseconds) {
        const expires = sql<number>`${backend.now()} + ${milliseconds}`
        const who = keyText(holder)
        const taken = await backend.inTurn(() =>
          db
            .insertInto('leases')
            .values({ ...named(key), holder: who, fence: backend.now(), expires })
            .onConflict((there) =>
              there
                .columns(['tenant', 'thread'])
                .doUpdateSet({
                  holder: who,
                  expires,
                  fence: sql<number>`${sql.ref('leases.fence')} + case when ${sql.ref('leases.holder')} = ${who} then 0 else 1 end`,
                })
                .where((row) => row.or([row('leases.holder', '=', who), row('leases.expires', '<=', backend.now())])),
            )
            .returning('fence')
            .executeTakeFirst(),
        )
        return taken === undefined ? null : { fence: Number(taken.fence) }
      },
      async release(key, fence) {
        const { tenant, thread } = named(key)
        const given = db.updateTable('leases').set({ expires: 0 }).where('tenant', '=', tenant).where('thread', '=', thread)
        await backend.inTurn(() => given.where('fence', '=', fence).execute())
      },
    },
    session: (key) => sessionOf(backend, key),
  }
}
