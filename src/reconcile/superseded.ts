import { itemAt } from '../schema/at.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Superseded } from '../schema/reconciliation.ts'
import { isOmitted, type ResendStart } from './common-start.ts'
import { deletionsFolded } from './deletions.ts'
import type { Case } from './judge.ts'
import { putInAmongFolded } from './put-in.ts'

/**
 * Messages that are folded and that the client edited, deleted or brought back. `same` are entries that it has unchanged. What it only cut
 * down to save room it still says. What it put in among them is said with its neighbour.
 */
export function supersededBy(at: Case & { readonly start: ResendStart }, same: SeqRange): readonly Superseded[] {
  const { known, given, classified, alignment, view, front, start } = at
  if (view === undefined) return []
  const revised = new Set(view.revised)
  const found = new Map<Superseded['seq'], Superseded>()
  const note = (seq: Superseded['seq'], by: Superseded['by'], text = ''): void => void found.set(seq, { seq, by, text })
  for (const seq of revised) {
    if (seq >= same.from && seq < same.end && !isOmitted(start.omitted, seq)) note(seq, 'restored')
  }
  for (const [index, fate] of classified.fates.entries()) {
    if (index < front || !('seq' in fate) || fate.seq === null || fate.kind === 'inserted' || !view.isFolded(fate.seq)) continue
    const { block } = itemAt(given, index)
    const isText = block.kind === 'text' && known.entries[fate.seq]?.kind === 'text'
    const isReworded = fate.kind === 'edited' || alignment.words.get(index)?.source === 'revision'
    if (isText && isReworded) note(fate.seq, 'edited', block.text)
    else if (revised.has(fate.seq)) note(fate.seq, 'restored')
  }
  for (const seq of deletionsFolded(at)) note(seq, 'deleted')
  for (const { beside, text } of putInAmongFolded(at, view)) {
    const now = found.get(beside)
    const own = known.entries[beside]
    const said = now === undefined || now.by === 'restored' ? (own?.kind === 'text' ? own.text : '') : now.text
    note(beside, 'edited', said === '' ? text : `${said}\n\n${text}`)
  }
  return [...found.values()].sort((a, b) => a.seq - b.seq)
}
