import { itemAt } from '../schema/at.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { after, type Seq } from '../schema/ids.ts'
import { rangeAt, type SeqRange } from '../schema/range.ts'
import { EMPTY_BLOCK } from './given-blocks.ts'
import { isPassingEntry, isSame } from './same-block.ts'

/** Where a resend goes on from an earlier one: its first `messages` are the same, and the log's entries before `seq` belong to them. */
export interface ResendStart {
  readonly messages: number
  readonly seq: Seq
  /** Entries before `seq` that none of them says. */
  readonly omitted: readonly SeqRange[]
}

interface CommonStart extends ResendStart {
  /** For each message in common, the entry behind its last one. */
  readonly reach: readonly Seq[]
}

/**
 * The messages at the beginning that say what the log says: nearly all of a usual resend, so nothing is made of them. A message
 * counts whole or not at all, on either side.
 */
export function commonStart(entries: readonly Entry[], incoming: readonly MessageDraft[], from: Seq): CommonStart {
  const reach: Seq[] = []
  const omitted: SeqRange[] = []
  let seq = from
  for (const draft of incoming) {
    const after = passMessage(entries, draft, seq, omitted)
    if (after === undefined) break
    seq = after
    reach.push(seq)
  }
  while (reach.length > 0 && !isBetweenMessages(entries, seq)) {
    reach.pop()
    seq = reach.at(-1) ?? from
  }
  while ((omitted.at(-1)?.end ?? seq) > seq) omitted.pop()
  return { messages: reach.length, seq, reach, omitted }
}

/** True if a message of the log ends before entry `seq`. */
export function isBetweenMessages(entries: readonly Entry[], seq: Seq): boolean {
  return (entries[seq]?.message.block ?? 0) === 0
}

/** The entry behind a message that says what the log says from `from` on. */
function passMessage(entries: readonly Entry[], draft: MessageDraft, from: Seq, omitted: SeqRange[]): Seq | undefined {
  const { role, blocks } = draft
  let seq = from
  for (let place = 0; place < Math.max(blocks.length, 1); place += 1) {
    const block = blocks[place] ?? EMPTY_BLOCK
    const there = { role, block, draft, ids: 'kept', message: 0, place } as const
    for (;;) {
      const entry = entries[seq]
      if (entry === undefined) return undefined
      if (isSame(entry, there)) break
      if (!isPassingEntry(entry)) return undefined
      omitted.push(rangeAt(seq))
      seq = after(seq)
    }
    seq = after(seq)
  }
  return seq
}

/** True if one of ascending ranges has entry `seq` in it. */
export function isOmitted(ranges: readonly SeqRange[], seq: Seq): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (itemAt(ranges, middle).end <= seq) low = middle + 1
    else high = middle
  }
  return (ranges[low]?.from ?? Number.POSITIVE_INFINITY) <= seq
}
