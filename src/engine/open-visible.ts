import { gapsBetween, lengthOf, visibleRanges } from '../log/visible-ranges.ts'
import type { Commit } from '../schema/commit.ts'
import type { Entry } from '../schema/entry.ts'
import { after, before, type Seq } from '../schema/ids.ts'
import type { LogRow, Store, ThreadKey } from '../schema/ports.ts'
import { rangeOf, type SeqRange } from '../schema/range.ts'
import { recordsOf } from '../schema/stored-plan.ts'

/** A log of which only what is visible was read. */
interface VisibleRows {
  readonly rows: readonly LogRow[]
  /** What was not read. */
  readonly gaps: readonly SeqRange[]
}

/** If folds cover fewer entries than this, it is simpler to read them as well. */
const WORTH_IT = 200

/**
 * Reads of a thread what its latest plan shows: a request needs no more, however long the log is. `undefined` if that is not much less than
 * everything, or if what is to come depends on what is folded.
 */
export async function readVisible(
  store: Store,
  key: ThreadKey,
  at: { readonly commit: Commit; readonly length: number },
): Promise<VisibleRows | undefined> {
  const { rows: read } = store
  if (read === undefined) return undefined
  const records = recordsOf(at.commit.plan)
  const ranges = visibleRanges(records, at.length)
  if (at.length - lengthOf(ranges) < WORTH_IT) return undefined
  const rows = new Map<Seq, LogRow>()
  const take = async (wanted: readonly SeqRange[]): Promise<void> => {
    for (const row of await read(key, wanted)) rows.set(row.entry.seq, row)
  }
  await take(ranges)
  const found = (seq: Seq): Entry | undefined => rows.get(seq)?.entry
  // A block is shown in the shell of its message, and what it costs depends on the blocks beside it. A fold of nothing but results
  // is shown result by result.
  const wanted = [...rows.values()].flatMap(({ entry: { seq, message } }) =>
    message.blocks === 1 ? [] : [rangeOf(seq - message.block, seq - message.block + message.blocks)],
  )
  const results = records.flatMap(({ action, span }) =>
    (action === 'summarize' || action === 'drop') && found(span.from)?.kind === 'tool-result' ? [span] : [],
  )
  const missing = joined([...wanted, ...results]).filter((range) => !has(rows, range))
  if (missing.length > 0) await take(missing)
  const known = inOrder(rows)
  const gaps = gapsBetween(runsOf(known), at.length)
  const tail = gaps.at(-1)?.end ?? 0
  const isMeasured = known.every(({ measure }) => measure !== null)
  return isMeasured && hasRun(found, rangeOf(tail, at.length)) ? { rows: known, gaps } : undefined
}

/** True if an assistant run begins at or after `from`: what comes next is tied to nothing before it. */
function hasRun(found: (seq: Seq) => Entry | undefined, { from, end }: SeqRange): boolean {
  for (let seq = before(end); seq > from; seq = before(seq)) {
    if (found(seq)?.role === 'assistant' && found(before(seq))?.role !== 'assistant') return true
  }
  return false
}

function has(rows: ReadonlyMap<Seq, LogRow>, { from, end }: SeqRange): boolean {
  for (let seq = from; seq < end; seq = after(seq)) if (!rows.has(seq)) return false
  return true
}

/** Rows that follow one another, as ranges. */
function runsOf(rows: readonly LogRow[]): readonly SeqRange[] {
  const starts = rows.filter(({ entry: { seq } }, index) => rows[index - 1]?.entry.seq !== seq - 1)
  const ends = rows.filter(({ entry: { seq } }, index) => rows[index + 1]?.entry.seq !== seq + 1)
  return starts.map(({ entry }, index) => ({ from: entry.seq, end: after(ends[index]?.entry.seq ?? entry.seq) }))
}

/** Ranges in order, those that touch made one. */
function joined(ranges: readonly SeqRange[]): readonly SeqRange[] {
  const made: SeqRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = made.at(-1)
    if (last !== undefined && range.from <= last.end) made[made.length - 1] = rangeOf(last.from, Math.max(last.end, range.end))
    else made.push(range)
  }
  return made
}

function inOrder(rows: ReadonlyMap<Seq, LogRow>): readonly LogRow[] {
  return [...rows.values()].sort((a, b) => a.entry.seq - b.entry.seq)
}
