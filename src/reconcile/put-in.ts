import { itemAt } from '../schema/at.ts'
import type { Entry, Role } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import type { ViewFacts } from '../schema/reconciliation.ts'
import type { Case } from './judge.ts'

/** Texts that a client put in among folded messages, for the entry beside which a summary says them. */
interface PutIn {
  readonly beside: Seq
  readonly text: string
}

/**
 * What a client put in, now or before, where everything is folded. The log has no place for it, so that a summary says it as if the one who
 * speaks had said it with the message before, or, if there is none, with the next.
 */
export function putInAmongFolded({ known, given, classified, alignment, front }: Case, view: ViewFacts): readonly PutIn[] {
  return classified.fates.flatMap((fate, index): readonly PutIn[] => {
    const before = fate.kind === 'inserted' ? fate.seq : recordedPlace(alignment.words.get(index))
    const { block, role } = itemAt(given, index)
    if (index < front || before === undefined || block.kind !== 'text' || !view.isFolded(before)) return []
    const beside = sameVoice(known.entries, before, role, view)
    return beside === undefined ? [] : [{ beside, text: block.text }]
  })
}

function recordedPlace(words: { readonly seq: Seq | null; readonly before?: Seq } | undefined): Seq | undefined {
  return words?.seq === null ? words.before : undefined
}

function sameVoice(entries: readonly Entry[], before: Seq, role: Role, view: ViewFacts): Seq | undefined {
  const isHost = (seq: number): boolean =>
    entries[seq]?.kind === 'text' && entries[seq]?.role === role && view.isFolded(seqOf(seq))
  for (let seq = before - 1; seq >= 0; seq -= 1) if (isHost(seq)) return seqOf(seq)
  for (let seq: number = before; seq < entries.length && view.isFolded(seqOf(seq)); seq += 1) if (isHost(seq)) return seqOf(seq)
  return undefined
}
