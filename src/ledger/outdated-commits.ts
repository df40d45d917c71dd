import type { Candidate } from './remark-index.ts'
import { isSame } from './repository-lines.ts'
import type { VersionControl } from './version-control.ts'

/** "HEAD is that commit"; the method of HTTP has the same name. */
const NEWEST = /\bHEAD (?:commit )?(?:is|was|at|now|points)\b|\b(?:is|at|as) (?:the )?HEAD\b/
const OF_GIT = /\b(?:commit|branch)\b/i
const LATEST = /\b(?:latest|newest|current|last|most recent) commit\b/i
const MADE = /\bcommitted (?:as|in|with)\b|\bcommit (?:is|hash)\b/i
const HASH = /\b[0-9a-f]{7,40}\b/g

/** Whether the agent says which commit is the newest, and a later one was made since. */
export function isCommittedSince({ seq, remark }: Candidate, { commit, amended }: VersionControl): boolean {
  if (commit === undefined || seq > commit.seq || remark.authority !== 'assistant') return false
  const { text } = remark
  const hashes = text.match(HASH) ?? []
  if (hashes.some((hash) => isSame(commit.hash, hash))) return false
  if (NEWEST.test(text) && (hashes.length > 0 || OF_GIT.test(text))) return true
  if (hashes.length > 0 && LATEST.test(text)) return true
  return MADE.test(text) && hashes.some((hash) => isSame(hash, amended?.hash))
}
