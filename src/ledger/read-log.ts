import type { Entry, TextEntry } from '../schema/entry.ts'
import { type CoverageOrder, coverageOrder } from './coverage-order.ts'
import { type EarlierReading, readSummary } from './earlier-summary.ts'
import { type EntryReading, readEntry } from './read-entry.ts'
import { growIndex, newIndex, type RemarkIndex } from './remark-index.ts'

/** A log, and what was read off it so far. Belongs to the owner of the log: each entry is read once, however many summaries are made. */
export interface ReadLog {
  /** May grow. */
  readonly entries: readonly Entry[]
  read(entry: Entry): EntryReading
  /** What a summary from before says; read when it is asked for. */
  earlier(entry: TextEntry): EarlierReading
  /** Every remark of the log, up to date. */
  remarks(): RemarkIndex
  /** Its remarks in the order in which they are worth saying. */
  order(): CoverageOrder
  /** Reads what was appended since the last time, so that a compaction finds everything read. */
  grow(): void
}

/** Nothing is read before it is asked for. */
export function readLog(entries: readonly Entry[]): ReadLog {
  const readings = new WeakMap<Entry, EntryReading>()
  const summaries = new WeakMap<Entry, EarlierReading>()
  let index = newIndex()
  let ordered: { readonly index: RemarkIndex; readonly length: number; readonly order: CoverageOrder } | undefined
  const read = (entry: Entry): EntryReading => {
    const known = readings.get(entry)
    if (known !== undefined) return known
    const reading = readEntry(entry)
    readings.set(entry, reading)
    return reading
  }
  const remarks = (): RemarkIndex => {
    // A list that changed other than by growing is another list.
    if (index.length > entries.length || entries[index.length - 1] !== index.last) index = newIndex()
    growIndex(index, entries, read)
    return index
  }
  return {
    entries,
    read,
    remarks,
    earlier(entry) {
      const known = summaries.get(entry) ?? readSummary(entry.text)
      summaries.set(entry, known)
      return known
    },
    order() {
      const now = remarks()
      if (ordered?.index !== now || ordered.length !== entries.length)
        ordered = { index: now, length: entries.length, order: coverageOrder(now, entries.length) }
      return ordered.order
    },
    grow() {
      remarks()
    },
  }
}
