import type { Ledger, LedgerOperation } from '../schema/ledger.ts'

/**
 * The work stands in one place only: of several states in an answer the last one counts, and it takes the place of the one that the ledger
 * has, unless the answer says itself what becomes of that one.
 *
 *     ledger i4 state   add state "Two of three", add state "All three"   →   supersede i4 by "All three"
 */
export function withOneState(operations: readonly LedgerOperation[], { items }: Ledger): readonly LedgerOperation[] {
  const isState = (operation: LedgerOperation): boolean => operation.op === 'add' && operation.item.kind === 'state'
  const last = operations.findLast(isState)
  if (last?.op !== 'add') return operations
  const named = new Set(operations.flatMap((operation) => (operation.op === 'add' ? [] : [operation.id])))
  const replaced = items.find(
    ({ id, kind, status, authority }) => kind === 'state' && status === 'active' && authority === 'assistant' && !named.has(id),
  )
  return operations
    .filter((operation) => operation === last || !isState(operation))
    .map((operation) => (operation === last && replaced ? { op: 'supersede', id: replaced.id, by: last.item } : operation))
}
