import { itemAt } from '../schema/at.ts'
import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { isJsonObject } from '../schema/json.ts'
import type { Revision, Verdict } from '../schema/reconciliation.ts'
import { type BlockFate, isNew } from './block-fate.ts'
import { blockOf } from './block-of.ts'
import { isNamed, mayBeSame } from './call-ids.ts'
import type { GivenBlock } from './given-blocks.ts'
import type { Case } from './judge.ts'
import type { KnownLog } from './known-log.ts'
import { type Kept, partOfDraft } from './part-of-draft.ts'
import { isResult } from './resent-results.ts'

/** What a log needs to say what was handed in: its new messages, or, behind a branch, everything from there on. */
export function draftsToAppend(at: Case & { readonly verdict: Verdict }): readonly MessageDraft[] {
  const { given, asGiven, classified, verdict, known } = at
  const { fates } = classified
  switch (verdict.kind) {
    case 'unchanged':
    case 'behind':
      return []
    case 'unrelated':
      return at.incoming
    case 'continues':
      return collect(given, fates, (index) => (isNew(itemAt(fates, index)) ? given[index]?.block : undefined))
    case 'branch': {
      const first = fates.findIndex((fate, index) => isNew(fate) || (placeOf(at, index) ?? -1) >= verdict.at)
      return collect(given, fates, (index) => {
        if (first === -1 || index < first) return undefined
        const [there, own] = [itemAt(given, index), itemAt(asGiven, index)]
        const kept = behindBranch(at, index, verdict.at)
        const isRenamed = there.block !== own.block && !isNamedBefore(known, there, verdict.at)
        return kept !== undefined && isRenamed ? own.block : kept
      })
    }
  }
}

/** True if a call before the branch has this id: what answers it must name it. Behind a branch, a client's own ids stay. */
function isNamedBefore(known: KnownLog, { block }: GivenBlock, at: Seq): boolean {
  return isNamed(block) && known.under('tool-call', block.callId).some((seq) => seq < at)
}

/**
 * What a block is behind a branch: neither words of ours nor what stands before the branch. For an entry as we showed it, the entry; for a
 * result that the client cut down, the whole of it, which a commit then shows as the client does.
 */
function behindBranch(at: Case, index: number, from: Seq): BlockDraft | undefined {
  const fate = itemAt(at.classified.fates, index)
  const { block, draft } = itemAt(at.given, index)
  if (fate.kind === 'ours') return undefined
  // What a client said in other words, it says; of its results, the log has the whole, unless they were put in where all was folded.
  const isPutIn = 'seq' in fate && fate.seq === null
  if (at.alignment.words.get(index)?.source === 'revision' && (block.kind !== 'tool-result' || isPutIn)) {
    return (placeOf(at, index) ?? from) < from ? undefined : block
  }
  const isReworded = fate.kind === 'known' ? fate.words === 'other' : isResult(at, index)
  if (fate.kind !== 'known' && !isReworded) return block
  if (!('seq' in fate) || fate.seq === null || (fate.kind === 'known' && fate.seq < from)) return undefined
  const entry = at.known.entries[fate.seq]
  return isReworded && entry?.message.dialect === draft.shell.dialect && isOfSameCall(entry, block)
    ? inFormOf(block, blockOf(entry))
    : block
}

/** What the log has, in the form that the client's message has a place for: one that was a list of parts may come back as a text. */
function inFormOf(given: BlockDraft, known: BlockDraft): BlockDraft {
  if (isJsonObject(given.raw) === isJsonObject(known.raw)) return known
  if (known.kind !== 'text') return given
  return { ...known, raw: isJsonObject(given.raw) ? { ...given.raw, text: known.text } : known.text }
}

/** The entry that a block stands for, or before. */
function placeOf({ classified, alignment }: Case, index: number): Seq | undefined {
  const fate = itemAt(classified.fates, index)
  return ('seq' in fate ? fate.seq : undefined) ?? alignment.words.get(index)?.before
}

/** Many results are cleared in the same words: one under another id answers another call. */
function isOfSameCall(entry: Entry, block: BlockDraft): boolean {
  return !isNamed(entry) || !isNamed(block) || mayBeSame(entry, block, 'kept')
}

/** Messages of the blocks that `pick` keeps. */
function collect(
  given: readonly GivenBlock[],
  fates: readonly BlockFate[],
  pick: (index: number) => BlockDraft | undefined,
): readonly MessageDraft[] {
  const drafts: MessageDraft[] = []
  let kept: Kept[] = []
  let onlySummary = true
  for (const [index, { draft, message, place }] of given.entries()) {
    const block = pick(index)
    if (block !== undefined) {
      const isSummary = fates[index]?.kind === 'summary'
      onlySummary &&= isSummary
      kept.push({ place, block: isSummary && block.kind === 'text' ? { ...block, foreignSummary: true } : block })
    }
    if (given[index + 1]?.message === message || kept.length === 0) continue
    const part = draft.blocks.length === 0 ? draft : partOfDraft(draft, kept)
    // Whatever role a program gives its summary, no person wrote it.
    drafts.push(onlySummary ? { ...part, author: 'harness' } : part)
    kept = []
    onlySummary = true
  }
  return drafts
}

/** What the client says differently while the log's words stay. Behind a branch nothing stays. */
export function revisionsOf(
  at: Case & { readonly verdict: Verdict; readonly start: { readonly messages: number } },
): readonly Revision[] {
  const { given, classified, verdict, view, front, start } = at
  if (verdict.kind === 'unrelated') return []
  const end = verdict.kind === 'branch' ? verdict.at : Number.POSITIVE_INFINITY
  return classified.fates.flatMap((fate, index): readonly Revision[] => {
    if ((fate.kind !== 'edited' && fate.kind !== 'reduced' && fate.kind !== 'inserted') || fate.seq >= end) return []
    const { draft, block, place, message } = itemAt(given, index)
    const where = index < front ? 'front' : view?.isFolded(fate.seq) ? 'folded' : 'visible'
    const part = partOfDraft(draft, [{ place, block }])
    return [{ kind: fate.kind, seq: fate.seq, where, message: start.messages + message, draft: part }]
  })
}
