import type { Entry } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'

/** So many calls, and what came after them, are read for what they say: of older ones, only which files they touched and how they ended. */
const NEWEST_CALLS = 128

/** Where they begin. */
export function horizonOf(entries: readonly Entry[]): Seq {
  let left = NEWEST_CALLS
  for (let at = entries.length - 1; at > 0; at -= 1) {
    if (entries[at]?.kind === 'tool-call') left -= 1
    if (left === 0) return seqOf(at)
  }
  return seqOf(0)
}

export function isOfTool({ kind }: Entry): boolean {
  return kind === 'tool-call' || kind === 'tool-result'
}
