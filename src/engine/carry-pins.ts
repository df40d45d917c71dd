import { keyOf } from '../reconcile/block-key.ts'
import type { Entry } from '../schema/entry.ts'
import { type EntryId, type Seq, seqOf } from '../schema/ids.ts'
import type { Revised } from '../schema/plan.ts'
import { revisedIn } from '../view/revised-log.ts'
import { onWhole } from './latest.ts'
import type { ThreadState } from './thread-state.ts'

/**
 * Pins in a branch what is pinned in the thread that a history left, wherever it stands there. Resolves to what the history no longer has:
 * it stays pinned in the thread itself.
 */
export async function carryPins(from: ThreadState, to: ThreadState): Promise<readonly EntryId[]> {
  if (from.pins.size === 0) return []
  const pinned = [...from.pins].sort((a, b) => a - b)
  return onWhole(to, async () => {
    const found = new Map<Seq, Seq>()
    for (const seq of pinned) {
      const place = placeIn(to, from, seq)
      if (place !== undefined) found.set(seq, place)
    }
    const missing = [...found.values()].filter((seq) => !to.pins.has(seq))
    if (missing.length > 0) await to.ports.store.pin(to.key, missing)
    for (const seq of missing) to.pins.add(seq)
    return pinned.flatMap((seq) => (found.has(seq) ? [] : [from.log.read[seq]?.id ?? []].flat()))
  })
}

/** What is pinned, and the client has edited or deleted since: it stays, and is told. */
export function supersededPins({ pins, records, log }: ThreadState): readonly EntryId[] {
  if (pins.size === 0) return []
  const seqs = revisedIn(records).flatMap((revised) => (stillSays(log.read[revised.seq], revised) ? [] : [seqOf(revised.seq)]))
  return seqs.filter((seq) => pins.has(seq)).flatMap((seq) => log.read[seq]?.id ?? [])
}

/** What a client put in behind a folded message is said with it: its own words stand as they were. */
function stillSays(entry: Entry | undefined, { text }: Revised): boolean {
  return entry?.kind === 'text' && text?.startsWith(`${entry.text}\n\n`) === true
}

/** Where a branch has an entry: in the part that both share, or among what was said anew, first where it is pinned already. */
function placeIn(to: ThreadState, from: ThreadState, seq: Seq): Seq | undefined {
  if (from.log.hashes.at(seq) === to.log.hashes.at(seq)) return seq
  const entry = from.log.entries[seq]
  if (entry === undefined) return undefined
  const same = to.log.entries.filter((other) => isSameEntry(entry, other))
  return (same.find((other) => to.pins.has(other.seq)) ?? same[0])?.seq
}

function isSameEntry(a: Entry, b: Entry): boolean {
  if (a.kind !== b.kind || a.role !== b.role || ('callId' in a && 'callId' in b && a.callId !== b.callId)) return false
  return 'text' in a && 'text' in b && a.text === b.text ? true : keyOf(a.role, a).text === keyOf(b.role, b).text
}
