import { chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Runs something that may not write to a folder in `parent`: it is closed, and root, for whom nothing is closed, becomes another user. */
export async function whileClosed<Result>(parent: string, closed: string, work: () => Promise<Result>): Promise<Result> {
  if (parent === tmpdir()) throw new Error('the folder of all other programs is not ours to close')
  const isRoot = process.geteuid?.() === 0
  chmodSync(closed, 0o555)
  chmodSync(parent, 0o755)
  if (isRoot) process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
    chmodSync(closed, 0o755)
  }
}
