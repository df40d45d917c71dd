import type { CostRecords } from '../../schema/capabilities.ts'
import type { SqlBackend } from './backend.ts'
import { named } from './step.ts'

/** What threads have cost, in the row of each. */
export function costRecords({ db, inTurn, isUncosted = false }: SqlBackend): CostRecords {
  return {
    async of(key) {
      if (isUncosted) return null
      const row = await db
        .selectFrom('threads')
        .select('cost')
        .where((each) => each.and(named(key)))
        .executeTakeFirst()
      return row?.cost ?? null
    },
    put: (key, expected, body) =>
      inTurn(async () => {
        const { numUpdatedRows } = await db
          .updateTable('threads')
          .set({ cost: body })
          .where((each) => each.and(named(key)))
          .where((each) => each.or([each('length', '>', 0), each('commits', '>', 0)]))
          .where('cost', expected === null ? 'is' : '=', expected)
          .executeTakeFirst()
        return Number(numUpdatedRows) > 0
      }),
  }
}
