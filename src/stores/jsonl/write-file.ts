import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { headerLine } from '../../log/session-lines.ts'
import { removeUnfinished, syncFolder, unusable, writeWhole } from '../safe-files.ts'
import { readText } from './file-lines.ts'
import type { FileIndex } from './index-file.ts'
import { forget, type KnownFile, keepIndex, look, readBytesAt, reading, refuseDamaged } from './known-file.ts'
import { withLock } from './lock-file.ts'

/** An index is written after so many bytes more, so that little has to be looked through after a crash. */
const INDEX_EVERY = 4_194_304

/** Writes bytes at a place of a file. Handed in, so that tests can fill the disk. */
export type WriteBytes = (file: FileHandle, bytes: Uint8Array, at: number) => Promise<void>

/** How lines are written. */
interface Writing {
  /** Waits until the disk has them. */
  readonly sync: boolean
  readonly write: WriteBytes
}

/** Appends what `lines` makes of the state at that moment, while no other process writes. An empty text writes nothing. */
export async function appendLines(known: KnownFile, lines: (index: FileIndex) => string, writing: Writing): Promise<void> {
  const { path } = known
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error) =>
    unusable(error, path, 'a folder that can be written'),
  )
  await withLock(`${path}.lock`, async () => {
    const text = lines(await look(known))
    if (text === '') return
    refuseDamaged(known)
    await writeLines(known, text, writing).catch((error) =>
      unusable(error, path, 'room for what is appended, in a file that can be written'),
    )
    await look(known)
  })
  if (known.index.size - known.indexed > INDEX_EVERY) await keepIndex(known)
}

/** Writes the file anew, whole or not at all, while no other process writes. What was set aside of it goes. */
export async function rewriteFile(
  known: KnownFile,
  lines: (index: FileIndex, text: string) => string,
  { evenDamaged }: { readonly evenDamaged: boolean },
): Promise<void> {
  const { path } = known
  await withLock(`${path}.lock`, async () => {
    const now = await look(known)
    if (!evenDamaged) refuseDamaged(known)
    const text = await reading(path, (file) => readText(file, 0, now.size), '')
    await writeWhole(path, Buffer.from(lines(now, text), 'utf8'))
    await removeBeside(path)
    await removeUnfinished(dirname(path), { of: basename(path) })
    forget(known)
  })
}

async function writeLines(known: KnownFile, text: string, { sync, write }: Writing): Promise<void> {
  const { path, key, index } = known
  const isNew = index.size === 0
  const bytes = Buffer.from(isNew ? `${headerLine(key)}${text}` : text, 'utf8')
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  try {
    await setAside(file, path, index.size)
    await write(file, bytes, index.size).catch(async (error) => {
      await file.truncate(index.size).catch(() => undefined) // Otherwise it is a torn end, which is seen and set aside later.
      throw error
    })
    if (sync) await file.sync()
    known.seen = -1
  } finally {
    await file.close()
  }
  if (isNew) await syncFolder(dirname(path))
}

/** Puts what was never finished into a file of its own: nothing is thrown away, and what follows is whole. */
async function setAside(file: FileHandle, path: string, end: number): Promise<void> {
  const { size } = await file.stat()
  if (size === end) return
  await writeFile(`${path}.torn-${end}`, await readBytesAt(file, end, size))
  await file.truncate(end)
}

/** Removes what was made of a file: its index, and what was set aside. */
async function removeBeside(path: string): Promise<void> {
  const names = await readdir(dirname(path))
  const beside = names.filter((name) => name === `${basename(path)}.index` || name.startsWith(`${basename(path)}.torn-`))
  for (const name of beside) await rm(join(dirname(path), name), { force: true })
}
