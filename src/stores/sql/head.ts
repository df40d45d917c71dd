import { sql } from 'kysely'
import { GENESIS } from '../../log/chain.ts'
import { CompactionError } from '../../schema/failures.ts'
import { commitId } from '../../schema/ids.ts'
import type { Standing, Store, ThreadKey } from '../../schema/ports.ts'
import type { SqlBackend } from './backend.ts'
import { named, stepOf } from './step.ts'
import { fromKeyText } from './tables.ts'

/** How far threads reach, and how they grow. */
export function heads(backend: SqlBackend): Pick<Store, 'head' | 'append'> {
  return {
    head: (key) => readHead(backend, key),
    async append(key, expected, entries, head, measures) {
      // Nothing to write: only the comparison is left.
      const isDone =
        entries.length === 0
          ? (await readHead(backend, key)).length === expected
          : await backend.inTurn(() => backend.append(stepOf(key, expected, entries, { head, measures })))
      if (isDone) return
      const { length: actual } = await readHead(backend, key)
      throw new CompactionError<'log-conflict'>({ code: 'log-conflict', thread: key.thread, expected, actual })
    },
  }
}

async function readHead({ db }: SqlBackend, key: ThreadKey): Promise<Standing> {
  const { tenant, thread } = named(key)
  const found = await db
    .selectFrom('threads')
    .select(['length', 'hash', 'commit_id', 'erasures'])
    .select((row) =>
      row
        .selectFrom('pins')
        .select(sql<number>`cast(count(*) as integer)`.as('count'))
        .where('tenant', '=', tenant)
        .where('thread', '=', thread)
        .as('pins'),
    )
    .where('tenant', '=', tenant)
    .where('thread', '=', thread)
    .executeTakeFirst()
  if (found === undefined) return { length: 0, hash: GENESIS, commit: null, pins: 0 }
  const { length, hash, commit_id: latest, pins, erasures } = found
  const commit = latest === null ? null : commitId(fromKeyText(latest))
  return { length, hash, commit, pins: pins ?? 0, ...(erasures === 0 ? {} : { erasures }) }
}
