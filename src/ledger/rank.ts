import type { ItemKind, Ledger, LedgerItem } from '../schema/ledger.ts'

/** What goes first when there is no room: what can be found again most easily, or is of least use once it is done. */
const LEAST_FIRST: readonly ItemKind[] = [
  ...(['outcome', 'artifact', 'command', 'file', 'error', 'fact', 'step', 'decision', 'preference'] as const),
  ...(['rejected', 'request', 'open', 'state', 'task', 'constraint'] as const),
]

const PLACES: ReadonlyMap<ItemKind, number> = new Map(LEAST_FIRST.map((kind, place) => [kind, place]))

/**
 * The items of a ledger, the least useful first: what is no longer active, then by kind, then the oldest. The order is total: the same
 * ledger always loses the same items.
 */
export function leastUsefulFirst(items: readonly LedgerItem[]): readonly LedgerItem[] {
  return items.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || lastSource(a) - lastSource(b) || a.id.localeCompare(b.id, 'en', { numeric: true }),
  )
}

function rankOf({ status, kind }: LedgerItem): number {
  const place = PLACES.get(kind) ?? 0
  return status === 'superseded' ? place - 2 * LEAST_FIRST.length : status === 'done' ? place - LEAST_FIRST.length : place
}

function lastSource({ sources }: LedgerItem): number {
  return sources.at(-1) ?? 0
}

/** An item that left the ledger: recall finds it by the entries it came from. */
interface DemotedItem {
  readonly item: LedgerItem
  readonly handles: readonly number[]
}

interface Demotion {
  readonly ledger: Ledger
  /** The least useful first. A constraint among them is worth a line in the receipt. */
  readonly demoted: readonly DemotedItem[]
}

/**
 * Moves the least useful items of a ledger to recall until the rest costs at most `tokens`. Items of pinned entries never leave, nor
 * does the newest, whose number keeps numbers unique; constraints leave last.
 */
export function demoteItems(
  ledger: Ledger,
  options: {
    readonly tokens: number
    /** What an item costs when it is printed. */
    readonly cost: (item: LedgerItem) => number
    readonly pins: ReadonlySet<number>
  },
): Demotion {
  const { tokens, cost, pins } = options
  let total = ledger.items.reduce((sum, item) => sum + cost(item), 0)
  const newest = ledger.items.at(-1)
  const leaving = new Set<LedgerItem>()
  for (const item of leastUsefulFirst(ledger.items)) {
    if (total <= tokens) break
    if (item === newest || item.sources.some((seq) => pins.has(seq))) continue
    leaving.add(item)
    total -= cost(item)
  }
  if (leaving.size === 0) return { ledger, demoted: [] }
  return {
    ledger: { ...ledger, items: ledger.items.filter((item) => !leaving.has(item)) },
    demoted: [...leaving].map((item) => ({ item, handles: item.sources })),
  }
}
