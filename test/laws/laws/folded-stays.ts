import { findFrontier } from '../../../src/log/frontier.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Receipt } from '../../../src/schema/receipt.ts'
import { grow } from '../judge/growth.ts'
import { observe, optionsOf } from '../judge/observe.ts'
import { DIALECT } from '../judge/subject.ts'
import { piecesOf } from '../judge/trials.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/**
 * B12: what a commit folded stays folded in every later request unless an undo came between. Held against the receipts of a thread that is
 * compacted to two windows, smaller and larger, and of one that grows. What
 * is part of the frontier now comes back (L5): law L3 had to cut it, or a call has joined its message to the open round.
 */
export const foldedStays: Law = {
  name: 'B12',
  title: 'what was folded stays folded',
  async check(subject, trial) {
    const { first, later, entries } = await observe(subject, trial)
    const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
    const growing = await grow({ subject, trial, options: optionsOf(trial, around), pieces: piecesOf(trial, messages) })
    const compacted = [first, later].flatMap((outcome) => (outcome.kind === 'made' ? [outcome.made.receipt] : []))
    const grown = growing.flatMap(({ outcome }) => (outcome.kind === 'made' ? (outcome.made.receipt ?? []) : []))
    return [...shownAgain(entries, compacted), ...shownAgain(entries, grown)]
  },
}

function shownAgain(entries: readonly Entry[], receipts: readonly Receipt[]): readonly LawBreach[] {
  let folded: ReadonlySet<number> = new Set()
  for (const receipt of receipts) {
    const now = foldedIn(receipt)
    const frontier = findFrontier(entries.slice(0, receipt.inputs.head))
    const last = new Set<number>([...frontier.people, ...frontier.openRound])
    const back = [...folded].filter((seq) => !now.has(seq) && !last.has(seq))
    const breaches = demand('B12', back.length === 0, () => `${receipt.strategy} shows again: ${back.join(' ')}`)
    if (breaches.length > 0) return breaches
    folded = now
  }
  return []
}

/** By the receipt's own account, which L6 holds against the request. */
function foldedIn({ fates }: Receipt): ReadonlySet<number> {
  const runs = fates.filter(({ fate }) => fate === 'summarized' || fate === 'dropped')
  return new Set(runs.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)))
}
