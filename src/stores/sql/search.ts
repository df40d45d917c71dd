import type { Kysely } from 'kysely'
import { type Candidate, limitOf, MOST_EACH, queryTerms, rankHits, weightOf } from '../../log/rank-hits.ts'
import { type TenantId, type ThreadId, threadId } from '../../schema/ids.ts'
import type { SearchHit, SearchQuery } from '../../schema/search.ts'
import type { SqlBackend } from './backend.ts'
import { entryOf } from './step.ts'
import { fromKeyText, keyText, type Tables } from './tables.ts'
import { kindWord, tenantWord, threadWord, type WordMatch, wordRow } from './words.ts'

/** Entries that one transaction makes searchable: other writers may want their turn meanwhile. */
const BATCH = 500
/** Entries after which a database may know too little of its own index. */
const MUCH = 1_000
/** Entries that are read for each hit that is wanted: the index only guesses at their order. */
const READ_EACH = 3

/** Finds entries by their words. What was appended since the last search is made searchable first, and never by the append itself. */
export async function searchIn(backend: SqlBackend, tenant: TenantId, query: SearchQuery): Promise<readonly SearchHit[]> {
  const terms = queryTerms(query)
  if (terms.length === 0 || limitOf(query) === 0) return []
  const place = { tenant: keyText(tenant), ...(query.thread === undefined ? {} : { thread: keyText(query.thread) }) }
  await catchUp(backend, place)
  const scope = [
    [place.thread === undefined ? tenantWord(place.tenant) : threadWord(place.tenant, place.thread)],
    ...(query.kinds === undefined ? [] : [query.kinds.map(kindWord)]),
  ]
  if (scope.some((any) => any.length === 0)) return []
  const matches = await backend.words.latest(backend.db, { ...place, scope, terms, most: MOST_EACH })
  const counts = Map.groupBy(matches, ({ term }) => term)
  const weights = new Map(terms.map((term) => [term, weightOf(counts.get(term)?.length ?? 0)]))
  return rankHits(await candidatesIn(backend, place.tenant, promising(matches, weights, query)), weights, query)
}

interface Place {
  readonly thread: string
  readonly seq: number
}

/** The most likely places, as far as the index tells. */
function promising(
  matches: readonly WordMatch[],
  weights: ReadonlyMap<string, number>,
  query: SearchQuery,
): ReadonlyMap<string, readonly Place[]> {
  const scores = new Map<string, Place & { readonly score: number }>()
  for (const { term, thread, seq } of matches) {
    const name = `${seq} ${thread}`
    scores.set(name, { thread, seq, score: (scores.get(name)?.score ?? 0) + (weights.get(term) ?? 0) })
  }
  const best = [...scores.values()].sort((a, b) => b.score - a.score || b.seq - a.seq).slice(0, READ_EACH * limitOf(query))
  return Map.groupBy(best, ({ thread }) => thread)
}

async function candidatesIn(
  { db, place: store }: SqlBackend,
  tenant: string,
  places: ReadonlyMap<string, readonly Place[]>,
): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const [thread, wanted] of places) {
    const rows = await db
      .selectFrom('entries')
      .select(['seq', 'body'])
      .where('tenant', '=', tenant)
      .where('thread', '=', thread)
      .where(
        'seq',
        'in',
        wanted.map(({ seq }) => seq),
      )
      .execute()
    const name: ThreadId = threadId(fromKeyText(thread))
    for (const row of rows) found.push({ thread: name, entry: entryOf(row, store.name) })
  }
  return found
}

/** Makes searchable what is not yet. */
async function catchUp(backend: SqlBackend, place: { readonly tenant: string; readonly thread?: string }): Promise<void> {
  const { tenant, thread } = place
  const behind = await backend.db
    .selectFrom('threads')
    .leftJoin('search_marks as mark', (join) =>
      join.onRef('mark.tenant', '=', 'threads.tenant').onRef('mark.thread', '=', 'threads.thread'),
    )
    .select(['threads.thread', 'threads.length', 'mark.indexed'])
    .where('threads.tenant', '=', tenant)
    .$if(thread !== undefined, (rows) => rows.where('threads.thread', '=', thread ?? ''))
    .execute()
  let added = 0
  for (const { thread: name, length, indexed } of behind) {
    for (let at = indexed ?? 0; at < length; at += BATCH) await indexNext(backend, { tenant, thread: name }, at)
    added += length - (indexed ?? 0)
  }
  if (added >= MUCH) await backend.words.grown?.(backend.db)
}

/** One batch in one transaction. If another process was first, or erased something meanwhile, nothing is written. */
async function indexNext(
  backend: SqlBackend,
  place: { readonly tenant: string; readonly thread: string },
  from: number,
): Promise<void> {
  const work = async (db: Kysely<Tables>): Promise<void> => {
    const standing = db
      .selectFrom('threads')
      .select(['length', 'erasures'])
      .where((row) => row.and({ ...place }))
    const before = await standing.executeTakeFirst()
    const to = Math.min(from + BATCH, before?.length ?? 0)
    if (before === undefined || to <= from) return
    const isOurs = await moveMark(db, place, { from, to })
    if (!isOurs) return
    const rows = await db
      .selectFrom('entries')
      .select(['seq', 'body'])
      .where((row) => row.and({ ...place }))
      .where('seq', '>=', from)
      .where('seq', '<', to)
      .orderBy('seq')
      .execute()
    const words = rows.flatMap((row) => wordRow(place, entryOf(row, backend.place.name)))
    if (words.length > 0) await backend.words.add(db, words)
    // Last of all, and with the thread's row ours until the end: what was erased meanwhile must not be found.
    const after = await db
      .updateTable('threads')
      .set((row) => ({ erasures: row.ref('erasures') }))
      .where((row) => row.and({ ...place }))
      .returning('erasures')
      .executeTakeFirst()
    if (after?.erasures !== before.erasures) throw new ErasedMeanwhile()
  }
  try {
    await backend.inTurn(() => backend.db.transaction().execute(work))
  } catch (error) {
    if (!(error instanceof ErasedMeanwhile)) throw error
  }
}

/** False if another process moved it first. */
async function moveMark(
  db: Kysely<Tables>,
  place: { readonly tenant: string; readonly thread: string },
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const moved =
    from === 0
      ? await db
          .insertInto('search_marks')
          .values({ ...place, indexed: to })
          .onConflict((there) => there.doNothing())
          .returning('indexed')
          .executeTakeFirst()
      : await db
          .updateTable('search_marks')
          .set({ indexed: to })
          .where((row) => row.and({ ...place, indexed: from }))
          .returning('indexed')
          .executeTakeFirst()
  return moved !== undefined
}

/** Takes a transaction back. */
class ErasedMeanwhile extends Error {
  override readonly name = 'ErasedMeanwhile'
}
