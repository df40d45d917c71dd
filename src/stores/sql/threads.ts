import type { ThreadList } from '../../schema/capabilities.ts'
import { threadId } from '../../schema/ids.ts'
import type { SqlBackend } from './backend.ts'
import { named } from './step.ts'
import { fromKeyText, keyText } from './tables.ts'

/** Which threads there are. */
export function threadNames({ db }: SqlBackend): ThreadList {
  return {
    async of(tenant) {
      const rows = await db
        .selectFrom('threads')
        .select('thread')
        .where('tenant', '=', keyText(tenant))
        .where((row) => row.or([row('length', '>', 0), row('commits', '>', 0)]))
        .execute()
      return rows.map(({ thread }) => threadId(fromKeyText(thread))).sort()
    },
    async sharing(key, seq = 0) {
      const { tenant, thread } = named(key)
      const hash = db
        .selectFrom('entries')
        .select('hash')
        .where((row) => row.and({ tenant, thread, seq }))
      // Two entries with one chain hash have the same entries before them. Found thread by thread, by key.
      const rows = await db
        .selectFrom('threads')
        .innerJoin('entries', (join) =>
          join
            .onRef('entries.tenant', '=', 'threads.tenant')
            .onRef('entries.thread', '=', 'threads.thread')
            .on('entries.seq', '=', seq),
        )
        .select('threads.thread')
        .where('threads.tenant', '=', tenant)
        .where('threads.thread', '!=', thread)
        .where('entries.hash', '!=', '')
        .where('entries.hash', '=', hash)
        .execute()
      return rows.map((row) => threadId(fromKeyText(row.thread))).sort()
    },
  }
}
