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
 * is part of the frontier now comes back (L5): law L3 had to cut it, or a call has joined its message to the open round. So does the thinking
 * that led to a pinned call, if law L3 left it out and there is room for it now.
 */
export const foldedStays: Law = {
  name: 'B12',
  title: 'what was folded stays folded',
  async check(subject, trial) {
    const { first, later, entries, pinned } = await observe(subject, trial)
    const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
    const growing = await grow({ subject, trial, options: optionsOf(trial, around), pieces: piecesOf(trial, messages) })
    const compacted = [first, later].flatMap((outcome) => (outcome.kind === 'made' ? [outcome.made.receipt] : []))
    const grown = growing.flatMap(({ outcome }) => (outcome.kind === 'made' ? (outcome.made.receipt ?? []) : []))
    const thoughts = thinkingOf(pinned, entries)
    return [...shownAgain(entries, compacted, thoughts), ...shownAgain(entries, grown, thoughts)]
  },
}

/** Thinking in the messages of pinned entries. */
function thinkingOf(pinned: readonly Entry[], entries: readonly Entry[]): ReadonlySet<number> {
  const messages = new Set(pinned.map(({ message }) => message.id))
  return new Set(entries.flatMap(({ kind, seq, message }) => (kind === 'reasoning' && messages.has(message.id) ? [seq] : [])))
}

function shownAgain(
  entries: readonly Entry[],
  receipts: readonly Receipt[],
  thoughts: ReadonlySet<number>,
): readonly LawBreach[] {
  let folded: ReadonlySet<number> = new Set()
  let wasCut = false
  for (const receipt of receipts) {
    const now = foldedIn(receipt)
    const frontier = findFrontier(entries.slice(0, receipt.inputs.head))
    const last = new Set<number>([...frontier.people, ...frontier.openRound])
    const back = [...folded].filter((seq) => !now.has(seq) && !last.has(seq) && !(wasCut && thoughts.has(seq)))
    const breaches = demand('B12', back.length === 0, () => `${receipt.strategy} shows again: ${back.join(' ')}`)
    if (breaches.length > 0) return breaches
    folded = now
    wasCut = receipt.lawOverrides.some(({ law }) => law === 'L3')
  }
  return []
}

/** By the receipt's own account, which L6 holds against the request. */
function foldedIn({ fates }: Receipt): ReadonlySet<number> {
  const runs = fates.filter(({ fate }) => fate === 'summarized' || fate === 'dropped')
  return new Set(runs.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)))
}
