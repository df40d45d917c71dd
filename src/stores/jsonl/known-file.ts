import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { CompactionError } from '../../schema/failures.ts'
import type { ThreadKey } from '../../schema/ports.ts'
import { codeOf, unusable } from '../safe-files.ts'
import { CHECKED_BYTES, decodeIndex, emptyIndex, encodeIndex, type FileIndex, type TailFault } from './index-file.ts'
import { scanFile } from './scan-file.ts'

/** A session file, and what is known of it. */
export interface KnownFile {
  readonly path: string
  readonly key: ThreadKey
  index: FileIndex
  fault: TailFault | null
  /** Size of the file when it was last looked through. */
  seen: number
  /** Up to where the index beside it reaches. */
  indexed: number
  /** Which file is known; `null` if none is. One that was written anew is another. */
  inode: number | null
}

/** A file that was not looked at yet. */
export function unknownFile(path: string, key: ThreadKey): KnownFile {
  return { path, key, ...nothingKnown() }
}

/** Forgets what is known of a file: it is gone, or it is another now. */
export function forget(known: KnownFile): void {
  Object.assign(known, nothingKnown())
}

function nothingKnown(): Omit<KnownFile, 'path' | 'key'> {
  return { index: emptyIndex(), fault: null, seen: 0, indexed: 0, inode: null }
}

/** Where things are now, including what other processes wrote. */
export async function look(known: KnownFile): Promise<FileIndex> {
  const isThere = await reading(
    known.path,
    async (file) => {
      const { size, ino } = await file.stat()
      if (known.inode === ino && size === known.seen) return true
      // Shorter than before, or written anew: it is another file now, and nothing that was known of it holds.
      const isAnother = known.inode !== ino || size < known.index.size
      const start = isAnother ? await keptIndex(known, file, size) : known.index
      const { index, fault } = await scanFile(file, start, known)
      Object.assign(known, { index, fault, seen: size, inode: ino, ...(isAnother ? { indexed: start.size } : {}) })
      return true
    },
    false,
  )
  if (!isThere) forget(known)
  return known.index
}

/** Reads a file; `nothing` if there is none. */
export async function reading<Result>(
  path: string,
  work: (file: FileHandle) => Promise<Result>,
  nothing: Result,
): Promise<Result> {
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

/** Reads the very file that the index is of: another process may write it anew between looking and reading. */
export async function readingKnown<Result>(
  known: KnownFile,
  work: (file: FileHandle, index: FileIndex) => Promise<Result>,
  nothing: Result,
): Promise<Result> {
  for (;;) {
    const found = await look(known)
    const outcome = await reading<{ readonly result: Result } | null>(
      known.path,
      async (file) => ((await file.stat()).ino === known.inode ? { result: await work(file, found) } : null),
      { result: nothing },
    )
    if (outcome !== null) return outcome.result
  }
}

/** Fails if a line is damaged: nothing may be written behind it, and what stands before it is not the whole thread. */
export function refuseDamaged({ path, fault }: KnownFile): void {
  if (fault?.kind !== 'damaged') return
  throw new CompactionError<'log-damaged'>({ code: 'log-damaged', at: path, line: fault.line, detail: fault.detail })
}

/** Keeps the index beside the file. */
export async function keepIndex(known: KnownFile): Promise<void> {
  const { size } = known.index
  const tail = await reading(known.path, (file) => readBytesAt(file, Math.max(0, size - CHECKED_BYTES), size), Buffer.alloc(0))
  const beside = `${indexPath(known)}.${randomUUID()}`
  try {
    await writeFile(beside, encodeIndex(known.index, tail), { mode: 0o600 })
    await rename(beside, indexPath(known))
  } catch {
    // Without it the file is looked through when it is opened: slower, and nothing is lost.
    await rm(beside, { force: true }).catch(() => undefined)
  }
  known.indexed = size
}

/** The index that was kept, if it still is of this file. */
async function keptIndex(known: KnownFile, file: FileHandle, size: number): Promise<FileIndex> {
  const text = await readFile(indexPath(known), 'utf8').catch(() => null) // A missing shortcut only costs time.
  if (text === null) return emptyIndex()
  const claimed = Number(/"size":(\d+)/.exec(text.slice(0, 200))?.[1] ?? Number.NaN)
  if (!(claimed <= size)) return emptyIndex()
  const tail = await readBytesAt(file, Math.max(0, claimed - CHECKED_BYTES), claimed)
  return decodeIndex(text, () => tail) ?? emptyIndex()
}

function indexPath({ path }: KnownFile): string {
  return `${path}.index`
}

/** The bytes of a stretch of a file, as far as there are any. */
export async function readBytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
  return buffer.subarray(0, bytesRead)
}
