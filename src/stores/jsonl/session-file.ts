import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { headerLine, parseSessionLine } from '../../log/session-lines.ts'
import type { Commit } from '../../schema/commit.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { LogRow, ThreadKey } from '../../schema/ports.ts'
import type { SeqRange } from '../../schema/range.ts'
import { codeOf, syncFolder, unusable, writeWhole } from '../safe-files.ts'
import { readLine, readText } from './file-lines.ts'
import { CHECKED_BYTES, decodeIndex, encodeIndex, type FileIndex, type TailFault } from './index-file.ts'
import { withLock } from './lock-file.ts'
import { emptyIndex, scanFile } from './scan-file.ts'

/** An index is written after so many bytes more, so that little has to be looked through after a crash. */
const INDEX_EVERY = 4_194_304

/** Writes bytes at a place of a file. Handed in, so that tests can fill the disk. */
export type WriteBytes = (file: FileHandle, bytes: Uint8Array, at: number) => Promise<void>

export interface SessionFileOptions {
  readonly sync: boolean
  readonly syncCommits: boolean
  readonly write: WriteBytes
}

/** One thread in one file, and what is known of it. Calls must come one after another. */
export interface SessionFile {
  /** Where things are now, what others wrote included. */
  look(): Promise<FileIndex>
  fault(): TailFault | null
  /** Entries of some ranges, in order, with what is known of them. Nothing else is parsed. */
  rows(ranges: readonly SeqRange[]): Promise<readonly LogRow[]>
  /** The latest commits, oldest first; all of them by default. */
  commits(most?: number): Promise<readonly Commit[]>
  /** Appends what `lines` makes of the state at that moment, while nobody else writes. An empty text writes nothing. */
  append(lines: (index: FileIndex) => string, options?: { readonly isCommit?: boolean }): Promise<void>
  /**
   * Writes the file anew, whole or not at all, while nobody else writes. What was set aside of it goes. A damaged file is refused,
   * unless nothing of it is to stay.
   */
  rewrite(lines: (index: FileIndex, text: string) => string, options?: { readonly evenDamaged?: boolean }): Promise<void>
  /** Keeps the index beside the file. */
  close(): Promise<void>
}

export function sessionFile(path: string, key: ThreadKey, options: SessionFileOptions): SessionFile {
  const place = { key, path }
  const indexPath = `${path}.index`
  let index: FileIndex = emptyIndex()
  let fault: TailFault | null = null
  /** Size of the file when it was last looked through. */
  let seen = 0
  let indexed = 0
  /** The file that is known; `null` where none is. One that was written anew is another. */
  let known: number | null = null

  function forget(): void {
    index = emptyIndex()
    fault = null
    seen = indexed = 0
    known = null
  }

  async function reading<Result>(work: (file: FileHandle) => Promise<Result>, nothing: Result): Promise<Result> {
    let file: FileHandle
    try {
      file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    } catch (error) {
      return codeOf(error) === 'ENOENT' ? nothing : unusable(error, path, 'a session file that can be read')
    }
    try {
      return await work(file)
    } finally {
      await file.close()
    }
  }

  /** The index that was kept, where it still is of this file. */
  async function keptIndex(file: FileHandle, size: number): Promise<FileIndex> {
    const text = await readFile(indexPath, 'utf8').catch(() => null) // A shortcut that is not there is none.
    if (text === null) return emptyIndex()
    const claimed = Number(/"size":(\d+)/.exec(text.slice(0, 200))?.[1] ?? Number.NaN)
    if (!(claimed <= size)) return emptyIndex()
    const tail = await readBytesAt(file, Math.max(0, claimed - CHECKED_BYTES), claimed)
    return decodeIndex(text, () => tail) ?? emptyIndex()
  }

  async function look(): Promise<FileIndex> {
    const isThere = await reading(async (file) => {
      const { size, ino } = await file.stat()
      if (known === ino && size === seen) return true
      // Shorter than before, or written anew: it is another file now, and nothing that was known of it holds.
      const isAnother = known !== ino || size < index.size
      const start = isAnother ? await keptIndex(file, size) : index
      const scanned = await scanFile(file, start, place)
      index = scanned.index
      fault = scanned.fault
      seen = size
      indexed = isAnother ? start.size : indexed
      known = ino
      return true
    }, false)
    if (!isThere) forget()
    return index
  }

  /** Reads the very file that the index is of: somebody may write it anew between looking and reading. */
  async function readingKnown<Result>(
    work: (file: FileHandle, index: FileIndex) => Promise<Result>,
    nothing: Result,
  ): Promise<Result> {
    for (;;) {
      const found = await look()
      const outcome = await reading<{ readonly result: Result } | null>(
        async (file) => ((await file.stat()).ino === known ? { result: await work(file, found) } : null),
        { result: nothing },
      )
      if (outcome !== null) return outcome.result
    }
  }

  async function keepIndex(): Promise<void> {
    const { size } = index
    const tail = await reading((file) => readBytesAt(file, Math.max(0, size - CHECKED_BYTES), size), Buffer.alloc(0))
    const beside = `${indexPath}.${randomUUID()}`
    try {
      await writeFile(beside, encodeIndex(index, tail), { mode: 0o600 })
      await rename(beside, indexPath)
    } catch {
      // Without it the file is looked through when it is opened: slower, and nothing is lost.
      await rm(beside, { force: true }).catch(() => undefined)
    }
    indexed = size
  }

  /** Puts what was never finished into a file of its own: nothing is thrown away, and what follows is whole. */
  async function setAside(file: FileHandle): Promise<void> {
    const { size } = await file.stat()
    if (size === index.size) return
    await writeFile(`${path}.torn-${index.size}`, await readBytesAt(file, index.size, size))
    await file.truncate(index.size)
  }

  async function writeLines(text: string, isCommit: boolean): Promise<void> {
    const isNew = index.size === 0
    const bytes = Buffer.from(isNew ? `${headerLine(key)}${text}` : text, 'utf8')
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
    try {
      await setAside(file)
      await options.write(file, bytes, index.size).catch(async (error) => {
        await file.truncate(index.size).catch(() => undefined) // Otherwise it is a torn end, which is seen and set aside later.
        throw error
      })
      if (options.sync || (isCommit && options.syncCommits)) await file.sync()
      seen = -1
    } finally {
      await file.close()
    }
    if (isNew) await syncFolder(dirname(path))
  }

  function refuseDamaged(): void {
    if (fault?.kind !== 'damaged') return
    throw new CompactionError<'log-damaged'>({ code: 'log-damaged', line: fault.line, detail: fault.detail })
  }

  return {
    look,
    fault: () => fault,
    rows: (ranges) =>
      readingKnown(async (file, { entries, size }) => {
        const rows: LogRow[] = []
        for (const { from, end } of ranges) {
          const start = entries[from]
          if (start === undefined || end <= from) continue
          const lines = (await readText(file, start, entries[end] ?? size)).split('\n')
          const ofEntries = lines.filter((line) => line.startsWith('{"more":') || line.startsWith('{"head":'))
          for (const [at, line] of ofEntries.entries()) {
            const { entry, measure = null } = parseSessionLine(line) ?? {}
            rows.push(entry === undefined ? damagedAt(index, entries[from + at] ?? 0) : { entry, measure })
          }
        }
        return rows
      }, []),
    commits: (most = Number.POSITIVE_INFINITY) =>
      readingKnown(async (file, { commits }) => {
        const found: Commit[] = []
        for (const { at } of commits.slice(-most)) {
          found.push(parseSessionLine(await readLine(file, at))?.body ?? damagedAt(index, at))
        }
        return found
      }, []),
    async append(lines, { isCommit = false } = {}) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error) =>
        unusable(error, path, 'a folder that can be written'),
      )
      await withLock(`${path}.lock`, async () => {
        const text = lines(await look())
        if (text === '') return
        refuseDamaged()
        await writeLines(text, isCommit).catch((error) =>
          unusable(error, path, 'room for what is appended, in a file that can be written'),
        )
        await look()
      })
      if (index.size - indexed > INDEX_EVERY) await keepIndex()
    },
    async rewrite(lines, { evenDamaged = false } = {}) {
      await withLock(`${path}.lock`, async () => {
        const now = await look()
        if (!evenDamaged) refuseDamaged()
        const text = await reading((file) => readText(file, 0, now.size), '')
        await writeWhole(path, Buffer.from(lines(now, text), 'utf8'))
        await removeBeside(path)
        forget()
      })
    },
    async close() {
      if (index.size <= indexed) return
      // Somebody may have written it anew meanwhile: an index of another file would lead astray.
      await look()
      await keepIndex()
    },
  }
}

async function readBytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
  return buffer.subarray(0, bytesRead)
}

/** Removes what was made of a file: its index, and what was set aside. */
async function removeBeside(path: string): Promise<void> {
  const names = await readdir(dirname(path))
  const beside = names.filter((name) => name === `${basename(path)}.index` || name.startsWith(`${basename(path)}.torn-`))
  for (const name of beside) await rm(join(dirname(path), name), { force: true })
}

/** Names the line that begins at a place. */
function damagedAt({ entries, commits, pinLines }: FileIndex, at: number): never {
  const before = [...entries, ...commits.map((commit) => commit.at), ...pinLines].filter((each) => each < at).length
  throw new CompactionError<'log-damaged'>({ code: 'log-damaged', line: before + 2, detail: 'it is not as we wrote it' })
}
