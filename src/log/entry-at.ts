import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'

/** A log as far as it was read, with holes for entries that were not read. */
export type ReadEntries = readonly (Entry | undefined)[]

/** The entry of a number. Throws if the log has none, or if it was not read. */
export function entryAt(entries: ReadEntries, seq: Seq): Entry {
  const entry = entries[seq]
  if (entry === undefined) throw new Error(`entry ${seq} of ${entries.length} was not read`)
  return entry
}
