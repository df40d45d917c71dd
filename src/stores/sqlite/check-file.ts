import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CompactionError, type StoreTrouble } from '../../schema/failures.ts'
import { codeOf, unusable } from '../safe-files.ts'

/** The mark of our files in SQLite's header: `PALI`. */
export const APPLICATION_ID = 0x50414c49

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100

/** Whose file it has to be: ours alone, or any program's, beside whose tables ours have a prefix. */
type Owner = 'ours' | 'anyone'

/**
 * Looks at a file before SQLite does, because SQLite writes when it opens. What is there is new (nothing, or an empty file) or
 * ours; everything else is refused.
 */
export function checkFile(path: string, owner: Owner): 'new' | 'old' {
  const stats = statOf(path)
  if (stats === undefined) {
    const folder = statOf(dirname(path))
    if (folder?.isDirectory() !== true) refuse(path, 'missing', 'a folder to put it into', 'no such folder')
    return 'new'
  }
  if (stats.isFile() && stats.size === 0) return 'new'
  checkLength(path, stats, knownHeader(path, stats, owner))
  return 'old'
}

/** The same before a file is only read: it must be there, and may be cut off. */
export function checkForReading(path: string, owner: Owner): void {
  const stats = statOf(path)
  if (stats !== undefined && stats.size > 0) knownHeader(path, stats, owner)
  else refuse(path, 'missing', 'a database of Palimpsest', 'nothing')
}

/** The first bytes of a file of SQLite. */
function knownHeader(path: string, stats: Stats, owner: Owner): Buffer {
  if (!stats.isFile()) refuse(path, 'not-ours', 'a file', 'something else of this name')
  const header = headerOf(path)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    const isPart = MAGIC.startsWith(header.toString('latin1'))
    refuse(
      path,
      isPart ? 'damaged' : 'not-ours',
      'a database of Palimpsest',
      isPart ? 'a part of its first bytes' : 'a file of another kind',
    )
  }
  if (header.length < HEADER_BYTES) refuse(path, 'damaged', `at least ${HEADER_BYTES} bytes`, `${header.length}`)
  if (owner === 'ours' && header.readUInt32BE(68) !== APPLICATION_ID) {
    const expected = 'a database of Palimpsest; beside other tables ours need a prefix'
    refuse(path, 'not-ours', expected, 'an SQLite database of another program')
  }
  return header
}

/** A file that is shorter than its header says was cut off; unless the rest is still in the log beside it. */
function checkLength(path: string, { size }: Stats, header: Buffer): void {
  const pageSize = header.readUInt16BE(16)
  const needed = header.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize)
  if (size >= needed || (statOf(`${path}-wal`)?.size ?? 0) > 0) return
  refuse(path, 'damaged', `${needed} bytes`, `${size}: the file was cut off, and what is left can only be read`)
}

function headerOf(path: string): Buffer {
  const file = opened(path)
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    return unusable(error, path, 'a file that can be read')
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    // Part of the path is a file.
    return codeOf(cause) === 'ENOTDIR' ? undefined : unusable(cause, path, 'a file that can be read')
  }
}

function refuse(store: string, reason: StoreTrouble, expected: string, found: string): never {
  throw new CompactionError<'store-unusable'>({ code: 'store-unusable', reason, at: store, expected, found })
}
