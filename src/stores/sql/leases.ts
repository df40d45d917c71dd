import { sql } from 'kysely'
import type { StoreCapabilities } from '../../schema/capabilities.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { SqlBackend } from './backend.ts'
import { UNDOES } from './commit.ts'
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
    async session(key) {
      const { tenant, thread } = named(key)
      const compactions = db
        .selectFrom('commits')
        .where((row) => row.and({ tenant, thread }))
        .where(sql`substr(body, 1, ${UNDOES.length})`, '!=', UNDOES)
      const found = await db
        .selectFrom('threads')
        .leftJoin('leases', (join) =>
          join.onRef('leases.tenant', '=', 'threads.tenant').onRef('leases.thread', '=', 'threads.thread'),
        )
        .select(['threads.length', 'threads.commits'])
        .select(compactions.select(sql<number>`cast(count(*) as integer)`.as('count')).as('count'))
        .select(compactions.select((row) => row.fn.max('at').as('last')).as('last'))
        .select(sql<number>`case when ${sql.ref('leases.expires')} > ${backend.now()} then 1 else 0 end`.as('busy'))
        .where('threads.tenant', '=', tenant)
        .where('threads.thread', '=', thread)
        .executeTakeFirst()
      if (found === undefined || (found.length === 0 && found.commits === 0)) {
        throw new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread: key.thread })
      }
      const { count, last, busy } = found
      const lastCompactionAt = last === null ? null : Number(last)
      return { compactionCount: count ?? 0, lastCompactionAt, currentlyCompacting: busy === 1 }
    },
  }
}
