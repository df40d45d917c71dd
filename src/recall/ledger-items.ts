import type { LedgerItem } from '../schema/ledger.ts'
import { readQuery } from './read-query.ts'
import { termsOf } from './terms.ts'

/** An item of a ledger that a query is about, and how much of the query it says. */
interface FittingItem {
  readonly item: LedgerItem
  readonly share: number
}

/** An item that says less of a query than this is about something else. */
const LEAST = 0.5
const MOST_ITEMS = 5

/** Items of a ledger as documents: those that say most of what is asked, the best first. */
export function itemsFor(items: readonly LedgerItem[], text: string): readonly FittingItem[] {
  const { terms } = readQuery(text)
  const all = terms.reduce((sum, { share }) => sum + share, 0)
  if (all === 0) return []
  const fitting = items.flatMap((item) => {
    const held = new Set(termsOf(`${item.kind} ${item.text} ${item.context ?? ''} ${item.unconfirmed?.text ?? ''}`))
    const share = terms.reduce((sum, term) => sum + (held.has(term.term) ? term.share : 0), 0) / all
    return share >= LEAST && item.status !== 'superseded' ? [{ item, share }] : []
  })
  return fitting.sort((a, b) => b.share - a.share).slice(0, MOST_ITEMS)
}
