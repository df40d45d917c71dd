import { measureTable } from '../../log/measure-table.ts'
import type { Entry } from '../../schema/entry.ts'
import { frozen } from '../../schema/frozen.ts'
import type { LogRow, Measure } from '../../schema/ports.ts'

/** The rows of a log: entries, and what is known of them side by side. A row is put together when it is asked for. */
export interface Rows {
  readonly length: number
  at(seq: number): LogRow | undefined
  slice(from: number, end?: number): readonly LogRow[]
  entries(from: number, end?: number): readonly Entry[]
  push(entry: Entry, measure: Measure | null): void
}

export function memoryRows(rows: readonly LogRow[] = []): Rows {
  const entries: Entry[] = []
  const measures = measureTable()
  const rowOf = (entry: Entry, seq: number): LogRow => ({ entry, measure: measures.get(seq) ?? null })
  const own: Rows = {
    get length() {
      return entries.length
    },
    at(seq) {
      const entry = entries[seq]
      return entry === undefined ? undefined : rowOf(entry, seq)
    },
    slice: (from, end = entries.length) => entries.slice(from, end).map((entry, index) => rowOf(entry, from + index)),
    entries: (from, end) => entries.slice(from, end),
    push(entry, measure) {
      if (measure !== null) measures.set(entries.length, measure)
      entries.push(frozen(entry))
    },
  }
  for (const { entry, measure } of rows) own.push(entry, measure)
  return own
}
