import type { MessageDraft } from '../../schema/draft.ts'
import type { Entry } from '../../schema/entry.ts'
import type { Seq } from '../../schema/ids.ts'
import type { Omission } from '../../schema/reconciliation.ts'
import { EMPTY_BLOCK } from './given-blocks.ts'
import { isPassingEntry, isSame } from './same-block.ts'

/** Where a resend goes on from an earlier one: its first `messages` are the same, and the log's entries before `seq` belong to them. */
export interface ResendStart {
  readonly messages: number
  readonly seq: Seq
}

export interface CommonStart extends ResendStart {
  /** For each message in common, the entry behind its last one. */
  readonly reach: readonly Seq[]
  /** Entries on the way that clients leave out as they like, and this one did. */
  readonly omitted: readonly Omission[]
}

/**
 * The messages at the beginning that say what the log says: nearly all of a usual resend, so nothing is made of them. A message
 * counts whole or not at all.
 */
export function commonStart(entries: readonly Entry[], incoming: readonly MessageDraft[], from: Seq): CommonStart {
  const reach: Seq[] = []
  const omitted: Omission[] = []
  let seq = from
  for (const draft of incoming) {
    const after = passMessage(entries, draft, seq, omitted)
    if (after === undefined) break
    seq = after
    reach.push(seq)
  }
  while (omitted.length > 0 && (omitted.at(-1) as Omission).to >= seq) omitted.pop()
  return { messages: reach.length, seq, reach, omitted }
}

/** The entry behind a message that says what the log says from `from` on. */
function passMessage(entries: readonly Entry[], draft: MessageDraft, from: Seq, omitted: Omission[]): Seq | undefined {
  const { role, blocks } = draft
  let seq = from
  for (let place = 0; place < Math.max(blocks.length, 1); place += 1) {
    const block = blocks[place] ?? EMPTY_BLOCK
    const there = { role, block, draft, message: 0, place }
    for (;;) {
      const entry = entries[seq]
      if (entry === undefined) return undefined
      if (isSame(entry, there, 'kept')) break
      if (!isPassingEntry(entry)) return undefined
      omitted.push({ from: seq, to: seq })
      seq += 1
    }
    seq += 1
  }
  return seq
}
