import { itemAt } from '../schema/at.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { BlockFate } from './block-fate.ts'
import { sideOf } from './block-key.ts'
import { isInvented, isNamed, mayBeSame, type Named } from './call-ids.ts'
import { type GivenBlock, isMarkedSummary } from './given-blocks.ts'
import { howChanged, isSimilar } from './how-changed.ts'

/** What two known blocks have between them: blocks that no entry says, and entries that no block says. */
interface Gap {
  readonly blocks: readonly GivenBlock[]
  readonly entries: readonly Entry[]
  /** True if nothing that is known stands before the gap: a client that has trimmed its head has taken nothing back. */
  readonly isHead: boolean
  /** True if the client may tell in its own words what this entry said. */
  mayBeTold(seq: Seq): boolean
  /** The entry behind the gap; none at the end of the log. */
  readonly next: Seq | undefined
  /** True if the log has the call that a result answers. */
  isCalled(result: Named): boolean
}

const LOOK_AHEAD = 8

/**
 * Says what became of the entries in a gap. As many blocks as entries, each of its entry's kind: they were edited, one by one.
 * Otherwise a block is an edit of the entry it resembles. What then is left over tells of entries that are gone (the client's own
 * summary), replaces them, or was put in.
 *
 *     log     [u1 a1] u2 a2 u3 a3 [u4]      [u1 a1] u2 [a2]      [u1] · [a1]
 *     given   [u1 a1]  summary    [u4]      [u1 a1] uX [a2]      [u1] x [a1]
 *                                              an edit             put in
 */
export function pairLeftovers(gap: Gap): readonly BlockFate[] {
  const { blocks, entries } = gap
  const isPlain = blocks.length === entries.length && !blocks.some(({ block }) => isMarkedSummary(block))
  if (isPlain && blocks.every((block, index) => isOfKind(itemAt(entries, index), block))) {
    return blocks.map(({ block }, index) => changeOf(itemAt(entries, index), block))
  }
  const paired: (Entry | undefined)[] = blocks.map(() => undefined)
  let next = 0
  for (const [index, block] of blocks.entries()) {
    const ahead = entries.slice(next, next + LOOK_AHEAD)
    const found = ahead.findIndex(
      (entry) => !isMarkedSummary(block.block) && isOfKind(entry, block) && isSimilar(entry, block.block),
    )
    if (found === -1) continue
    paired[index] = ahead[found]
    next += found + 1
  }
  const open = blocks.filter((_, index) => paired[index] === undefined)
  const changed = new Set(paired)
  const gone = entries.filter((entry) => !changed.has(entry))
  // Texts, and fewer of them, for what the model no longer sees or the client may have trimmed: that is told, not replaced.
  const mayBeTold = gap.isHead || gone.every(({ seq }) => gap.mayBeTold(seq))
  const isTold =
    mayBeTold && open.length < gone.length && open.every(({ block }) => block.kind === 'text' || isMarkedSummary(block))
  return blocks.map(({ block }, index) => {
    const entry = paired[index]
    if (entry !== undefined) return changeOf(entry, block)
    if (block.kind === 'tool-result' && gap.isCalled(block)) return { kind: 'new' }
    if (isMarkedSummary(block) || isTold) return { kind: 'summary' }
    const behind = paired.slice(index, index + LOOK_AHEAD).find((next) => next !== undefined)?.seq ?? gap.next
    const seq = gap.isHead ? behind : least(behind, gone[0]?.seq)
    return seq === undefined ? { kind: 'new' } : { kind: 'inserted', seq }
  })
}

function least(a: Seq | undefined, b: Seq | undefined): Seq | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a < b ? a : b
}

function changeOf(entry: Entry, block: GivenBlock['block']): BlockFate {
  return { kind: howChanged(entry, block), seq: entry.seq }
}

/** A picture may have given way to a word for it. Calls and results under other ids are others. */
function isOfKind(entry: Entry, { role, block }: GivenBlock): boolean {
  if (entry.kind === 'file' && block.kind === 'text') return block.text.length <= 200 && sideOf(entry.role) === sideOf(role)
  if (isNamed(entry) && isNamed(block)) {
    const isSameId = entry.callId === block.callId || (isInvented(entry, block) && mayBeSame(entry, block, 'kept'))
    return entry.kind === block.kind && isSameId
  }
  return entry.kind === block.kind && (entry.kind !== 'text' || sideOf(entry.role) === sideOf(role))
}
