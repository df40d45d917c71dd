import { lstat, mkdir, readFile, unlink } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { CompactionError } from '../../schema/failures.ts'
import { codeOf, unusable } from '../safe-files.ts'

const PAUSE_MS = 20
/** How old a lock of an older program must be, besides naming a process that is not there, before we take it for one that was left. */
const LEFT_MS = 15_000

/**
 * Makes the folder of a session file's lock. Older programs make a file of this name, with the number of a process in it: it is waited
 * for. Once there is a folder in its place, they cannot write any more.
 */
export async function makeLockFolder(
  folder: string,
  { file, until }: { readonly file: string; readonly until: number },
): Promise<void> {
  for (;;) {
    const stats = await lstat(folder).catch(() => null)
    if (stats?.isDirectory() === true || (stats === null && (await isMade(folder)))) return
    if (stats === null || (stats.isFile() && (await removeLeft(folder, Date.now() - stats.mtimeMs)))) continue
    if (performance.now() > until || !stats.isFile()) refuse(folder, file)
    await wait(PAUSE_MS)
  }
}

/** False if another process was faster. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 })
    return true
  } catch (error) {
    return codeOf(error) === 'EEXIST' ? false : unusable(error, folder, 'a place where a lock can be made')
  }
}

function refuse(folder: string, file: string): never {
  const expected = `a free lock: end older programs that write it, then remove ${folder}`
  const found = 'the lock of an older program'
  throw new CompactionError<'store-unusable'>({ code: 'store-unusable', reason: 'busy', at: file, expected, found })
}

/** Removes the lock of an older program that is not there any more. True if there is none now. Never removes a folder. */
async function removeLeft(path: string, age: number): Promise<boolean> {
  const mark = await contentOf(path)
  if (mark === null) return true
  if (age < LEFT_MS || isAlive(Number.parseInt(mark, 10))) return false
  await unlink(path).catch((error) => {
    // Another process was faster: there is none, or the folder is there already.
    if (!['ENOENT', 'EISDIR', 'EPERM'].includes(codeOf(error))) unusable(error, path, 'a lock that can be removed')
  })
  return true
}

function isAlive(id: number): boolean {
  if (!Number.isSafeInteger(id) || id <= 0) return false
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

async function contentOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error) =>
    ['ENOENT', 'EISDIR'].includes(codeOf(error)) ? null : unusable(error, path, 'a lock that can be read'),
  )
}
