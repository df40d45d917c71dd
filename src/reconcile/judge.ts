import { itemAt } from '../schema/at.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import type { BranchCause, Verdict, ViewFacts } from '../schema/reconciliation.ts'
import type { Alignment } from './align.ts'
import type { BlockFate } from './block-fate.ts'
import type { Classified } from './classify.ts'
import type { ResendStart } from './common-start.ts'
import { changesFolded, deletionsShown, isHandedBack, rewordedBefore, shownIn } from './deletions.ts'
import { type GivenBlock, isPassing } from './given-blocks.ts'
import { isSimilar } from './how-changed.ts'
import type { KnownLog } from './known-log.ts'
import { isResult } from './resent-results.ts'
import { isPassingEntry } from './same-block.ts'

export interface Case {
  readonly known: KnownLog
  /** Everything that was handed in. */
  readonly incoming: readonly MessageDraft[]
  /** Its blocks, but for those of the messages in common at the start. */
  readonly given: readonly GivenBlock[]
  /** The same blocks under the client's own call ids. */
  readonly asGiven: readonly GivenBlock[]
  readonly alignment: Alignment
  readonly classified: Classified
  readonly view: ViewFacts | undefined
  /** True if the client says that what is missing at the head of its history was deleted: others trim. */
  readonly isHeadDeleted: boolean
  /** How many blocks in front are system text. */
  readonly front: number
  readonly start: ResendStart
  /** True if messages before these were recognised already. */
  readonly resumes: boolean
}

/** Says what the whole is, once every block has its fate. What the model sees is to be what the client says. */
export function judge(at: Case): Verdict {
  const { classified, given } = at
  const next = nextEntry(at)
  const end = Math.max(classified.end, at.front)
  const fresh = given.findIndex((block, index) => index >= end && !isPassing(block))
  const replaced = next !== undefined && fresh !== -1 && classified.fates[fresh]?.kind !== 'summary'
  const isReworded = replaced && isSimilar(next, itemAt(given, fresh).block)
  if (!isReworded && !isRelated(at)) return { kind: 'unrelated' }
  const first = [...changesShown(at), ...deletionsShown(at), ...(replaced ? [{ seq: next.seq, why: 'replaced' as const }] : [])]
    .sort((a, b) => a.seq - b.seq)
    .at(0)
  if (first !== undefined) return branchBefore(at, first)
  if (classified.fates.some(({ kind }) => kind === 'new' || kind === 'summary')) return { kind: 'continues' }
  if (next === undefined) return { kind: 'unchanged' }
  const last = lastGiven(at)
  if (last === undefined) return { kind: 'behind', at: next.seq }
  return branchBefore(at, { seq: next.seq, why: asksAgain(last, next) ? 'asked-again' : 'deleted' })
}

/** A branch before a change. If what is put away comes to light there, it begins with what the client changed in that. */
function branchBefore(at: Case, change: Change): Verdict {
  const seq = messageStart(at.known, change.seq)
  const earliest = (at.view?.version ?? 0) <= seq ? [] : changesFolded(at)
  const first = earliest.reduce((least, other) => (other.seq < least.seq ? other : least), change)
  return { kind: 'branch', at: messageStart(at.known, first.seq), why: first.why }
}

/**
 * The first entry behind the known ones that the client would have to repeat. It need not repeat system text in front, which many hand in
 * elsewhere. It cannot repeat what our view has put away, if it hands our view back: then it has words of ours, or all that the view shows.
 */
function nextEntry(at: Case): Entry | undefined {
  const { known, alignment, classified } = at
  const { moved, words } = alignment
  const taken = new Set<Seq>(moved.values())
  for (const { seq } of words.values()) if (seq !== null) taken.add(seq)
  const isMissing = (entry: Entry): boolean => !isPassingEntry(entry) && !taken.has(entry.seq)
  const rest = known.entries.slice(Math.max(classified.reach, known.front())).filter(isMissing)
  const isShown = shownIn(at)
  const shown = rest.find((entry) => isShown(entry.seq))
  return shown === undefined || isHandedBack(at) ? shown : rest[0]
}

/** Something besides system text in front is the same, or a client's own summary says that there was something. */
function isRelated({ known, given, classified, front, resumes }: Case): boolean {
  const isSubstance = (block: GivenBlock, index: number): boolean => index >= front && !isPassing(block)
  const { fates } = classified
  return (
    resumes ||
    fates.some((fate) => fate.kind === 'known' && (fate.seq ?? 0) >= known.front()) ||
    !known.entries.some((entry) => entry.role !== 'system' && !isPassingEntry(entry)) ||
    !given.some(isSubstance) ||
    fates.some(({ kind }, index) => index >= front && kind !== 'new' && kind !== 'inserted' && kind !== 'passing')
  )
}

export interface Change {
  readonly seq: Seq
  readonly why: BranchCause
}

/** Edits and additions in what the model sees. A client that cut down a result or a picture made room: that is not among them. */
function changesShown(at: Case): readonly Change[] {
  const { classified, known, view, front } = at
  return classified.fates.flatMap((fate: BlockFate, index): readonly Change[] => {
    if (fate.kind === 'known') return index < front ? [] : rewordedBefore(at, index).filter(({ seq }) => !view?.isFolded(seq))
    if (index < front || (fate.kind !== 'edited' && fate.kind !== 'inserted' && fate.kind !== 'reduced')) return []
    if (view?.isFolded(fate.seq) || (fate.kind !== 'inserted' && isResult(at, index))) return []
    if (fate.kind !== 'reduced') return [{ seq: fate.seq, why: fate.kind }]
    return known.entries[fate.seq]?.kind === 'text' ? [{ seq: fate.seq, why: 'edited' }] : []
  })
}

/** The last thing the client says, or said before what is looked at. */
function lastGiven({ known, given, classified }: Case): GivenBlock | Entry | undefined {
  return given.findLast((block) => !isPassing(block)) ?? lastBefore(known.entries, classified.reach)
}

/** True for a history that ends with something to answer if the log has the answer. */
function asksAgain(last: GivenBlock | Entry, next: Entry): boolean {
  return last.role !== 'system' && last.role !== 'assistant' && next.role === 'assistant'
}

function lastBefore(entries: readonly Entry[], end: Seq): Entry | undefined {
  for (let seq = end - 1; seq >= 0; seq -= 1) if (!isPassingEntry(itemAt(entries, seq))) return entries[seq]
  return undefined
}

function messageStart(known: KnownLog, seq: Seq): Seq {
  return seqOf(seq - (known.entries[seq]?.message.block ?? 0))
}
