import type { FileHandle } from 'node:fs/promises'
import { parseSessionLine } from '../../log/session-lines.ts'
import type { Commit } from '../../schema/commit.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { Acknowledged, LogRow, ThreadKey } from '../../schema/ports.ts'
import type { SeqRange } from '../../schema/range.ts'
import { readTold } from './acknowledged.ts'
import { readLine, readText } from './file-lines.ts'
import { besideFile } from './guard.ts'
import type { FileIndex, TailFault } from './index-file.ts'
import { type KnownFile, keepIndex, look, readingKnown, refuseDamaged, unknownFile } from './known-file.ts'
import { appendLines, rewriteFile, type WriteBytes } from './write-file.ts'

interface SessionFileOptions {
  readonly sync: boolean
  readonly syncCommits: boolean
  readonly write: WriteBytes
  readonly patience: number
}

/** One thread in one file, and what is known of it. Calls must come one after another. */
export interface SessionFile {
  /** Where things are now, including what other processes wrote. */
  look(): Promise<FileIndex>
  fault(): TailFault | null
  /** Fails if something is damaged behind what `look` found: that is not all of the thread. */
  refuseDamaged(): void
  /** Entries of some ranges, in order, with what is known of them. Nothing else is parsed. */
  rows(ranges: readonly SeqRange[]): Promise<readonly LogRow[]>
  /** The latest commits, oldest first; all of them by default. */
  commits(most?: number): Promise<readonly Commit[]>
  /** Appends what `lines` makes of the state at that moment, while no other process writes. An empty text writes nothing. */
  append(lines: (index: FileIndex) => string, options?: { readonly isCommit?: boolean }): Promise<void>
  /**
   * Writes the file anew, whole or not at all, while no other process writes. What was set aside of it goes. A damaged file is
   * refused, unless nothing of it is to stay.
   */
  rewrite(lines: (index: FileIndex, text: string) => string, options?: { readonly evenDamaged?: boolean }): Promise<void>
  /** What writers were told is there. */
  acknowledged(): Promise<Acknowledged | null>
  /** Keeps the index beside the file. */
  close(): Promise<void>
}

export function sessionFile(path: string, key: ThreadKey, { sync, syncCommits, ...rest }: SessionFileOptions): SessionFile {
  const known = unknownFile(path, key)
  return {
    look: () => look(known),
    fault: () => known.fault,
    refuseDamaged: () => refuseDamaged(known),
    rows: (ranges) => readRows(known, ranges),
    commits: (most = Number.POSITIVE_INFINITY) => readCommits(known, most),
    append: (lines, { isCommit = false } = {}) => appendLines(known, lines, { sync: sync || (isCommit && syncCommits), ...rest }),
    rewrite: (lines, { evenDamaged = false } = {}) => rewriteFile(known, lines, { evenDamaged, patience: rest.patience }),
    acknowledged: async () => readTold(besideFile(path)),
    async close() {
      if (known.index.size <= known.indexed) return
      // It may have been written anew meanwhile: an index of another file would lead astray.
      await look(known)
      await keepIndex(known)
    },
  }
}

function readRows(known: KnownFile, ranges: readonly SeqRange[]): Promise<readonly LogRow[]> {
  return readingKnown<readonly LogRow[]>(
    known,
    async (file, index) => {
      const rows: LogRow[] = []
      for (const { from, end } of ranges) {
        const start = index.entries[from]
        if (start === undefined || end <= from) continue
        const lines = (await readText(file, start, index.entries[end] ?? index.size)).split('\n')
        const ofEntries = lines.filter(isOfEntry)
        // An index beside the file is trusted for where lines are, not for what has become of them.
        if (ofEntries.length !== Math.min(end, index.entries.length) - from) await refuseMissing(known, file, from)
        for (const [at, line] of ofEntries.entries()) {
          const { entry, measure = null } = parseSessionLine(line) ?? {}
          rows.push(entry === undefined ? damagedAt(known, index.entries[from + at] ?? 0) : { entry, measure })
        }
      }
      return rows
    },
    [],
  )
}

function isOfEntry(line: string): boolean {
  return line.startsWith('{"more":') || line.startsWith('{"head":')
}

/** Names the first line from an entry on that is no line of an entry any more. */
async function refuseMissing(known: KnownFile, file: FileHandle, from: number): Promise<never> {
  for (const at of known.index.entries.slice(from)) if (!isOfEntry(await readLine(file, at))) damagedAt(known, at)
  return damagedAt(known, known.index.entries[from] ?? 0)
}

function readCommits(known: KnownFile, most: number): Promise<readonly Commit[]> {
  return readingKnown<readonly Commit[]>(
    known,
    async (file, index) => {
      const found: Commit[] = []
      for (const { at } of index.commits.slice(-most)) {
        found.push(parseSessionLine(await readLine(file, at))?.body ?? damagedAt(known, at))
      }
      return found
    },
    [],
  )
}

/** Names the line that begins at a place. */
function damagedAt({ path, index: { entries, commits, pinLines } }: KnownFile, at: number): never {
  const before = [...entries, ...commits.map((commit) => commit.at), ...pinLines].filter((each) => each < at).length
  throw new CompactionError<'log-damaged'>({
    code: 'log-damaged',
    at: path,
    line: before + 2,
    detail: 'it is not as we wrote it',
  })
}
