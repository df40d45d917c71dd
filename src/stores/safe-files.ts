import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CompactionError, type StoreTrouble } from '../schema/failures.ts'
import { foundIn } from '../schema/found-in.ts'

/** What the operating system says to an attempt, as an error of Node. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** What the operating system's refusals come to. */
const REASONS: Readonly<Record<string, StoreTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  EIO: 'damaged',
  ENOTDIR: 'missing',
  ENOENT: 'missing',
  ELOOP: 'not-ours',
  EISDIR: 'not-ours',
}

/** Turns the operating system's refusal into a failure that names the place. Anything else is thrown as it is. */
export function unusable(error: unknown, at: string, expected: string): never {
  if (codeOf(error) === '') throw error
  const found = error instanceof Error ? error.message : codeOf(error)
  const reason = REASONS[codeOf(error)]
  const why = reason === undefined ? {} : { reason }
  throw new CompactionError<'store-unusable'>({ code: 'store-unusable', ...why, at, expected, found }, { cause: error })
}

/** Fails if a path is empty. SQLite keeps what is written to an empty path only until it is closed. */
export function checkPath(path: string, of: string): void {
  if (typeof path === 'string' && path !== '' && !path.startsWith('file:')) return
  const found = typeof path === 'string' && path !== '' ? 'an address' : path === '' ? 'an empty one' : foundIn(path)
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: `the path of ${of}`, expected: 'a path', found })
}

/** A file name for any text: nothing of the text is in it, so that no path can be made of it. */
export function nameFor(text: string): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 40)
}

/** A folder's own path inside another, created if it is missing. A link in its place is refused: it could lead anywhere. */
export async function ownFolder(parent: string, name: string): Promise<string> {
  const folder = join(parent, name)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => unusable(error, folder, 'a folder that can be written'))
  await refuseLink(folder)
  return folder
}

/** Fails if a folder is a link. A missing folder is not a link. */
export async function refuseLink(folder: string): Promise<void> {
  const status = await lstat(folder).catch((error) => (codeOf(error) === 'ENOENT' ? null : unusable(error, folder, 'a folder')))
  if (status === null || status.isDirectory()) return
  const found = status.isSymbolicLink() ? 'a link' : 'something else'
  throw new CompactionError<'store-unusable'>({ code: 'store-unusable', at: folder, expected: 'a folder', found })
}

/** Reads a file from its start: all of it, or the first `most` bytes. `null` if there is none. Links are not followed. */
export async function readBytes(path: string, most?: number): Promise<Buffer | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      if (most === undefined) return await file.readFile()
      const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : unusable(error, path, 'a file that can be read')
  }
}

/** Writes a file whole or not at all: beside its place, flushed, then moved there, and the folder flushed too. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.${randomUUID()}.new`
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    unusable(error, path, 'a file that can be written')
  }
}

/** What a process that was killed in the middle of `writeWhole` leaves beside a file: as secret as the file itself. */
const UNFINISHED = /\.[0-9a-f]{8}-[0-9a-f-]{27}\.new$/

/**
 * Removes what was never finished: beside one file, whoever writes it now, or everywhere in a folder if it has lain there for so long that
 * nobody can be writing it any more.
 */
export async function removeUnfinished(
  folder: string,
  which: { readonly of: string } | { readonly olderThan: number },
): Promise<void> {
  const names = await readdir(folder).catch((error) => (codeOf(error) === 'ENOENT' ? [] : unusable(error, folder, 'a folder')))
  for (const name of names.filter((each) => UNFINISHED.test(each))) {
    const path = join(folder, name)
    const isMeant =
      'of' in which
        ? name.startsWith(`${which.of}.`)
        : Date.now() - ((await lstat(path).catch(() => null))?.mtimeMs ?? Date.now()) > which.olderThan
    if (isMeant) await rm(path, { force: true }).catch((error) => unusable(error, path, 'a file that can be removed'))
  }
}

/** Makes what was moved or removed in a folder outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
