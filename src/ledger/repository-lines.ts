import { handleOf, type Seq } from '../schema/ids.ts'
import { inQuotes, shownName } from './defuse.ts'
import type { Facts } from './extract.ts'
import type { FileFact } from './file-facts.ts'
import { conflictLine } from './git-conflicts.ts'
import { statusWords } from './git-status.ts'
import { oneLine } from './one-line.ts'
import type { Commit, VersionControl } from './version-control.ts'

/** A line about the repository, and the entry that it is of. */
interface RepositoryLine {
  readonly seq: Seq
  readonly text: string
}

const LONGEST_SUBJECT = 90
const MOST_FILES = 4

/** The last commit with what came after it, and what git said last of changed files. */
export function repositoryLines(
  { repository, files }: Pick<Facts, 'repository' | 'files'>,
  root: string,
): readonly RepositoryLine[] {
  const { commit, status, elsewhere, moved, conflict } = repository
  const words = status === undefined ? '' : statusWords(status)
  return [
    ...(commit === undefined
      ? branchLine(moved)
      : [{ seq: commit.seq, text: commitLine(commit, repository, sinceWords(repository, files, root)) }]),
    ...(conflict === undefined ? [] : [{ seq: conflict.seq, text: conflictLine(conflict) }]),
    ...(status === undefined || words === ''
      ? []
      : [{ seq: status.seq, text: `- git status: ${words} (${handleOf(status.seq)})` }]),
    ...(elsewhere === undefined || elsewhere.seq < (status?.seq ?? 0)
      ? []
      : [
          {
            seq: elsewhere.seq,
            text: `- git status in ${shownName(elsewhere.folder)}: ${statusWords(elsewhere)} (${handleOf(elsewhere.seq)})`,
          },
        ]),
  ]
}

/** What moved the branch last, if nothing was committed. */
function branchLine(moved: VersionControl['moved']): readonly RepositoryLine[] {
  if (moved === undefined) return []
  const words = inQuotes(oneLine(moved.words, LONGEST_SUBJECT))
  return [{ seq: moved.seq, text: `- no commit seen since ${words} (${handleOf(moved.seq)})` }]
}

/** `- last commit: 1a2b3c4 on main, amended (was 5d6e7f8, e12): “Fix it” (e14); pushed (e16)` */
function commitLine({ hash, branch, subject, seq, isAmended }: Commit, known: VersionControl, since: string): string {
  const { amended, before, pushed, pushedBefore, moved } = known
  const was = amended === undefined ? '' : ` (was ${shownName(amended.hash)}, ${handleOf(amended.seq)})`
  const isNews = before !== undefined && !isSame(before.hash, amended?.hash)
  const unsent = pushedBefore === undefined ? '' : `; no push seen since (the last: ${handleOf(pushedBefore)})`
  const sent = pushed === undefined ? unsent : `; pushed (${handleOf(pushed)})`
  const then = moved === undefined ? '' : `; then ${inQuotes(oneLine(moved.words, LONGEST_SUBJECT))} (${handleOf(moved.seq)})`
  const parts = [
    `- last commit: ${shownName(hash)} on ${shownName(oneLine(branch, LONGEST_SUBJECT))}${isAmended ? `, amended${was}` : ''}`,
    `: ${inQuotes(oneLine(subject, LONGEST_SUBJECT))} (${handleOf(seq)})`,
    isNews ? `; the one before: ${shownName(before.hash)} (${handleOf(before.seq)})` : '',
    ...(pushed !== undefined && moved !== undefined && moved.seq <= pushed ? [then, sent] : [sent, then]),
    since,
  ]
  return parts.join('')
}

/** Two ways to write a hash may differ in length. */
export function isSame(hash: string, other: string | undefined): boolean {
  return other !== undefined && (hash.startsWith(other) || other.startsWith(hash))
}

/** Files that calls have changed after the last commit. */
function sinceWords({ commit, status }: VersionControl, files: readonly FileFact[], root: string): string {
  if (commit === undefined) return ''
  const isClean = status?.files !== undefined && status.files.changed + status.files.untracked === 0
  const later = files.filter(
    ({ seq, operation }) =>
      seq > commit.seq && operation !== 'read' && operation !== 'restored' && !(isClean && seq < status.seq),
  )
  if (later.length === 0) return ''
  const shown = later.slice(-MOST_FILES).map(({ path, seq }) => `${shownName(withoutRoot(path, root))} (${handleOf(seq)})`)
  const more = later.length > MOST_FILES ? ` and ${later.length - MOST_FILES} more` : ''
  return `; changed since: ${shown.join(', ')}${more}`
}

function withoutRoot(path: string, root: string): string {
  return root !== '' && path.startsWith(root) ? path.slice(root.length) : path
}
