import { occursIn } from './identifiers.ts'
import { isNegated } from './polarity.ts'
import type { Source } from './sources.ts'

/** That something is a commit, or went somewhere as one. */
const MADE =
  /\b(?:is|are|was|were|has been|have been) (?:[a-z]+ )?(?:committed|pushed|merged|amended|rebased)\b[^.;]{0,80}\b(?:as|at|in|to|with) (?:commit )?`?(?=\d{0,39}[a-f])([0-9a-f]{7,40})\b/i

/**
 * Whether something went into a commit as a statement says: it did if a result among the sources shows that very commit; `undefined` if it
 * speaks of none, or of one that no source shows.
 */
export function isCommittedAsTold(statement: string, { acts }: Source): boolean | undefined {
  const hash = MADE.exec(statement)?.[1]
  if (hash === undefined || !acts.results().some((text) => occursIn(text, hash))) return undefined
  return !isNegated(statement)
}
