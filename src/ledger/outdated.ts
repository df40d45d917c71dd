import type { Facts } from './extract.ts'
import type { FileFact } from './file-facts.ts'
import { cueOf, says } from './languages/cue.ts'
import type { Candidate } from './remark-index.ts'
import { isSame } from './repository-lines.ts'
import type { VersionControl } from './version-control.ts'

const UNTOUCHED = cueOf('untouched')

/** Whether a remark says that a file was not changed, or which commit is the newest, and that is not so since. */
export function isOutdated(candidate: Candidate, { files, repository }: Pick<Facts, 'files' | 'repository'>): boolean {
  if (candidate.remark.authority !== 'assistant') return false
  return isTouchedSince(candidate, files) || isCommittedSince(candidate, repository)
}

function isTouchedSince({ seq, remark }: Candidate, files: readonly FileFact[]): boolean {
  if (remark.names.length === 0 || !says(UNTOUCHED, remark.text)) return false
  const later = files.filter((file) => file.seq > seq && file.operation !== 'read' && file.operation !== 'restored')
  return later.some(({ path }) => remark.names.some((name) => path === name || path.endsWith(`/${name}`)))
}

/** "HEAD is that commit"; the method of HTTP has the same name. */
const NEWEST = /\bHEAD (?:commit )?(?:is|was|at|now|points)\b|\b(?:is|at|as) (?:the )?HEAD\b/
const OF_GIT = /\b(?:commit|branch)\b/i
const LATEST = /\b(?:latest|newest|current|last|most recent) commit\b/i
const MADE = /\bcommitted (?:as|in|with)\b|\bcommit (?:is|hash)\b/i
const HASH = /\b[0-9a-f]{7,40}\b/g

function isCommittedSince({ seq, remark: { text } }: Candidate, { commit, amended }: VersionControl): boolean {
  if (commit === undefined || seq > commit.seq) return false
  const hashes = text.match(HASH) ?? []
  if (hashes.some((hash) => isSame(commit.hash, hash))) return false
  if (NEWEST.test(text) && (hashes.length > 0 || OF_GIT.test(text))) return true
  if (hashes.length > 0 && LATEST.test(text)) return true
  return MADE.test(text) && hashes.some((hash) => isSame(hash, amended?.hash))
}
