import type { FileFact } from './file-facts.ts'

/** What is said to have become of a file. */
export function stateOf({ operation, from }: FileFact): string {
  const state = operation === 'restored' ? 'changes undone' : operation
  if (from === undefined) return state
  return operation === 'moved' ? `moved from ${from}` : `${state}, moved from ${from}`
}
