import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { lostOf } from '../../log/lost.ts'
import { headerLine } from '../../log/session-lines.ts'
import type { Acknowledged } from '../../schema/ports.ts'
import { codeOf, removeUnfinished, syncFolder, unusable, writeWhole } from '../safe-files.ts'
import { beginTelling, type Told, tell, tellToCut } from './acknowledged.ts'
import { readText } from './file-lines.ts'
import { whileAlone } from './guard.ts'
import { type FileIndex, foundIn } from './index-file.ts'
import { forget, type KnownFile, keepIndex, look, readBytesAt, reading, refuseDamaged } from './known-file.ts'

/** An index is written after so many bytes more, so that little has to be looked through after a crash. */
const INDEX_EVERY = 4_194_304

/** Writes bytes at a place of a file. Handed in, so that tests can fill the disk. */
export type WriteBytes = (file: FileHandle, bytes: Uint8Array, at: number) => Promise<void>

/** How lines are written. */
interface Writing {
  /** Waits until the disk has them. */
  readonly sync: boolean
  readonly write: WriteBytes
  /** How long to wait for another process's turn to write, in milliseconds. */
  readonly patience: number
}

/** Appends what `lines` makes of the state at that moment, while no other process writes. An empty text writes nothing. */
export async function appendLines(known: KnownFile, lines: (index: FileIndex) => string, writing: Writing): Promise<void> {
  const { path } = known
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error) =>
    unusable(error, path, 'a folder that can be written'),
  )
  await alone(known, writing, async (turn) => {
    const text = lines(turn.index)
    if (text === '') return
    refuseDamaged(known)
    await writeLines(known, text, writing, turn).catch((error) =>
      unusable(error, path, 'room for what is appended, in a file that can be written'),
    )
  })
  if (known.index.size - known.indexed > INDEX_EVERY) await keepIndex(known)
}

/** Writes the file anew, whole or not at all, while no other process writes. What was set aside of it goes. */
export async function rewriteFile(
  known: KnownFile,
  lines: (index: FileIndex, text: string) => string,
  { evenDamaged, patience }: { readonly evenDamaged: boolean; readonly patience: number },
): Promise<void> {
  const { path } = known
  await alone(known, { patience }, async ({ folder, told, index, lost }) => {
    if (!evenDamaged) refuseDamaged(known)
    const text = await reading(path, (file) => readText(file, 0, index.size), '')
    await writeWhole(path, Buffer.from(lines(index, text), 'utf8'))
    await removeBeside(path)
    await removeUnfinished(dirname(path), { of: basename(path) })
    forget(known)
    // If we end before this, the erasure in the file is newer than what was told, which then means nothing.
    tell(folder, await look(known), told, evenDamaged ? null : lost)
  })
}

/** What holds while no other process writes. */
interface Turn {
  /** The folder with the lock and with what was acknowledged. */
  readonly folder: string
  readonly told: Told | null
  readonly index: FileIndex
  /** What is missing of what was acknowledged. */
  readonly lost: Acknowledged['lost']
}

async function alone(
  known: KnownFile,
  { patience }: Pick<Writing, 'patience'>,
  work: (turn: Turn) => Promise<void>,
): Promise<void> {
  await whileAlone(known.path, patience, async (folder) => {
    const told = beginTelling(folder)
    if (told?.cut !== undefined) await takeBack(known.path, told.cut)
    const index = await look(known)
    const hashAt = (length: number) => (length === index.head.length ? index.head.hash : undefined)
    await work({ folder, told, index, lost: lostOf(told, foundIn(index), hashAt) })
  })
}

async function writeLines(known: KnownFile, text: string, { sync, write }: Writing, turn: Turn): Promise<void> {
  const { path, key } = known
  const { folder, told, index, lost } = turn
  const isNew = index.size === 0
  const bytes = Buffer.from(isNew ? `${headerLine(key)}${text}` : text, 'utf8')
  const before = { found: foundIn(index), size: index.size }
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  try {
    await setAside(file, path, index.size)
    await write(file, bytes, index.size)
    if (sync) await file.sync()
    if (isNew) await syncFolder(dirname(path))
    known.seen = -1
    tell(folder, await look(known), told, lost)
  } catch (error) {
    // Told as a failure, so it must not be there: whoever tries again would have it twice.
    forget(known)
    await file.truncate(before.size).catch(() => tellToCut(folder, before, told))
    throw error
  } finally {
    await file.close()
  }
}

/** Takes back what was told as a failure and could not be taken back at once. */
async function takeBack(path: string, end: number): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW).catch((error) =>
    codeOf(error) === 'ENOENT' ? null : unusable(error, path, 'a file that can be written'),
  )
  if (file === null) return
  try {
    if ((await file.stat()).size > end) await file.truncate(end)
  } catch (error) {
    unusable(error, path, 'a file that can be written')
  } finally {
    await file.close()
  }
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
