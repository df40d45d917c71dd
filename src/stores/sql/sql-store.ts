import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { GENESIS } from '../../log/chain.ts'
import type { ArtifactShelf } from '../../schema/artifacts.ts'
import type { Commit } from '../../schema/commit.ts'
import { CompactionError } from '../../schema/failures.ts'
import { commitId } from '../../schema/ids.ts'
import type { Standing, Store, StoreExtras, ThreadKey } from '../../schema/ports.ts'
import { rangeOf } from '../../schema/range.ts'
import type { SqlBackend } from './backend.ts'
import { commitTo } from './commit.ts'
import { eraseFrom } from './erase.ts'
import { leases } from './leases.ts'
import { readEntries, readRows } from './reads.ts'
import { requestRecords } from './requests.ts'
import { searchIn } from './search.ts'
import { sqlShelf } from './shelf.ts'
import { named, parseBody, stepOf } from './step.ts'
import { summaryCache } from './summaries.ts'
import { fromKeyText, keyText } from './tables.ts'
import { threadNames } from './threads.ts'

/** A store that can do everything. Artifacts of `storeArtifacts` lie on its shelf. */
export type FullStore = Store & StoreExtras & { readonly shelf: ArtifactShelf }

/** The store over a database whose schema is ours. What is not the same in every database is the backend's. */
export async function sqlStore(backend: SqlBackend): Promise<FullStore> {
  const { db, place } = backend
  const { value: secret } = await db.selectFrom('meta').select('value').where('name', '=', 'secret').executeTakeFirstOrThrow()
  // No name has a quotation mark that is not escaped: the keys for different uses never meet.
  const keyFor = (use: string): string => createHmac('sha256', secret).update(use).digest('hex')
  const commitsOf = (key: ThreadKey) => {
    const { tenant, thread } = named(key)
    return db.selectFrom('commits').select(['number', 'body']).where('tenant', '=', tenant).where('thread', '=', thread)
  }
  const commitIn = ({ number, body }: { readonly number: number; readonly body: string }): Commit =>
    parseBody<Commit>(body, { store: place.name, what: `commit ${number}` })

  async function head(key: ThreadKey): Promise<Standing> {
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

  return translated<FullStore>(backend, {
    head,
    async append(key, expected, entries, newHead, measures) {
      // Nothing to write: only the comparison is left.
      const isDone =
        entries.length === 0
          ? (await head(key)).length === expected
          : await backend.inTurn(() => backend.append(stepOf(key, expected, entries, { head: newHead, measures })))
      if (isDone) return
      const { length: actual } = await head(key)
      throw new CompactionError<'log-conflict'>({ code: 'log-conflict', thread: key.thread, expected, actual })
    },
    read: (key, from, end) => readEntries(backend, key, rangeOf(from, end)),
    rows: (key, ranges) => readRows(backend, key, ranges),
    commit: (key, expected, commit, fence) => backend.inTurn(() => commitTo(backend, { key, expected, commit, fence })),
    async latest(key) {
      const row = await commitsOf(key).orderBy('number', 'desc').limit(1).executeTakeFirst()
      return row === undefined ? null : commitIn(row)
    },
    async commits(key) {
      return (await commitsOf(key).orderBy('number').execute()).map(commitIn)
    },
    async pin(key, seqs) {
      if (seqs.length === 0) return
      const place = named(key)
      const pins = seqs.map((seq) => ({ ...place, seq }))
      await backend.inTurn(() =>
        db.transaction().execute(async (within) => {
          const empty = { length: 0, hash: GENESIS, tokens: 0, commit_id: null, commits: 0, erasures: 0 }
          await within
            .insertInto('threads')
            .values({ ...place, ...empty })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          await within
            .insertInto('pins')
            .values(pins)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }),
      )
    },
    async pins(key) {
      const { tenant, thread } = named(key)
      const pinned = db.selectFrom('pins').select('seq').where('tenant', '=', tenant).where('thread', '=', thread)
      return (await pinned.execute()).map(({ seq }) => seq)
    },
    secret: async (tenant) => keyFor(keyText(tenant)),
    redactionKey: async (tenant) => keyFor(`redaction "${keyText(tenant)}"`),
    ...leases(backend),
    ...threadNames(backend),
    ...requestRecords(backend),
    summaries: summaryCache(backend),
    shelf: sqlShelf(backend),
    search: (tenant, query) => searchIn(backend, tenant, query),
    erase: (target) => backend.inTurn(() => eraseFrom(backend, target)),
    close: () => backend.close(),
  })
}

/** The same, with every error of the driver in our words. */
function translated<Verbs extends object>(backend: SqlBackend, verbs: Verbs): Verbs {
  const wrapped = Object.entries(verbs).map(([name, verb]) => {
    if (typeof verb !== 'function') return [name, translated(backend, verb)]
    const called = async (...given: readonly unknown[]): Promise<unknown> => {
      try {
        return await verb(...given)
      } catch (error) {
        throw backend.translate(error)
      }
    }
    return [name, called]
  })
  return Object.fromEntries(wrapped) as Verbs
}
