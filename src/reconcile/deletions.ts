import { itemAt } from '../schema/at.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { Case, Change } from './judge.ts'
import { isPassingEntry, isSummaryEntry } from './same-block.ts'

/**
 * The first entry among the known ones that the model sees and the client has taken out. A missing head is none, unless the client says so:
 * clients trim. What a summary stands for, the client's own or ours, is not deleted, either.
 */
export function deletionsShown(at: Case): readonly Change[] {
  const { known, classified } = at
  const present = presentIn(at)
  const isMissing = (seq: Seq): boolean => present[seq] !== 1 && !isPassingEntry(itemAt(known.entries, seq))
  const isShown = shownIn(at)
  for (let seq = firstLookedAt(at, present); seq < classified.reach; seq = after(seq)) {
    if (isMissing(seq) && isShown(seq)) return [{ seq, why: 'deleted' }]
  }
  return []
}

/** What the model sees in fact: what a dialect cannot show, a client that hands our prompt back cannot have. */
export function shownIn({ view }: Pick<Case, 'view'>): (seq: Seq) => boolean {
  let shown: ReadonlySet<Seq> | undefined
  return (seq) => {
    if (view === undefined) return true
    if (view.isFolded(seq)) return false
    shown ??= new Set(view.shown())
    return shown.has(seq)
  }
}

/** Entries that a block stands for, and those between two of them that a summary stands for. */
function presentIn({ known, classified, start }: Case): Uint8Array {
  const present = new Uint8Array(known.entries.length)
  let floor = start.seq
  let isTold = false
  for (const fate of classified.fates) {
    if (fate.kind === 'summary' || fate.kind === 'ours') isTold = true
    if (!('seq' in fate) || fate.seq === null || fate.kind === 'inserted') continue
    present[fate.seq] = 1
    const isSummary = isSummaryEntry(itemAt(known.entries, fate.seq))
    isTold ||= isSummary
    if (isSummary || fate.seq < floor) continue
    if (isTold) present.fill(1, floor, fate.seq)
    floor = after(fate.seq)
    isTold = false
  }
  if (isTold && floor < classified.reach) present.fill(1, floor, classified.reach)
  return present
}

function firstLookedAt({ known, start, isHeadDeleted }: Case, present: Uint8Array): Seq {
  const front = known.front()
  if (start.seq > front) return start.seq
  const first = isHeadDeleted ? front : present.findIndex((is, seq) => is === 1 && seq >= front)
  return first === -1 ? seqOf(known.entries.length) : seqOf(Math.max(first, start.seq))
}
