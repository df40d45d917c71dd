import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isJsonObject } from '../../schema/json.ts'
import type { Acknowledged } from '../../schema/ports.ts'
import { codeOf, unusable } from '../safe-files.ts'
import { HOLDER } from './guard.ts'
import { type FileIndex, foundIn } from './index-file.ts'

/** What is kept beside a session file: what writers were told, and who was told last. */
export interface Told extends Acknowledged {
  /** Grows with every write. */
  readonly turn: number
  readonly writer: string
  /** Where the file ends, if a step could not be taken back that was told as a failure. */
  readonly cut?: number
}

const NAME = 'acknowledged'
/** Two places, written in turn: a process that is killed while it writes one leaves the other. */
const PLACE_BYTES = 1_024
const ME = `process ${process.pid} on ${hostname().slice(0, 80)}`

/** What was acknowledged, or `null` if nothing is known of it. The file beside it has at least that. */
export function readTold(folder: string): Told | null {
  const bytes = Buffer.alloc(2 * PLACE_BYTES)
  try {
    const file = openSync(join(folder, NAME), constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      readSync(file, bytes, 0, bytes.length, 0)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? null : unusable(error, folder, 'a folder that can be read')
  }
  const found = [0, PLACE_BYTES].map((at) => parsed(bytes.toString('utf8', at, at + PLACE_BYTES)))
  return found.reduce((latest, each) => ((each?.turn ?? -1) > (latest?.turn ?? -1) ? each : latest), null)
}

/**
 * Makes room for what will be acknowledged and says who writes: before anything is written, so that it cannot fail afterwards. Returns what
 * was acknowledged before.
 */
export function beginTelling(folder: string): Told | null {
  const told = readTold(folder)
  if (told?.writer === ME) return told
  try {
    writeFileSync(join(folder, HOLDER), ME, { mode: 0o600 })
    if (told === null) writeFileSync(join(folder, NAME), ' '.repeat(2 * PLACE_BYTES), { mode: 0o600 })
  } catch (error) {
    unusable(error, folder, 'a folder that can be written')
  }
  return told
}

/** Says that everything is there that an index finds. Not flushed: after a power cut it may say less than there is, never more. */
export function tell(folder: string, index: FileIndex, before: Told | null, lost: Told['lost']): void {
  write(folder, { ...foundIn(index), lost, turn: turnAfter(before), writer: ME })
}

/** Says that what stands behind a place was told as a failure: the next writer takes it back. */
export function tellToCut(
  folder: string,
  end: { readonly found: Omit<Acknowledged, 'lost'>; readonly size: number },
  before: Told | null,
): void {
  write(folder, { ...end.found, lost: before?.lost ?? null, cut: end.size, turn: turnAfter(before), writer: ME })
}

function turnAfter(before: Told | null): number {
  return (before?.turn ?? 0) + 1
}

function write(folder: string, told: Told): void {
  const text = JSON.stringify(told)
  const bytes = Buffer.alloc(PLACE_BYTES, ' ')
  bytes.write(`${fingerprintOf(text)} ${text}`)
  bytes.write('\n', PLACE_BYTES - 1)
  const file = openSync(join(folder, NAME), constants.O_RDWR | constants.O_NOFOLLOW)
  try {
    writeSync(file, bytes, 0, PLACE_BYTES, (told.turn % 2) * PLACE_BYTES)
  } finally {
    closeSync(file)
  }
}

function parsed(place: string): Told | null {
  const space = place.indexOf(' ')
  const text = place.slice(space + 1).trimEnd()
  if (space <= 0 || fingerprintOf(text) !== place.slice(0, space)) return null
  const value: unknown = JSON.parse(text)
  return isTold(value) ? value : null
}

/** Looks at the shape only: what it says is checked by the fingerprint. */
function isTold(value: unknown): value is Told {
  return isJsonObject(value) && typeof value['turn'] === 'number'
}

function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
