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

/** Edits, additions and deletions in what is put away: while it is, they start no branch. */
export function changesFolded(at: Case): readonly Change[] {
  const { classified, view, front } = at
  if (view === undefined) return []
  const changes = classified.fates.flatMap((fate, index): readonly Change[] => {
    if (index < front || itemAt(at.given, index).block.kind === 'tool-result') return []
    if (fate.kind === 'edited' || fate.kind === 'inserted' || fate.kind === 'reduced')
      return [{ seq: fate.seq, why: fate.kind === 'inserted' ? fate.kind : 'edited' }]
    return fate.kind === 'known' ? rewordedBefore(at, index) : []
  })
  return [
    ...changes.filter(({ seq }) => view.isFolded(seq)),
    ...deletionsFolded(at).map((seq) => ({ seq, why: 'deleted' as const })),
  ]
}

/** A message that the client says as it did before, in other words than the log: a change, as soon as the model sees it. */
export function rewordedBefore({ alignment, given }: Case, index: number): readonly Change[] {
  const words = alignment.words.get(index)
  if (words?.source !== 'revision' || itemAt(given, index).block.kind === 'tool-result') return []
  const seq = words.seq ?? words.before
  return seq === undefined ? [] : [{ seq, why: words.seq === null ? 'inserted' : 'edited' }]
}

/**
 * Entries that are put away and that the client has taken out. If it may have trimmed, most of what is put away must still be there; what
 * our view or a summary of the client's own stands for is not deleted.
 */
export function deletionsFolded(at: Case): readonly Seq[] {
  const { known, classified, view, isHeadDeleted } = at
  if (view === undefined || isHandedBack(at)) return []
  const present = presentIn(at)
  const missing: Seq[] = []
  let kept = 0
  for (let seq = firstLookedAt(at, present); seq < classified.reach; seq = after(seq)) {
    if (!view.isFolded(seq) || isPassingEntry(itemAt(known.entries, seq))) continue
    if (present[seq] === 1) kept += 1
    else missing.push(seq)
  }
  return isHeadDeleted || missing.length <= kept ? missing : []
}

/**
 * True if a client hands our view back, or has put a summary of its own in place of what it left out. A result in the words of our view says
 * nothing: we show results as the client has cut them.
 */
export function isHandedBack({ alignment, classified, given }: Pick<Case, 'alignment' | 'classified' | 'given'>): boolean {
  for (const [index, { source }] of alignment.words) {
    if (source !== 'revision' && given[index]?.block.kind !== 'tool-result') return true
  }
  return classified.fates.some(({ kind }) => kind === 'ours' || kind === 'summary')
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
