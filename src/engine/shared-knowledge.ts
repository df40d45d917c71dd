import type { LearnedRecords } from '../schema/capabilities.ts'
import type { TenantId } from '../schema/ids.ts'
import type { Clock } from '../schema/ports.ts'
import { type ForgetOptions, forgetting } from './forget.ts'
import type { Knowledge } from './knowledge.ts'
import { FORGOTTEN, isWorthKeeping, recordsOf, withRecords } from './learned-records.ts'

/** What a tenant's requests have taught, kept in step with the store: after a restart, and in every process, nothing is learned twice. */
export interface SharedKnowledge extends Knowledge {
  /** Takes over what other processes have learned. Reads the store when it is first asked, and then once a minute at most: else at once. */
  refresh(): Promise<void> | undefined
  /** Writes down what was learned since. */
  keep(): Promise<void>
  /** Forgets what was learned, here and in the store. Gives the names of what is forgotten. Fails if the store cannot be written. */
  forget(what: ForgetOptions): Promise<readonly string[]>
}

const REFRESH_MS = 60_000

/** Without a place for it, what is learned lasts as long as the process. What cannot be read or written is learned again. */
export function sharedKnowledge(
  own: Knowledge,
  { records, tenant, clock }: { readonly records: LearnedRecords | undefined; readonly tenant: TenantId; readonly clock: Clock },
): SharedKnowledge {
  /** As the store has it. */
  const known = new Map<string, string>()
  let looked: number | undefined
  let keeping: Promise<void> = Promise.resolve()

  async function read(from: LearnedRecords): Promise<void> {
    const found = await from.of(tenant)
    const news = found.filter(({ key, body }) => known.get(key) !== body)
    for (const { key, body } of news) known.set(key, body)
    if (news.length > 0) own.takeOver(withRecords(own.under(), news, clock()))
  }

  async function write(to: LearnedRecords): Promise<void> {
    for (const [key, body] of recordsOf(own.under())) {
      if (known.get(key) === body || !isWorthKeeping(known.get(key), body)) continue
      known.set(key, body)
      await to.put(tenant, key, body)
    }
  }

  /** Another process must hear of it: what is forgotten leaves a record that says nothing. */
  async function forget(what: ForgetOptions): Promise<readonly string[]> {
    if (records !== undefined) await read(records)
    const before = own.under()
    const after = forgetting(before, what)
    own.takeOver(after)
    const left = recordsOf(after)
    const gone = [...recordsOf(before).keys()].filter((key) => !left.has(key))
    for (const key of gone) {
      known.set(key, FORGOTTEN)
      await records?.put(tenant, key, FORGOTTEN)
    }
    return gone
  }

  return {
    ...own,
    forget(what) {
      const done = keeping.then(() => forget(what))
      keeping = done.then(() => undefined).catch(() => undefined)
      return done
    },
    refresh() {
      const now = clock()
      if (records === undefined || (looked !== undefined && now - looked < REFRESH_MS)) return undefined
      looked = now
      return read(records).catch(() => undefined)
    },
    async keep() {
      if (records === undefined) return
      keeping = keeping.then(() => write(records)).catch(() => undefined)
      return keeping
    },
  }
}
