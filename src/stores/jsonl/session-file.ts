import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { headerLine, parseSessionLine } from '../../log/session-lines.ts'
import type { Commit } from '../../schema/commit.ts'
import type { Entry } from '../../schema/entry.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { Seq } from '../../schema/ids.ts'
import type { ThreadKey } from '../../schema/ports.ts'
import { codeOf, syncFolder, unusable } from '../safe-files.ts'
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
  entries(from: Seq, to: Seq): Promise<readonly Entry[]>
  commitAt(at: number): Promise<Commit>
  /** Appends what `lines` makes of the state at that moment, while nobody else writes. An empty text writes nothing. */
  append(lines: (index: FileIndex) => string, options?: { readonly isCommit?: boolean }): Promise<void>
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
  let isOpened = false

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
    await reading(async (file) => {
      const { size } = await file.stat()
      if (isOpened && size === seen) return
      // Shorter than before: it is another file now, and nothing that was known of it holds.
      const start = !isOpened || size < index.size ? await keptIndex(file, size) : index
      const scanned = await scanFile(file, start, place)
      index = scanned.index
      fault = scanned.fault
      seen = size
      indexed = isOpened ? indexed : start.size
      isOpened = true
    }, undefined)
    return index
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
    async entries(from, to) {
      const { entries, size } = await look()
      const [start, end] = [entries[from], entries[to] ?? size]
      if (start === undefined || to <= from) return []
      const text = await reading((file) => readText(file, start, end), '')
      const lines = text.split('\n').filter((line) => line.startsWith('{"more":') || line.startsWith('{"head":'))
      return lines.map((line, at) => parseSessionLine(line)?.entry ?? damagedEntry(index, from + at))
    },
    async commitAt(at) {
      const line = await reading((file) => readLine(file, at), '')
      return parseSessionLine(line)?.body ?? damagedAt(index, at)
    },
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
    async close() {
      if (index.size > indexed) await keepIndex()
    },
  }
}

async function readBytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
  return buffer.subarray(0, bytesRead)
}

function damagedEntry(index: FileIndex, seq: Seq): never {
  return damagedAt(index, index.entries[seq] ?? 0)
}

/** Names the line that begins at a place. */
function damagedAt({ entries, commits, pinLines }: FileIndex, at: number): never {
  const before = [...entries, ...commits.map((commit) => commit.at), ...pinLines].filter((each) => each < at).length
  throw new CompactionError<'log-damaged'>({ code: 'log-damaged', line: before + 2, detail: 'it is not as we wrote it' })
}
