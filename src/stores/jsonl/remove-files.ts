import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codeOf, unusable } from '../safe-files.ts'
import { besideFile, whileAlone } from './guard.ts'

/** A session file, or what stands beside one. */
const SESSION = /^(.+?\.jsonl)(?:\.|$)/

interface Removing {
  readonly patience: number
  /** Only this session file, and what stands beside it. */
  readonly of?: string
}

/**
 * Removes the session files of a folder and everything else in it. Each file goes with its lock while no other process writes it: one that
 * waits for the lock finds that it is gone, and makes another.
 */
export async function removeFiles(folder: string, { patience, of }: Removing): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => of === undefined || name === of || name.startsWith(`${of}.`))
  const sessions = new Set(names.flatMap((name) => SESSION.exec(name)?.[1] ?? []))
  const ofNone = names.filter((name) => !SESSION.test(name))
  for (const name of ofNone) await remove(join(folder, name))
  for (const session of sessions) {
    const file = join(folder, session)
    await whileAlone(file, patience, async (lock) => {
      const beside = (await namesIn(folder)).filter((name) => SESSION.exec(name)?.[1] === session)
      for (const name of beside.filter((each) => each !== basename(besideFile(file)))) await remove(join(folder, name))
      await remove(lock)
    })
  }
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch((error) => unusable(error, path, 'files that can be removed'))
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error) =>
    codeOf(error) === 'ENOENT' ? [] : unusable(error, folder, 'a folder that can be read'),
  )
}
