import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { CompactionError } from '../../schema/failures.ts'
import { unusable } from '../safe-files.ts'
import { openDatabase } from '../sqlite/node-sqlite.ts'
import { translateSqlite } from '../sqlite/translate.ts'
import { makeLockFolder } from './lock-folder.ts'

/** Of the folder beside a session file: who writes, in words. Only the one who holds the lock says so. */
export const HOLDER = 'holder'
const GUARD = 'guard'
const LONGEST_PAUSE_MS = 20
const BUSY = 5
const CANNOT_OPEN = 14

/** The folder with the lock of a session file, and what was acknowledged. */
export function besideFile(file: string): string {
  return `${file}.lock`
}

/**
 * Works on a session file while no other process writes it. The lock is one of the operating system, which SQLite holds on an empty file:
 * it is held for as long as its process lives, even if that is stopped, and it is gone with it. No process judges another.
 */
export async function whileAlone<Result>(
  file: string,
  patience: number,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = besideFile(file)
  const until = performance.now() + patience
  for (let pause = 1; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    await makeLockFolder(folder, { file, until })
    const held = take(join(folder, GUARD), file)
    if (typeof held !== 'string') {
      try {
        return await work(folder)
      } finally {
        held.close()
      }
    }
    if (performance.now() > until) await refuse(file, folder, patience)
    await wait(pause)
  }
}

/** Takes the lock. Taken: another has it. Gone: the folder was removed while we took it, which would lock nothing. */
function take(guard: string, file: string): DatabaseSync | 'taken' | 'gone' {
  let database: DatabaseSync | undefined
  try {
    // Never open this file in another way: to close it would give up every lock that this process holds on it.
    if (identityOf(guard, file) === null) openDatabase(guard).close()
    const before = identityOf(guard, file)
    database = openDatabase(guard)
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
    if (before !== null && identityOf(guard, file) === before) return database
    database.close()
    return 'gone'
  } catch (error) {
    database?.close()
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (code === BUSY) return 'taken'
    if (code === CANNOT_OPEN && !existsSync(dirname(guard))) return 'gone'
    throw translateSqlite(error, guard)
  }
}

/** Tells a file from every other that has had or will have its name. `null` if there is none. */
function identityOf(path: string, file: string): string | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? null : `${stats.dev} ${stats.ino} ${stats.birthtimeNs}`
  } catch (error) {
    return unusable(error, file, 'a folder beside it that can be read')
  }
}

async function refuse(file: string, folder: string, patience: number): Promise<never> {
  const holder = await readFile(join(folder, HOLDER), 'utf8').catch(() => 'another process')
  const expected = 'a turn to write: let the other process go on, or end it; what it was told is kept'
  const found = `${holder} still writing after ${patience} ms`
  throw new CompactionError<'store-unusable'>({ code: 'store-unusable', reason: 'busy', at: file, expected, found })
}
