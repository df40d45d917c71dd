import type { Entry } from '../schema/entry.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { Frontier } from '../schema/strategy.ts'

/**
 * What compaction may not touch: pins and the frontier, and what these cannot stand without (a result its call, a call its results and
 * the signed reasoning that led to it, reasoning its whole message, or the piece of the answer that it led to).
 */
export function protectedEntries(entries: readonly Entry[], frontier: Frontier, pins: ReadonlySet<Seq>): ReadonlySet<Seq> {
  const kept = new Set<Seq>([...pins, ...frontier.people, ...frontier.openRound, ...reasoningBehind(entries, pins)])
  // The set grows while it is walked: what reasoning led to may be reasoning again.
  for (const seq of kept) {
    const entry = entries[seq]
    if (entry?.kind !== 'reasoning') continue
    const first = seqOf(seq - entry.message.block)
    const next = seqOf(first + entry.message.blocks)
    for (let other = first; other < next; other = after(other)) kept.add(other)
    if (entries[next]?.message.piece === 'later') kept.add(next)
  }
  for (const seq of [...kept]) {
    const entry = entries[seq]
    if (entry?.kind === 'tool-result' && entry.answers.kind === 'call') kept.add(entry.answers.seq)
  }
  // A result stands behind its call: of a long log, what stands before all of them is not looked at.
  for (let seq = firstOf(kept); seq < entries.length; seq += 1) {
    const entry = entries[seq]
    if (entry?.kind === 'tool-result' && entry.answers.kind === 'call' && kept.has(entry.answers.seq)) kept.add(entry.seq)
  }
  return kept
}

function firstOf(seqs: Iterable<Seq>): number {
  let first = Number.POSITIVE_INFINITY
  for (const seq of seqs) first = Math.min(first, seq)
  return first
}

/** A provider that has signed its thinking refuses the last call without it. */
function reasoningBehind(entries: readonly Entry[], pins: ReadonlySet<Seq>): readonly Seq[] {
  return [...pins].flatMap((pin) => {
    const pinned = entries[pin]
    const call = pinned?.kind === 'tool-result' && pinned.answers.kind === 'call' ? entries[pinned.answers.seq] : pinned
    if (call?.kind !== 'tool-call') return []
    return entries.slice(call.seq - call.message.block, call.seq).flatMap((entry) => (isSigned(entry) ? [entry.seq] : []))
  })
}

function isSigned(entry: Entry): boolean {
  return entry.kind === 'reasoning' && entry.signature !== undefined
}
