import { isBetweenMessages, type ResendStart } from '../reconcile/common-start.ts'
import type { Entry } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Reconciliation } from '../schema/reconciliation.ts'
import { rangeShown } from '../schema/stored-plan.ts'
import type { Handed } from './client-memories.ts'

/** Where a history that begins with the first `same` messages of last time can be taken up: between two messages of the log. */
export function startAfter(entries: readonly Entry[], { reach, omitted }: Handed, same: number): ResendStart {
  let messages = Math.min(same, reach.length)
  const seqBehind = (): Seq => reach[messages - 1] ?? seqOf(0)
  while (messages > 0 && !isBetweenMessages(entries, seqBehind())) messages -= 1
  const seq = seqBehind()
  return { messages, seq, omitted: clip(omitted, seq) }
}

/** The parts of ranges that lie before `border`. */
function clip(ranges: readonly SeqRange[], border: Seq): readonly SeqRange[] {
  return ranges.filter(({ from }) => from < border).map(({ from, end }) => ({ from, end: end < border ? end : border }))
}

/** What to remember of a history once it is in the log. `start` is where it was taken up, `drafts` how many messages were read. */
export function handedNow(options: {
  readonly messages: readonly Json[]
  readonly before: Handed | undefined
  readonly start: ResendStart
  readonly drafts: number
  readonly found: Reconciliation
}): Handed {
  const { messages, before, start, found } = options
  // If a message is not exactly one draft, it is unknown where a later history goes on.
  const isOneToOne = start.messages + options.drafts === messages.length
  const reach = isOneToOne ? [...(before?.reach.slice(0, start.messages) ?? []), ...found.reach] : []
  return { messages, reach, omitted: found.omitted.map(rangeShown) }
}
