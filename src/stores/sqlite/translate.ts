import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { CompactionError, type StoreTrouble } from '../../schema/failures.ts'
import { closed, isClosed } from '../sql/closed.ts'

interface Words {
  readonly reason: StoreTrouble
  readonly expected: string
}

const CANNOT_OPEN = 14

const ROOM: Words = { reason: 'full', expected: 'room on a disk that can be written' }

const TABLES: Words = { reason: 'damaged', expected: 'all tables of a database of Palimpsest' }

/** SQLite's result codes that are the world's fault and not ours: primary ones, and some that say more. */
const CODES: Readonly<Record<number, Words>> = {
  5: { reason: 'busy', expected: 'its turn to write' },
  6: { reason: 'busy', expected: 'its turn to write' },
  8: { reason: 'read-only', expected: 'a file and folder that can be written, or { readOnly: true }' },
  10: { reason: 'damaged', expected: 'a disk that reads and writes' },
  11: { reason: 'damaged', expected: 'a whole database' },
  13: { reason: 'full', expected: 'room on the disk' },
  [CANNOT_OPEN]: { reason: 'read-only', expected: 'a file and folder that can be opened and written, or { readOnly: true }' },
  // A write that was refused, and a file beside the database that could not be made or could not grow: a full quota is reported like this.
  778: ROOM,
  4618: ROOM,
  4874: ROOM,
  26: { reason: 'not-ours', expected: 'a database of Palimpsest' },
}

/**
 * What SQLite says of a file whose log it cannot read: to do so it makes a file beside it (`-shm`), even if nothing is to be written. What is
 * in that log was acknowledged, so that the file alone may not be taken for the database.
 */
function unmerged(errcode: number, store: string): Words | null {
  const sizeOf = (name: string): number => statSync(`${store}${name}`, { throwIfNoEntry: false })?.size ?? 0
  if ((errcode & 0xff) !== CANNOT_OPEN || sizeOf('-wal') === 0 || sizeOf('-shm') > 0) return null
  const name = basename(store)
  const expected = `a folder that can be written, because ${name}-wal has the latest writes: copy ${name} and ${name}-wal to one, and open the copy`
  return { reason: 'unmerged', expected }
}

/** An error of SQLite in our words. Everything else is a bug, and stays what it is. */
export function translateSqlite(error: unknown, store: string): unknown {
  if (isClosed(error)) return closed(error, store)
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  const { errcode, message: found } = error
  const isTableGone = errcode === 1 && /^no such (?:table|column)/.test(found)
  const words = isTableGone ? TABLES : (unmerged(errcode, store) ?? CODES[errcode] ?? CODES[errcode & 0xff])
  if (words === undefined) return error
  return new CompactionError<'store-unusable'>({ code: 'store-unusable', ...words, at: store, found }, { cause: error })
}
