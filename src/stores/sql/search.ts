import type { Kysely } from 'kysely'
import { choosePlaces, type Place } from '../../recall/choose-places.ts'
import { type Candidate, limitOf, MOST_EACH, rankHits, weighQuery, worthReading } from '../../recall/rank-hits.ts'
import { lookedUp, readQuery } from '../../recall/read-query.ts'
import { termsOf } from '../../recall/terms.ts'
import { type TenantId, type ThreadId, threadId } from '../../schema/ids.ts'
import type { SeqRange } from '../../schema/range.ts'
import type { SearchHit, SearchQuery } from '../../schema/search.ts'
import type { SqlBackend } from './backend.ts'
import { entryOf } from './step.ts'
import { fromKeyText, keyText, type Tables } from './tables.ts'
import { authorWord, kindWord, tenantWord, threadWord, toolWord, type WordMatch, wordRow } from './words.ts'

/** Entries that one transaction makes searchable: other writers may want their turn meanwhile. */
const BATCH = 500
/** Entries after which a database may know too little of its own index. */
const MUCH = 1_000

/** Finds entries by their words. What was appended since the last search is made searchable first, and never by the append itself. */
export async function searchIn(backend: SqlBackend, tenant: TenantId, query: SearchQuery): Promise<readonly SearchHit[]> {
  const read = readQuery(query.text)
  if (read.terms.length === 0 || limitOf(query) === 0) return []
  const place = { tenant: keyText(tenant), ...(query.thread === undefined ? {} : { thread: keyText(query.thread) }) }
  await catchUp(backend, place)
  const scope = scopeOf(place, query)
  if (scope.some((any) => any.length === 0) || query.within?.length === 0) return []
  const wanted = { ...place, scope, range: hullOf(query.within), most: MOST_EACH }
  const terms = lookedUp(read)
  const matches = await backend.words.latest(backend.db, { ...wanted, terms })
  const counts = Map.groupBy(matches, ({ term }) => term)
  const weighed = weighQuery(read, (term) => (terms.includes(term) ? (counts.get(term)?.length ?? 0) : MOST_EACH))
  const isRare = (term: string): boolean => (counts.get(term)?.length ?? MOST_EACH) < RARE
  // A rare word leads to its entries by itself.
  const pairs = terms.some(isRare) ? [] : pairsOf(terms.filter((term) => counts.get(term)?.length === MOST_EACH))
  const together = pairs.length === 0 ? [] : await backend.words.latest(backend.db, { ...wanted, terms: pairs })
  const places = choosePlaces([...matches, ...together.flatMap(apart)], weighed.terms, worthReading(query))
  return rankHits(await candidatesIn(backend, place.tenant, places), weighed, query)
}

/** Terms that too many entries hold to look at all of them. Of those, entries are looked for that hold two of them. */
const MOST_COMMON = 4
const RARE = 32

function pairsOf(common: readonly string[]): readonly string[] {
  const first = common.slice(0, MOST_COMMON)
  return first.flatMap((one, index) => first.slice(index + 1).map((other) => `${one} ${other}`))
}

function apart({ term, ...place }: WordMatch): readonly WordMatch[] {
  return term.split(' ').map((word) => ({ term: word, ...place }))
}

/** Words that an entry must have to be found at all: one of each list. */
function scopeOf(
  place: { readonly tenant: string; readonly thread?: string },
  query: SearchQuery,
): readonly (readonly string[])[] {
  const { kinds, tools, authors, file } = query
  return [
    [place.thread === undefined ? tenantWord(place.tenant) : threadWord(place.tenant, place.thread)],
    ...(kinds === undefined ? [] : [kinds.map(kindWord)]),
    ...(tools === undefined ? [] : [tools.map(toolWord)]),
    ...(authors === undefined ? [] : [authors.map(authorWord)]),
    ...(file === undefined ? [] : termsOf(file).map((term) => [term])),
  ]
}

/** From the first to the last; whether an entry lies in one of the ranges is looked at when it is read. */
function hullOf(within: readonly SeqRange[] | undefined): SeqRange | undefined {
  const [first, last] = [within?.at(0), within?.at(-1)]
  return first === undefined || last === undefined ? undefined : { from: first.from, end: last.end }
}

async function candidatesIn(
  { db, place: store }: SqlBackend,
  tenant: string,
  places: readonly Place[],
): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const [thread, wanted] of Map.groupBy(places, (each) => each.thread)) {
    const near = new Map(wanted.map((each) => [each.seq, each.near]))
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
    for (const row of rows) found.push({ thread: name, entry: entryOf(row, store.name), near: near.get(row.seq) ?? 0 })
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
