import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'

/** True if no person says anything between an entry and the place behind what is known last before a block. */
type IsOneAnswer = (seq: Seq, block: number) => boolean

/** Everything is looked at once, when it is first asked: a hostile history asks for each of its blocks. */
export function oneAnswer(entries: readonly Entry[], seqs: readonly (Seq | undefined)[]): IsOneAnswer {
  let looked: { readonly people: Uint32Array; readonly behind: readonly (Seq | undefined)[] } | undefined
  return (seq, block) => {
    looked ??= { people: peopleUpTo(entries), behind: knownBefore(seqs) }
    const behind = looked.behind[block]
    if (behind === undefined) return false
    const saidUpTo = (end: number): number => looked?.people[Math.min(end, entries.length)] ?? 0
    return saidUpTo(Math.min(seq, behind + 1)) === saidUpTo(Math.max(seq, behind) + 1)
  }
}

/** How often people spoke before each entry, and in all. */
function peopleUpTo(entries: readonly Entry[]): Uint32Array {
  const counts = new Uint32Array(entries.length + 1)
  let spoken = 0
  for (const [index, { kind, role }] of entries.entries()) {
    if (role === 'user' && kind !== 'tool-result') spoken += 1
    counts[index + 1] = spoken
  }
  return counts
}

/** What is known last before each block. */
function knownBefore(seqs: readonly (Seq | undefined)[]): readonly (Seq | undefined)[] {
  let last: Seq | undefined
  return Array.from(seqs, (seq) => {
    const before = last
    last = seq ?? last
    return before
  })
}
