import { itemAt } from '../schema/at.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import type { BranchCause, Verdict, ViewFacts } from '../schema/reconciliation.ts'
import type { Alignment } from './align.ts'
import type { BlockFate } from './block-fate.ts'
import { sideOf } from './block-key.ts'
import type { Classified } from './classify.ts'
import { type GivenBlock, isPassing } from './given-blocks.ts'
import { isSimilar } from './how-changed.ts'
import type { KnownLog } from './known-log.ts'
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
  /** The last entry that this client is known to have held; `undefined` if nothing is known of it. */
  readonly held: number | undefined
  /** How many blocks in front are system text. */
  readonly front: number
  /** True if messages before these were recognised already. */
  readonly resumes: boolean
}

/** Says what the whole is, once every block has its fate. */
export function judge(at: Case): Verdict {
  const { classified, given } = at
  const next = nextEntry(at)
  const end = Math.max(classified.end, at.front)
  const fresh = given.findIndex((block, index) => index >= end && !isPassing(block))
  const isSummary = classified.fates[fresh]?.kind === 'summary'
  const replaced = next !== undefined && fresh !== -1 && !isSummary && isReplaced(at, next, itemAt(given, fresh))
  const isReworded = replaced && isSimilar(next, itemAt(given, fresh).block)
  if (!isReworded && !isRelated(at)) return { kind: 'unrelated' }
  const first = [...changesShown(at), ...(replaced ? [{ seq: next.seq, why: 'replaced' as const }] : [])]
    .sort((a, b) => a.seq - b.seq)
    .at(0)
  if (first !== undefined) return { kind: 'branch', at: messageStart(at.known, first.seq), why: first.why }
  if (classified.fates.some(({ kind }) => kind === 'new' || kind === 'summary')) return { kind: 'continues' }
  if (next === undefined) return { kind: 'unchanged' }
  return isAskedAgain(at, next)
    ? { kind: 'branch', at: messageStart(at.known, next.seq), why: 'asked-again' }
    : { kind: 'behind', at: next.seq }
}

/**
 * The first entry behind the known ones that the client would have to repeat. It need not repeat system text in front, which many hand in
 * elsewhere. It cannot repeat what our view has put away, if it hands our view back: then it has words of ours, or all that the view shows.
 */
function nextEntry({ known, alignment, classified, view }: Case): Entry | undefined {
  const { moved, words } = alignment
  const taken = new Set<Seq>(moved.values())
  for (const { seq } of words.values()) if (seq !== null) taken.add(seq)
  const isMissing = (entry: Entry): boolean => !isPassingEntry(entry) && !taken.has(entry.seq)
  const rest = known.entries.slice(Math.max(classified.reach, known.front())).filter(isMissing)
  const shown = rest.find((entry) => !view?.isFolded(entry.seq))
  return shown === undefined || words.size > 0 ? shown : rest[0]
}

/**
 * True if what is new stands in the place of what the log has next. Another answer in an answer's place always does. A client that held a
 * request and now sends another has replaced it; one that never had it is only late. For an unknown client, another wording of the same
 * request counts as a replacement.
 */
function isReplaced({ held }: Case, next: Entry, { role, block }: GivenBlock): boolean {
  if (held !== undefined && next.seq <= held) return true
  if (next.kind === 'tool-result' || block.kind === 'tool-result' || sideOf(next.role) !== sideOf(role)) return false
  return role === 'assistant' || (held === undefined && isSimilar(next, block))
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

/** Edits and additions in what the model sees; what a client only cut down is not among them. */
function changesShown({ classified, view, front }: Case): readonly { readonly seq: Seq; readonly why: BranchCause }[] {
  return classified.fates.flatMap((fate: BlockFate, index) => {
    if (index < front || (fate.kind !== 'edited' && fate.kind !== 'inserted')) return []
    return view?.isFolded(fate.seq) ? [] : [{ seq: fate.seq, why: fate.kind }]
  })
}

/** True for a history that ends with something to answer if the log has the answer. */
function isAskedAgain({ known, given, classified }: Case, next: Entry): boolean {
  const last = given.findLast((block) => !isPassing(block)) ?? lastBefore(known.entries, classified.reach)
  return last !== undefined && last.role !== 'system' && last.role !== 'assistant' && next.role === 'assistant'
}

function lastBefore(entries: readonly Entry[], end: Seq): Entry | undefined {
  for (let seq = end - 1; seq >= 0; seq -= 1) if (!isPassingEntry(itemAt(entries, seq))) return entries[seq]
  return undefined
}

function messageStart(known: KnownLog, seq: Seq): Seq {
  return seqOf(seq - (known.entries[seq]?.message.block ?? 0))
}
