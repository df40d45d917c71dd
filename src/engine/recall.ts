import { hiddenRanges } from '../log/hidden-ranges.ts'
import { itemsFor } from '../recall/ledger-items.ts'
import { searchEntries } from '../recall/search-entries.ts'
import { CompactionError } from '../schema/failures.ts'
import { foundIn } from '../schema/found-in.ts'
import { handleOf, seqOf } from '../schema/ids.ts'
import { rangeContains, rangeOf, type SeqRange } from '../schema/range.ts'
import type { EntryLine, RecallHit, RecallOptions } from '../schema/recall.ts'
import type { SearchHit, SearchQuery } from '../schema/search.ts'
import { entriesFrom, entryLine, isHidden } from './entry-line.ts'
import { checkOptions, type Kind } from './options.ts'
import { rerank } from './rerank.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'

const OPTIONS: Readonly<Record<keyof RecallOptions, Kind>> = {
  ...{ kinds: 'object', tools: 'object', authors: 'object', file: 'text', turns: 'object', time: 'object' },
  ...{ hidden: 'flag', limit: 'number', neighbours: 'number' },
}
const USUAL_LIMIT = 5
const MOST_NEIGHBOURS = 10
/** Hits that are looked at again for each that is wanted: what the ledger says may lift one. */
const LOOKED_AT = 4

/** Entries of a thread by what they are about, best first. */
export async function recall(state: ThreadState, text: string, options: RecallOptions): Promise<readonly RecallHit[]> {
  checkRecall(text, options)
  const { limit = USUAL_LIMIT, neighbours = 0, turns, time, hidden, ...filters } = options
  const most = Math.max(0, Math.min(100, Math.trunc(limit) || 0))
  const within = await rangesFor(state, options)
  const query = { text, thread: state.key.thread, ...filters, limit: Math.min(100, most * LOOKED_AT), ...within }
  const found = await rerank(state.ports.embedder, text, await search(state, query))
  const hits = withItems(state, text, found).slice(0, most)
  const around = Math.max(0, Math.min(MOST_NEIGHBOURS, Math.trunc(neighbours) || 0))
  return Promise.all(hits.map((hit) => withNeighbours(state, hit, around)))
}

function checkRecall(text: unknown, options: RecallOptions): void {
  checkOptions('recall', options, OPTIONS)
  if (typeof text === 'string') return
  throw new CompactionError<'input-invalid'>({
    code: 'input-invalid',
    at: 'recall',
    expected: 'a text',
    found: foundIn(text),
  })
}

/** By the store's index if it has one, or else by looking at every entry. */
async function search({ ports, key, own, log }: ThreadState, query: SearchQuery): Promise<readonly SearchHit[]> {
  if (ports.store.search !== undefined) return ports.store.search(key.tenant, query)
  await readWhole(own)
  return searchEntries(
    log.entries.map((entry) => ({ thread: key.thread, entry })),
    query,
  )
}

/** The ranges that a search is kept to; nothing if it may find everything. */
async function rangesFor(state: ThreadState, options: RecallOptions): Promise<Pick<SearchQuery, 'within'>> {
  const { turns, time, hidden } = options
  const ranges = hidden === true ? hiddenRanges(state.records) : [rangeOf(0, state.log.length)]
  if (turns === undefined && time === undefined) return hidden === true ? { within: ranges } : {}
  await readWhole(state.own)
  const isInside = (value: number | undefined, of: RecallOptions['turns']): boolean =>
    of === undefined || (value !== undefined && value >= (of.from ?? -Infinity) && value <= (of.to ?? Infinity))
  const fits = state.log.entries.filter(
    ({ seq, turn }) => isInside(turn, turns) && (time === undefined || isInside(state.log.timeOf(seq), time)),
  )
  return { within: runsIn(fits.flatMap(({ seq }) => (ranges.some((range) => rangeContains(range, seq)) ? [seq] : []))) }
}

/** Numbers in order, as ranges. */
function runsIn(seqs: readonly number[]): readonly SeqRange[] {
  const runs: SeqRange[] = []
  for (const seq of seqs) {
    const last = runs.at(-1)
    if (last?.end === seq) runs[runs.length - 1] = rangeOf(last.from, seq + 1)
    else runs.push(rangeOf(seq, seq + 1))
  }
  return runs
}

interface Found extends SearchHit {
  readonly items: readonly string[]
}

/** What an item that fits adds to the score of the entries it rests on, at most. */
const ITEM = 0.3

/** The ledger says in a line what entries say at length: what its items fit, their sources fit. */
function withItems({ records }: ThreadState, text: string, hits: readonly SearchHit[]): readonly Found[] {
  const ledgers = records.flatMap((record) => (record.action === 'summarize' ? (record.ledger?.items ?? []) : []))
  const fitting = itemsFor(ledgers, text)
  return hits
    .map((hit) => {
      const own = fitting.filter(({ item }) => item.sources.includes(hit.seq))
      const share = own.reduce((most, each) => Math.max(most, each.share), 0)
      return { ...hit, score: hit.score * (1 + ITEM * share), items: own.map(({ item }) => item.text) }
    })
    .sort((a, b) => b.score - a.score || b.seq - a.seq)
}

async function withNeighbours(state: ThreadState, hit: Found, around: number): Promise<RecallHit> {
  const { seq, kind, author, turn, snippet, size, score, items, tool, alike } = hit
  const from = Math.max(0, seq - around)
  const end = Math.min(state.log.length, seq + around + 1)
  const beside = around === 0 ? [] : await entriesFrom(state, from, end)
  const neighbours = beside.flatMap((entry): readonly EntryLine[] => (entry.seq === seq ? [] : [entryLine(state, entry)]))
  const time = state.log.timeOf(seqOf(seq)) ?? null
  return {
    ...{ handle: handleOf(seq), seq, kind, author, turn, time, snippet, size, score, items, neighbours },
    ...(tool === undefined ? {} : { tool }),
    ...(alike === undefined ? {} : { alike }),
    hidden: isHidden(state, seq),
  }
}
