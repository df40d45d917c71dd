import { GENESIS } from '../../log/chain.ts'
import type { Store } from '../../schema/ports.ts'
import type { SqlBackend } from './backend.ts'
import { named } from './step.ts'

/** What is pinned. A thread may be pinned in before anything is appended to it. */
export function pinVerbs({ db, inTurn, settled, created }: SqlBackend): Pick<Store, 'pin' | 'pins'> {
  return {
    async pin(key, seqs) {
      if (seqs.length === 0) return
      const place = named(key)
      const pins = seqs.map((seq) => ({ ...place, seq, ...created }))
      const write = (): Promise<void> =>
        db.transaction().execute(async (within) => {
          const empty = { length: 0, hash: GENESIS, tokens: 0, commit_id: null, commits: 0, erasures: 0 }
          await within
            .insertInto('threads')
            .values({ ...place, ...empty, ...created })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          await within
            .insertInto('pins')
            .values(pins)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        })
      await inTurn(() => settled(write))
    },
    async pins(key) {
      const { tenant, thread } = named(key)
      const pinned = db.selectFrom('pins').select('seq').where('tenant', '=', tenant).where('thread', '=', thread)
      return (await pinned.execute()).map(({ seq }) => seq)
    },
  }
}
