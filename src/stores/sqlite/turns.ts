import { realpathSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/** Carries out work when its turn comes. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The last in line for each file, or database in memory, that this process has open. */
const lines = new Map<string | DatabaseSync, Promise<unknown>>()

/**
 * Writers of one file in one process, one after another. SQLite blocks the thread while a writer waits for another one; if both were in
 * this thread, the other one would never go on.
 */
export function turnsFor(path: string, database: DatabaseSync): InTurn {
  const name = path === ':memory:' ? database : realpathSync(path)
  return (work) => {
    const run = (lines.get(name) ?? Promise.resolve()).then(work, work)
    const settled = run.then(
      () => undefined,
      () => undefined, // The error went to its own caller; the next in line must not get it.
    )
    lines.set(name, settled)
    void settled.then(() => lines.get(name) === settled && lines.delete(name))
    return run
  }
}
