import type { Entry, TextEntry } from '../schema/entry.ts'
import type { Facts } from './extract.ts'
import { isQuestion } from './last-sign.ts'
import type { ReadLog } from './read-log.ts'
import type { Candidate } from './remark-index.ts'

/** What the agent said last that comes next, if it has done nothing since; and what it asked, if nobody has answered. */
export function leftOpen({ lastState }: Facts, { entries, read }: ReadLog): readonly Candidate[] {
  if (lastState?.kind !== 'text') return []
  const { isAnswered, isFollowed } = since(entries, lastState)
  if (isAnswered) return []
  const { seq } = lastState
  return read(lastState)
    .remarks.filter(
      ({ text, kind, isAnnounced }) => isQuestion(text) || (!isFollowed && (isAnnounced === true || kind === 'open')),
    )
    .map((remark) => ({ seq, remark }))
}

/** Whether a person spoke after an entry, and whether the agent made a call. */
function since(entries: readonly Entry[], { seq }: TextEntry): { readonly isAnswered: boolean; readonly isFollowed: boolean } {
  const later = entries.slice(seq + 1)
  return {
    isAnswered: later.some((entry) => entry.kind === 'text' && entry.author === 'person'),
    isFollowed: later.some((entry) => entry.kind === 'tool-call'),
  }
}
