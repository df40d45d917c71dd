import type { Seq } from '../schema/ids.ts'
import { inQuotes, shownName } from './defuse.ts'
import { oneLine } from './one-line.ts'

/** What `git status` printed. */
export interface GitStatus {
  readonly seq: Seq
  readonly branch: string | undefined
  /** `1 ahead of origin/main`; empty if it does not say. */
  readonly upstream: string
  /** How many files are changed, and how many of them git does not know; `undefined` if the output may not be whole. */
  readonly files: { readonly changed: number; readonly staged: number; readonly untracked: number } | undefined
  /** What it says in a form that we do not read: another language, a program that shortens it. */
  readonly printed?: string
}

/** How a status is printed: each file with what it is under headings, or with two letters. */
const SHORT_FILE = /^(?! {2})([ MADRCTU?])[ MADRCTU?] \S/
/** The blank before the first of them is often cut away. */
const FIRST_FILE = /^()[MDT] \S/
const SHORT_BRANCH =
  /^## (?:No commits yet on )?([^\s.]+(?:\.[^\s.]+)*)(?:\.\.\.(\S+?)(?: \[((?:ahead|behind|gone)[\w ,]{0,40})\])?)?$/
const LONG_BRANCH = /^On branch (\S{1,200})$/
const LONG_UPSTREAM = /^Your branch is (ahead of|behind) '([^'\n]{1,200})' by (\d+) commit/
const UP_TO_DATE = /^Your branch is up[- ]to[- ]date with '([^'\n]{1,200})'/
const LONG_FILE = /^\s+(?:modified|new file|deleted|renamed|copied|typechange|both modified|both added|deleted by \w+):\s+(\S.*)$/
const STAGED = /^Changes to be committed:/
const UNSTAGED = /^(?:Changes not staged for commit|Unmerged paths):/
const UNTRACKED = /^Untracked files:/
const CLEAN = /^nothing to commit, working (?:tree|directory) clean$/
/** So many characters of an output are looked at: a longer one is not counted. */
const MOST = 12_000

/** Reads what was printed; nothing if it is no status. `isWhole`: nothing else was printed that looks alike, and nothing was cut. */
export function readStatus(text: string, seq: Seq, isWhole: boolean): GitStatus | undefined {
  const lines = text.slice(0, MOST).split('\n')
  const isCounted = isWhole && text.length <= MOST
  return (
    longStatus(lines, seq, isCounted) ?? shortStatus(lines, seq, isCounted) ?? (isWhole ? unreadStatus(text, seq) : undefined)
  )
}

const LONGEST_UNREAD = 240

/** What stands at the beginning of a status in words that we do not know. */
function unreadStatus(text: string, seq: Seq): GitStatus | undefined {
  const printed = oneLine(text.slice(0, 2 * LONGEST_UNREAD), LONGEST_UNREAD)
  return printed === '' || /[“”~]|^(?:fatal|error|usage|warning)\b/i.test(printed)
    ? undefined
    : { seq, branch: undefined, upstream: '', files: undefined, printed }
}

function longStatus(lines: readonly string[], seq: Seq, isCounted: boolean): GitStatus | undefined {
  const branch = firstIn(lines, LONG_BRANCH)?.[1]
  if (branch === undefined) return undefined
  const [, how, of, by] = firstIn(lines, LONG_UPSTREAM) ?? []
  const level = firstIn(lines, UP_TO_DATE)?.[1]
  const upstream =
    of === undefined
      ? level === undefined
        ? ''
        : `level with ${shownName(level)}`
      : `${by} ${how === 'behind' ? 'behind' : 'ahead of'} ${shownName(of)}`
  const staged = new Set<string>()
  const changed = new Set<string>()
  let untracked = 0
  let part: 'staged' | 'changed' | 'untracked' | undefined
  let isEnded = false
  for (const line of lines) {
    if (STAGED.test(line)) part = 'staged'
    else if (UNSTAGED.test(line)) part = 'changed'
    else if (UNTRACKED.test(line)) part = 'untracked'
    else if (/^\S/.test(line)) part = undefined
    const file = part === undefined ? undefined : LONG_FILE.exec(line)?.[1]
    if (file !== undefined && part === 'staged') staged.add(file)
    if (file !== undefined) changed.add(file)
    else if (part === 'untracked' && /^\s+[^\s(]/.test(line)) untracked += 1
    // Whoever reads only the beginning does not see how a status ends.
    isEnded ||= CLEAN.test(line) || /^(?:no changes added to commit|nothing added to commit)/.test(line) || STAGED.test(line)
  }
  const files = { changed: changed.size, staged: staged.size, untracked }
  return { seq, branch, upstream, files: isCounted && isEnded ? files : undefined }
}

function shortStatus(lines: readonly string[], seq: Seq, isCounted: boolean): GitStatus | undefined {
  const [, branch, of, how] = firstIn(lines, SHORT_BRANCH) ?? []
  const found = lines.flatMap((line, index) => {
    const file = SHORT_FILE.exec(line) ?? (index === 0 ? FIRST_FILE.exec(line) : null)
    return file === null ? [] : [file]
  })
  if (branch === undefined && found.length === 0) return undefined
  const untracked = found.filter(([, first]) => first === '?').length
  const staged = found.filter(([, first]) => first !== undefined && /[MADRCTU]/.test(first)).length
  const relation =
    of === undefined || how === 'gone' ? '' : how === undefined ? `level with ${shownName(of)}` : `${how} of ${shownName(of)}`
  const files = { changed: found.length - untracked, staged, untracked }
  return { seq, branch, upstream: relation, files: isCounted ? files : undefined }
}

function firstIn(lines: readonly string[], pattern: RegExp): RegExpExecArray | null {
  for (const line of lines) {
    const found = pattern.exec(line)
    if (found !== null) return found
  }
  return null
}

/** What is said of it, without where it was read: `on main, 1 ahead of origin/main, 3 changed files not committed, 1 staged, 2 untracked`. */
export function statusWords({ branch, upstream, files, printed }: GitStatus): string {
  if (printed !== undefined) return inQuotes(printed)
  const parts = [branch === undefined ? '' : `on ${shownName(branch)}`, upstream]
  if (files !== undefined) parts.push(...countWords(files))
  return parts.filter((part) => part !== '').join(', ')
}

function countWords({ changed, staged, untracked }: NonNullable<GitStatus['files']>): readonly string[] {
  if (changed + untracked === 0) return ['nothing uncommitted']
  const part = staged === 0 ? 'none staged' : `${staged} staged`
  return [
    changed === 0 ? '' : `${changed} changed ${changed === 1 ? 'file' : 'files'} not committed, ${part}`,
    untracked === 0 ? '' : `${untracked} untracked`,
  ]
}
