import type { Seq } from '../schema/ids.ts'
import type { Candidate } from './remark-index.ts'

/** Entries after which what the agent said is no longer about what it does. */
const LONG_AGO = 12
/** With fewer words besides names ("Let me fix this:"), a purpose tells nothing that the file's name does not. */
const FEWEST_WORDS = 6

/**
 * What a change is for, if the file was changed before: the new purpose, unless it says little and the one before says more. One of long ago
 * is kept only for what it says.
 *
 *     "Now let me rewrite the retry loop so that it gives up after a minute:" · "Let me fix this:"  →  the first
 */
export function tellingPurpose(before: Candidate | undefined, now: Candidate | undefined, seq: Seq): Candidate | undefined {
  if (before === undefined || (now !== undefined && tells(now))) return now
  if (tells(before)) return before
  return now ?? (isLongAgo(before, seq) ? undefined : before)
}

/** Whether a purpose was said so long before a change that it needs its own handle. */
export function isLongAgo(purpose: Candidate, seq: Seq): boolean {
  return seq - purpose.seq > LONG_AGO
}

function tells({ remark: { words, names, isWritten } }: Candidate): boolean {
  return isWritten !== true && words + Math.min(2, names.length) >= FEWEST_WORDS
}
