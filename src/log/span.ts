import type { Entry } from '../schema/entry.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Span } from '../schema/span.ts'
import type { Log } from '../schema/strategy.ts'

/** The span of a range of entries. */
export function makeSpan(log: Log, { from, end }: SeqRange): Span {
  const first = log.entries[from]
  const last = log.entries[end - 1]
  if (first === undefined || last === undefined || from >= end) {
    throw new Error(`span ${from}–${end - 1} does not lie in a log of ${log.entries.length} entries`)
  }
  return {
    from,
    end,
    hash: log.hashes.at(end - 1) ?? '',
    messages: countMessages(log.entries, { from, end }),
    firstMessage: first.message.id,
    lastMessage: last.message.id,
    firstTurn: first.turn,
    lastTurn: last.turn,
  }
}

function countMessages(entries: readonly Entry[], { from, end }: SeqRange): number {
  let count = 1
  for (let seq = from + 1; seq < end; seq += 1) if (entries[seq]?.message.block === 0) count += 1
  return count
}
