import { itemAt } from '../schema/at.ts'
import type { SeqRange } from '../schema/range.ts'
import type { ResentResult } from '../schema/reconciliation.ts'
import { ownId } from './call-ids.ts'
import { isOmitted, type ResendStart } from './common-start.ts'
import type { Case } from './judge.ts'

/** The results that the client shows in other words than the log, or in the log's own again. `same` are entries that it shows unchanged. */
export function resentResults(at: Case & { readonly start: ResendStart }, same: SeqRange): readonly ResentResult[] {
  const { known, given, classified, alignment, view, start } = at
  const shown = new Set(view?.resent)
  const restored = [...shown].filter((seq) => seq >= same.from && seq < same.end && !isOmitted(start.omitted, seq))
  const results = new Map<ResentResult['seq'], string | null>(restored.map((seq) => [seq, null]))
  for (const [index, fate] of classified.fates.entries()) {
    if (!('seq' in fate) || fate.seq === null || fate.kind === 'inserted') continue
    const { block } = itemAt(given, index)
    if (block.kind !== 'tool-result' || known.entries[fate.seq]?.kind !== 'tool-result' || view?.isFolded(fate.seq)) continue
    const isOwn = fate.kind === 'known' && fate.words === 'own'
    if (isOwn && shown.has(fate.seq)) results.set(fate.seq, null)
    const isRevised = alignment.words.get(index)?.source === 'revision'
    if (isRevised || (fate.kind !== 'known' && isResult(at, index))) results.set(fate.seq, block.text)
  }
  return [...results].map(([seq, text]) => ({ seq, text }))
}

/** True if a client made a result smaller, or put a word in its place: it is shown as resent, and nothing else changes. */
export function isResult(at: Case, index: number): boolean {
  const fate = itemAt(at.classified.fates, index)
  // Under another id, or none, a result may be that of another call.
  const { block } = itemAt(at.asGiven, index)
  const entry = 'seq' in fate && fate.seq !== null ? at.known.entries[fate.seq] : undefined
  if (block.kind !== 'tool-result' || entry?.kind !== 'tool-result') return false
  return ownId(block) !== undefined && ownId(block) === ownId(entry) && block.text.length <= entry.text.length
}
