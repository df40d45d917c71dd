import { threadId } from '../../schema/ids.ts'
import type { ThreadLinks } from '../../schema/links.ts'
import type { SqlBackend } from './backend.ts'
import { named } from './step.ts'
import { fromKeyText, keyText } from './tables.ts'

/** What belongs together. */
export function threadLinks({ db, inTurn, settled, created }: SqlBackend): ThreadLinks {
  return {
    async add(key, { kind, linked }) {
      const row = { ...named(key), kind, linked: keyText(linked), ...created }
      const write = () =>
        db
          .insertInto('links')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      await inTurn(() => settled(write))
    },
    async of(key) {
      const { tenant, thread } = named(key)
      const rows = await db
        .selectFrom('links')
        .select(['kind', 'thread', 'linked'])
        .where('tenant', '=', tenant)
        .where((row) => row.or({ thread, linked: thread }))
        .execute()
      return rows.map((row) => ({
        kind: row.kind,
        thread: threadId(fromKeyText(row.thread)),
        linked: threadId(fromKeyText(row.linked)),
      }))
    },
  }
}
