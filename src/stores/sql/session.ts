import { type RawBuilder, sql } from 'kysely'
import type { KIND_FIELDS } from '../../schema/commit.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { SessionState, ThreadKey } from '../../schema/ports.ts'
import type { SqlBackend } from './backend.ts'
import { beginning } from './commit.ts'
import { named } from './step.ts'

const OTHERS = ['undo', 'redo', 'restore', 'branch'] as const

/** What a user interface shows of a thread. Commits are told apart by how they begin. */
export async function sessionOf(backend: SqlBackend, key: ThreadKey): Promise<SessionState> {
  const { db } = backend
  const { tenant, thread } = named(key)
  const commits = db.selectFrom('commits').where((row) => row.and({ tenant, thread }))
  const beginsWith = (kind: keyof typeof KIND_FIELDS): RawBuilder<boolean> =>
    sql<boolean>`substr(body, 1, ${sql.lit(beginning(kind).length)}) = ${beginning(kind)}`
  const ofKind = (kind: keyof typeof KIND_FIELDS) =>
    commits.where(beginsWith(kind)).select(sql<number>`cast(count(*) as integer)`.as('count'))
  const compactions = OTHERS.reduce((left, kind) => left.where(sql<boolean>`not ${beginsWith(kind)}`), commits)
  const found = await db
    .selectFrom('threads')
    .leftJoin('leases', (join) =>
      join.onRef('leases.tenant', '=', 'threads.tenant').onRef('leases.thread', '=', 'threads.thread'),
    )
    .select(['threads.length', 'threads.commits'])
    .select(compactions.select(sql<number>`cast(count(*) as integer)`.as('count')).as('count'))
    .select([ofKind('undo').as('undone'), ofKind('redo').as('redone'), ofKind('restore').as('restored')])
    .select(compactions.select((row) => row.fn.max('at').as('last')).as('last'))
    .select(sql<number>`case when ${sql.ref('leases.expires')} > ${backend.now()} then 1 else 0 end`.as('busy'))
    .where('threads.tenant', '=', tenant)
    .where('threads.thread', '=', thread)
    .executeTakeFirst()
  if (found === undefined || (found.length === 0 && found.commits === 0)) {
    throw new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread: key.thread })
  }
  const { count, undone, redone, restored, last, busy } = found
  const lastCompactionAt = last === null ? null : Number(last)
  const counts = { undoCount: undone ?? 0, redoCount: redone ?? 0, restoreCount: restored ?? 0 }
  return { compactionCount: count ?? 0, ...counts, lastCompactionAt, currentlyCompacting: busy === 1 }
}
