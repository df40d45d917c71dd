import type { ReadEntries } from '../log/entry-at.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { SeqRange } from '../schema/range.ts'
import { inQuotes } from './defuse.ts'
import { oneLine } from './one-line.ts'

/** How the program around an agent (aider) says that it made a commit, took one back, and where that leaves the branch. */
const NEWS = /^(Commit|Removed:|HEAD is:|Now at:?) ([0-9a-f]{7,40}) (\S.{0,200})$/gm
const LONGEST_SUBJECT = 80
/** Of commits that stand, and of those taken back, so many are named. */
const MOST = { standing: 4, removed: 6 } as const

interface Noted {
  readonly hash: string
  readonly subject: string
  readonly seq: Seq
}

interface History {
  readonly standing: readonly Noted[]
  readonly removed: readonly Noted[]
  /** Where the branch was said to be, if nothing was committed since. */
  readonly head: Noted | undefined
}

function historyIn(entries: ReadEntries, { from, end }: SeqRange): History {
  let standing: readonly Noted[] = []
  let removed: readonly Noted[] = []
  let head: Noted | undefined
  for (let seq: number = from; seq < end; seq += 1) {
    const entry = entries[seq]
    if (entry?.kind !== 'tool-result' || entry.answers.kind === 'call') continue
    for (const [, news = '', hash = '', subject = ''] of entry.text.matchAll(NEWS)) {
      const noted = { hash, subject: subject.trimEnd(), seq: entry.seq }
      if (news === 'Commit') [standing, head] = [[...standing, noted], undefined]
      else if (news === 'Removed:') {
        removed = [...removed, noted]
        standing = standing.filter((commit) => commit.hash !== hash)
      } else head = noted
    }
  }
  return { standing, removed, head }
}

/** Commits that the program around the agent took back, and where. */
export function takenBackCommits(entries: ReadEntries, range: SeqRange): readonly Pick<Noted, 'hash' | 'seq'>[] {
  return historyIn(entries, range).removed
}

/** What the program around the agent has committed and taken back, in one line; nothing if it does neither. */
export function harnessCommits(entries: ReadEntries, range: SeqRange): { readonly seq: Seq; readonly text: string } | undefined {
  const { standing, removed, head } = historyIn(entries, range)
  const last = head ?? standing.at(-1)
  if (last === undefined) return undefined
  const others = standing.filter(({ hash }) => hash !== last.hash).slice(-MOST.standing)
  const parts = [
    `- HEAD: ${last.hash} ${worded(last)}`,
    ...(others.length === 0
      ? []
      : [
          `before it ${others
            .toReversed()
            .map((commit) => `${commit.hash} ${worded(commit)}`)
            .join(', ')}`,
        ]),
    ...(removed.length === 0
      ? []
      : [
          `taken back: ${removed
            .slice(-MOST.removed)
            .map(({ hash, seq }) => `${hash} (${handleOf(seq)})`)
            .join(', ')}`,
        ]),
  ]
  return { seq: last.seq, text: parts.join('; ') }
}

function worded({ subject, seq }: Noted): string {
  return `${inQuotes(oneLine(subject, LONGEST_SUBJECT))} (${handleOf(seq)})`
}
