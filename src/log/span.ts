import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Span } from '../schema/span.ts'

/** A log as the pure rooms read it: entries by number, and the chain hash after each. */
export interface Log {
  readonly entries: readonly Entry[]
  readonly hashes: readonly string[]
}

/** The span of entries `from` to `to`, both inside. */
export function makeSpan(log: Log, from: Seq, to: Seq): Span {
  const first = log.entries[from]
  const last = log.entries[to]
  if (first === undefined || last === undefined || from > to) {
    throw new Error(`span ${from}–${to} does not lie in a log of ${log.entries.length} entries`)
  }
  return {
    from,
    to,
    hash: log.hashes[to] ?? '',
    messages: countMessages(log.entries, from, to),
    firstMessage: first.message.id,
    lastMessage: last.message.id,
    firstTurn: first.turn,
    lastTurn: last.turn,
  }
}

function countMessages(entries: readonly Entry[], from: Seq, to: Seq): number {
  let count = 1
  for (let seq = from + 1; seq <= to; seq += 1) if (entries[seq]?.message.block === 0) count += 1
  return count
}
