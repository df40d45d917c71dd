import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { ItemDraft, Ledger, LedgerItem, LedgerOperation } from '../schema/ledger.ts'

/** A ledger that nobody has written to. */
export const EMPTY_LEDGER: Ledger = { items: [], coveredTo: 0, round: 0 }

export interface Folded {
  readonly ledger: Ledger
  /** Operations that name an item which is not there. */
  readonly rejected: readonly LedgerOperation[]
}

/**
 * Carries operations out, in order. An item that no operation names stays as it is, byte for byte: that is why a ledger does not
 * drift. Whether an operation is right is for the checker to say.
 */
export function foldLedger(
  ledger: Ledger,
  operations: readonly LedgerOperation[],
  { entries }: { readonly entries: readonly Entry[] },
): Folded {
  const items = [...ledger.items]
  const rejected: LedgerOperation[] = []
  const add = (draft: ItemDraft): void => {
    items.push(itemOf(draft, `i${items.length + 1}`, entries))
  }
  for (const operation of operations) {
    if (operation.op === 'add') {
      add(operation.item)
      continue
    }
    const at = items.findIndex((item) => item.id === operation.id && item.status === 'active')
    const item = items[at]
    if (item === undefined) {
      rejected.push(operation)
      continue
    }
    items[at] = changed(item, operation, entries)
    if (operation.op === 'supersede') add(operation.by)
  }
  return { ledger: { ...ledger, items }, rejected }
}

function itemOf(draft: ItemDraft, id: string, entries: readonly Entry[]): LedgerItem {
  const sources = ordered(draft.sources)
  return { ...draft, id, sources, status: 'active', time: entries[sources.at(-1) ?? -1]?.time ?? null }
}

function changed(item: LedgerItem, operation: Exclude<LedgerOperation, { op: 'add' }>, entries: readonly Entry[]): LedgerItem {
  switch (operation.op) {
    case 'supersede':
      return { ...item, status: 'superseded' }
    case 'resolve':
      return { ...item, status: 'done', sources: ordered([...item.sources, ...operation.sources]) }
    case 'update': {
      const { id, ...draft } = { ...item, text: operation.text, sources: [...item.sources, ...operation.sources] }
      return itemOf(draft, id, entries)
    }
  }
}

function ordered(sources: readonly Seq[]): readonly Seq[] {
  return [...new Set(sources)].sort((a, b) => a - b)
}
