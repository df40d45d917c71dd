import type { Entry } from '../schema/entry.ts'
import type { Alignment } from './align.ts'
import { isInvented, isNamed } from './call-ids.ts'
import type { GivenBlock } from './given-blocks.ts'

/**
 * Blocks under the log's call ids, if a client has ids of its own: a call that says what a call of the log says is that call, and its
 * result, known or new, answers it. `undefined` if no call was recognised.
 */
export function translateIds(
  given: readonly GivenBlock[],
  { seqs, words }: Alignment,
  entries: readonly Entry[],
): readonly GivenBlock[] | undefined {
  const names = new Map<string, string>()
  for (const [index, { block }] of given.entries()) {
    const seq = words.has(index) ? undefined : seqs[index]
    const entry = seq === undefined ? undefined : entries[seq]
    if (block.kind !== 'tool-call' || entry?.kind !== 'tool-call' || block.callId === entry.callId) continue
    if (isInvented(entry, block)) continue
    names.set(block.callId, entry.callId)
  }
  if (names.size === 0) return undefined
  return given.map((there) => {
    const { block } = there
    if (!isNamed(block) || block.inventedId === true) return there
    const callId = names.get(block.callId)
    return callId === undefined ? there : { ...there, block: { ...block, callId } }
  })
}
