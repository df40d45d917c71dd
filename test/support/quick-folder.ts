import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
const LEAST_ROOM = 2 ** 31

/**
 * A folder for what tests write: in memory, if there is room. Stores wait for the disk at every step, ten milliseconds on a slow one. What a process
 * had written when it was killed is there as well.
 */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= LEAST_ROOM ? openFolder() : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** One that other users can enter as well, as they can the usual one: PostgreSQL does not run as root, and some tests become somebody else. */
function openFolder(): string {
  const folder = mkdtempSync(join(IN_MEMORY, 'palimpsest-tests-'))
  chmodSync(folder, 0o755)
  return folder
}

/** What processes leave behind that were killed would stay in memory: the folder is gone when all tests are over. */
export function setup({ config }: TestProject): (() => void) | undefined {
  const folder = config.env['TMPDIR']
  return folder?.startsWith(IN_MEMORY) ? () => rmSync(folder, { recursive: true, force: true }) : undefined
}
