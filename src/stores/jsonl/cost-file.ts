import { rm } from 'node:fs/promises'
import { readBytes, unusable, writeWhole } from '../safe-files.ts'
import { whileAlone } from './guard.ts'

/**
 * What a thread has cost, in a small file beside its session file. Not a line of it: a line for each call would make it grow, and a file
 * that is only ever appended to has no row to change.
 */
export async function readCost(path: string): Promise<string | null> {
  return (await readBytes(fileOf(path)))?.toString('utf8') ?? null
}

/** Writes it whole, while no other process writes. False if something else than `expected` stands there. */
export function keepCost(path: string, { expected, body, patience }: Keeping): Promise<boolean> {
  return whileAlone(path, patience, async () => {
    if ((await readCost(path)) !== expected) return false
    await writeWhole(fileOf(path), Buffer.from(body, 'utf8'))
    return true
  })
}

interface Keeping {
  readonly expected: string | null
  readonly body: string
  /** How long to wait for another process's turn to write, in milliseconds. */
  readonly patience: number
}

export async function removeCost(path: string): Promise<void> {
  await rm(fileOf(path), { force: true }).catch((error) => unusable(error, path, 'files that can be removed'))
}

function fileOf(path: string): string {
  return `${path}.cost`
}
