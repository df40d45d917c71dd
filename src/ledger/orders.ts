import type { Entry, TextEntry } from '../schema/entry.ts'

/** System text that comes when the conversation is under way. What stands in front is never folded. */
export function isOrder(entry: Entry): entry is TextEntry {
  return entry.kind === 'text' && entry.role === 'system' && entry.author === 'harness' && entry.seq > 0 && !entry.foreignSummary
}
