import { hiddenRanges } from '../log/hidden-ranges.ts'
import { toolOf } from '../recall/filters.ts'
import { searchable } from '../recall/terms.ts'
import type { Entry } from '../schema/entry.ts'
import { handleOf, seqOf } from '../schema/ids.ts'
import { rangeContains } from '../schema/range.ts'
import type { EntryLine } from '../schema/recall.ts'
import type { ThreadState } from './thread-state.ts'

const SNIPPET = 160

/** What is known of an entry without all it says. */
export function entryLine(state: ThreadState, entry: Entry): EntryLine {
  const { seq, kind, author, turn } = entry
  const text = searchable(entry)
  const tool = toolOf(entry)
  return {
    ...{ handle: handleOf(seq), seq, kind, author, turn, time: timeOf(state, entry) },
    ...(tool === undefined ? {} : { tool }),
    snippet: text.slice(0, SNIPPET).toWellFormed().replaceAll(/\s+/g, ' ').trim(),
    size: textOf(entry).length,
    hidden: isHidden(state, seq),
  }
}

/** All that an entry says, as it came in. */
export function textOf(entry: Entry): string {
  switch (entry.kind) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return entry.text
    case 'tool-call':
      return entry.input
    case 'file':
      return entry.description
    case 'opaque':
    case 'turn-start':
      return ''
  }
}

export function isHidden({ records }: ThreadState, seq: number): boolean {
  return hiddenRanges(records).some((range) => rangeContains(range, seq))
}

/** When an entry was said; `null` if nobody knows. */
function timeOf({ log }: ThreadState, { seq, time }: Entry): number | null {
  return time ?? log.timeOf(seqOf(seq)) ?? null
}

/** Entries of a range, from memory if all of them were read. */
export async function entriesFrom({ log, ports, key }: ThreadState, from: number, end: number): Promise<readonly Entry[]> {
  const known = log.read.slice(from, end)
  const isRead = known.length === end - from && Array.from(known).every((entry) => entry !== undefined)
  return isRead ? known.filter((entry) => entry !== undefined) : ports.store.read(key, from, end)
}
