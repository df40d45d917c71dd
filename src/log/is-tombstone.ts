import type { Entry } from '../schema/entry.ts'

/** The dialect of what was erased. No provider has it, so every dialect shows words of ours and never looks for a raw block. */
export const ERASED = 'erased'

/** True of what `tombstoneOf` left. */
export function isTombstone(entry: Entry): boolean {
  return entry.message.dialect === ERASED
}
