import { type Kysely, sql } from 'kysely'
import { GENESIS } from '../../log/chain.ts'
import { erasedWith, eraseFromCommit, tombstoneOf } from '../../log/tombstone.ts'
import type { Commit } from '../../schema/commit.ts'
import { CompactionError } from '../../schema/failures.ts'
import { handleOf, type Seq, seqOf, type ThreadId } from '../../schema/ids.ts'
import type { Erased, EraseTarget, ThreadKey } from '../../schema/ports.ts'
import { rangeOf } from '../../schema/range.ts'
import type { SqlBackend } from './backend.ts'
import { readEntries } from './reads.ts'
import { forgetRequests } from './requests.ts'
import { entryOf, named, parseBody } from './step.ts'
import { keyText, type Tables } from './tables.ts'

/** Removes content for good, in one transaction, and then from the database's files. */
export async function eraseFrom(backend: SqlBackend, target: EraseTarget): Promise<Erased> {
  const erased = await backend.db.transaction().execute((db) => {
    const within = { ...backend, db }
    if ('entry' in target) return eraseMessage(within, target, { seq: seqOf(target.entry), copies: target.copies ?? [] })
    if ('thread' in target) return eraseThread(within, target)
    return eraseTenant(within, keyText(target.tenant))
  })
  await backend.scrub()
  return erased
}

interface Place {
  readonly tenant: string
  readonly thread: string
}

/** How far to look for what goes with an entry: a message or a round is rarely longer. */
const NEARBY = 1_000

/** The message of the entry, and its copies: those have the same number and the same chain hash. */
async function eraseMessage(
  within: SqlBackend,
  key: ThreadKey,
  { seq, copies }: { readonly seq: Seq; readonly copies: readonly ThreadId[] },
): Promise<Erased> {
  const { db } = within
  const place = named(key)
  const { tenant } = place
  const found = await db
    .selectFrom('entries')
    .select('hash')
    .where((row) => row.and({ ...place, seq }))
    .executeTakeFirst()
  if (found === undefined) {
    await checkThread(db, key)
    throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread: key.thread, entry: handleOf(seq) })
  }
  const threads = [place.thread]
  for (const thread of found.hash === '' ? [] : copies.map(keyText)) {
    const copy = db
      .selectFrom('entries')
      .select('seq')
      .where((row) => row.and({ tenant, thread, seq, hash: found.hash }))
    if (thread !== place.thread && (await copy.executeTakeFirst()) !== undefined) threads.push(thread)
  }
  const around = await readEntries(within, key, rangeOf(Math.max(0, seq - NEARBY), seq + NEARBY))
  const nearby = new Map(around.map((entry) => [entry.seq, entry]))
  const seqs = erasedWith((at) => nearby.get(at), seq)
  let commits = 0
  for (const thread of threads) commits += await eraseRows(within, { tenant, thread }, seqs)
  await forgetSummaries(db, tenant)
  return { threads: 0, entries: threads.length * seqs.length, commits }
}

/** Entries of one thread. Gives how many commits said something of them. */
async function eraseRows(within: SqlBackend, place: Place, seqs: readonly Seq[]): Promise<number> {
  const { db } = within
  // First of all: every other writer waits for the row of the thread.
  await db
    .updateTable('threads')
    .set((row) => ({ erasures: row('erasures', '+', 1) }))
    .where((row) => row.and({ ...place }))
    .execute()
  for (const seq of seqs) await eraseRow(within, place, seq)
  await forgetRequests(within, place, Math.min(...seqs))
  const commits = await db
    .selectFrom('commits')
    .select(['number', 'body'])
    .where((at) => at.and({ ...place }))
    .execute()
  let changed = 0
  for (const { number, body: before } of commits) {
    const commit = parseBody<Commit>(before, { store: within.place.name, what: `commit ${number}` })
    const after = seqs.reduce(eraseFromCommit, commit)
    if (after === commit) continue
    changed += 1
    await db
      .updateTable('commits')
      .set({ body: JSON.stringify(after), ...within.documents(after) })
      .where((at) => at.and({ ...place, number }))
      .execute()
  }
  return changed
}

async function eraseRow({ db, place: store, now, words }: SqlBackend, place: Place, seq: Seq): Promise<void> {
  const isIt = { ...place, seq }
  const row = await db
    .selectFrom('entries')
    .select(['seq', 'body', 'hash'])
    .where((at) => at.and(isIt))
    .executeTakeFirstOrThrow()
  const body = JSON.stringify(tombstoneOf(entryOf(row, store.name)))
  // What it costs is counted again when the thread is opened; hashes and the sums of spans stay what they were.
  const gone = { body, tokens: 0, frame: 0, bytes: 0, exact: 1, counter: row.hash === '' ? null : '' }
  await db
    .updateTable('entries')
    .set(gone)
    .where((at) => at.and(isIt))
    .execute()
  await db
    .deleteFrom('pins')
    .where((at) => at.and(isIt))
    .execute()
  await words.remove(db, isIt)
  await leaveTombstone(db, isIt, now)
}

async function eraseThread(within: SqlBackend, key: ThreadKey): Promise<Erased> {
  const { db } = within
  const place = named(key)
  const isThere = await checkThread(db, key)
  const gone = await removeRows(within, place)
  const empty = { length: 0, hash: GENESIS, tokens: 0, commit_id: null, commits: 0, erasures: isThere.erasures + 1, cost: null }
  await db
    .updateTable('threads')
    .set(empty)
    .where((row) => row.and({ ...place }))
    .execute()
  const { tenant, thread } = place
  await db
    .deleteFrom('links')
    .where('tenant', '=', tenant)
    .where((row) => row.or({ thread, linked: thread }))
    .execute()
  await leaveTombstone(db, { ...place, seq: -1 }, within.now)
  return { threads: 1, ...gone }
}

async function eraseTenant(within: SqlBackend, tenant: string): Promise<Erased> {
  const { db, now } = within
  const gone = await removeRows(within, { tenant })
  await db.deleteFrom('artifacts').where('tenant', '=', tenant).execute()
  await db.deleteFrom('links').where('tenant', '=', tenant).execute()
  await db.deleteFrom('learned').where('tenant', '=', tenant).execute()
  const { numDeletedRows } = await db.deleteFrom('threads').where('tenant', '=', tenant).executeTakeFirst()
  await db.deleteFrom('tombstones').where('tenant', '=', tenant).execute()
  await leaveTombstone(db, { tenant, thread: '', seq: -1 }, now)
  return { threads: Number(numDeletedRows), ...gone }
}

async function removeRows(
  { db, words }: SqlBackend,
  place: Pick<Place, 'tenant'> & Partial<Place>,
): Promise<Pick<Erased, 'entries' | 'commits'>> {
  const entries = await db
    .deleteFrom('entries')
    .where((row) => row.and({ ...place }))
    .executeTakeFirst()
  const commits = await db
    .deleteFrom('commits')
    .where((row) => row.and({ ...place }))
    .executeTakeFirst()
  await words.remove(db, place)
  await forgetSummaries(db, place.tenant)
  for (const table of ['pins', 'leases', 'requests', 'request_parts', 'search_marks'] as const)
    await db
      .deleteFrom(table)
      .where((row) => row.and({ ...place }))
      .execute()
  return { entries: Number(entries.numDeletedRows), commits: Number(commits.numDeletedRows) }
}

/** A summary in the cache does not say what it was made from: all of the tenant's go, and are made again when they are wanted. */
async function forgetSummaries(db: Kysely<Tables>, tenant: string): Promise<void> {
  await db.deleteFrom('summaries').where('tenant', '=', tenant).execute()
}

/** The thread's row, locked against all other writers. */
async function checkThread(db: Kysely<Tables>, key: ThreadKey): Promise<{ readonly erasures: number }> {
  const found = await db
    .updateTable('threads')
    .set((row) => ({ erasures: row.ref('erasures') }))
    .where((row) => row.and(named(key)))
    .returning(['length', 'commits', 'erasures'])
    .executeTakeFirst()
  if (found !== undefined && (found.length > 0 || found.commits > 0)) return found
  throw new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread: key.thread })
}

async function leaveTombstone(db: Kysely<Tables>, at: Place & { readonly seq: number }, now: SqlBackend['now']): Promise<void> {
  const time = sql<number>`${now()}`
  await db
    .insertInto('tombstones')
    .values({ ...at, at: time })
    .onConflict((there) => there.columns(['tenant', 'thread', 'seq']).doUpdateSet({ at: time }))
    .execute()
}
