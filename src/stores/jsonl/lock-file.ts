import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { CompactionError } from '../../schema/failures.ts'
import { codeOf, unusable } from '../safe-files.ts'

/** A write takes milliseconds: a process that holds a lock for so long is dead. */
const STALE_MS = 15_000
const MOST_WAIT_MS = 30_000

/** Works while no other process writes. A lock that a dead process left is taken over. */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const mark = `${process.pid} ${randomUUID()}`
  const until = Date.now() + MOST_WAIT_MS
  for (let pause = 2; !(await take(path, mark)); pause = Math.min(50, pause * 2)) {
    if (await removeStale(path)) continue
    if (Date.now() > until) {
      const found = 'one that another process holds'
      throw new CompactionError<'store-unusable'>({ code: 'store-unusable', at: path, expected: 'a lock that is free', found })
    }
    await wait(pause)
  }
  try {
    return await work()
  } finally {
    // Only our own: after a long pause another process may have taken it over.
    if ((await contentOf(path)) === mark) await rm(path, { force: true })
  }
}

async function take(path: string, mark: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(mark)
    } catch (error) {
      // A lock that names no process would block all of them until it is old.
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    return codeOf(error) === 'EEXIST' ? false : unusable(error, path, 'a place where a lock can be made')
  }
}

/** Removes a lock whose holder is dead. True if there is none now. */
async function removeStale(path: string): Promise<boolean> {
  const mark = await contentOf(path)
  if (mark === null) return true
  if (!(await isStale(path, mark))) return false
  // Moved away first, and looked at once more: two processes that take over at the same time must not both succeed.
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? true : unusable(error, path, 'a lock that can be removed')
  }
  if ((await contentOf(aside)) !== mark) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
  return true
}

async function isStale(path: string, mark: string): Promise<boolean> {
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )
  if (age > STALE_MS) return true
  const holder = Number.parseInt(mark, 10)
  return Number.isSafeInteger(holder) && holder > 0 && !isAlive(holder)
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

async function contentOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error) =>
    codeOf(error) === 'ENOENT' ? null : unusable(error, path, 'a lock that can be read'),
  )
}
