import { after, type Seq } from '../schema/ids.ts'
import type { BlockFate } from './block-fate.ts'
import type { Classified } from './classify.ts'
import type { GivenBlock } from './given-blocks.ts'
import type { KnownLog } from './known-log.ts'

/** How many blocks in front are system text. */
export function frontOf(given: readonly GivenBlock[]): number {
  const first = given.findIndex(({ role }) => role !== 'system')
  return first === -1 ? given.length : first
}

/**
 * System text in front that the log does not have counts as another wording of the log's, however different it is: many clients write the
 * time into it. It never makes a history a branch; a client that changes it for good passes it with the request.
 */
export function rewordFront(
  classified: Classified,
  options: { readonly front: number; readonly known: KnownLog; readonly from: Seq; readonly seqs: readonly (Seq | undefined)[] },
): Classified {
  const { front, known, from, seqs } = options
  if (front === 0 || known.entries.length === 0) return classified
  const matched = new Set(seqs.slice(0, front))
  const open: Seq[] = []
  for (let seq = from; seq < known.front(); seq = after(seq)) if (!matched.has(seq)) open.push(seq)
  const fates = classified.fates.map((fate, index): BlockFate => {
    if (index >= front || fate.kind === 'known' || fate.kind === 'ours' || fate.kind === 'passing') return fate
    const seq = open.shift()
    return seq === undefined ? { kind: 'inserted', seq: known.front() } : { kind: 'edited', seq }
  })
  return { ...classified, fates }
}
