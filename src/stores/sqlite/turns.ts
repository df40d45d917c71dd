import { realpathSync } from 'node:fs'

/** Carries out work when its turn comes. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The last in line for each file that this process has open. */
const lines = new Map<string, Promise<unknown>>()

/**
 * Writers of one file in one process, one after another. SQLite blocks the thread while a writer waits for another one; if both were in
 * this thread, the other one would never go on.
 */
export function turnsFor(path: string): InTurn {
  const name = path === ':memory:' ? undefined : realpathSync(path)
  let own: Promise<unknown> = Promise.resolve()
  return (work) => {
    const last = name === undefined ? own : (lines.get(name) ?? own)
    const run = last.then(work, work)
    const settled = run.then(
      () => undefined,
      () => undefined, // The error went to its own caller; the next in line must not get it.
    )
    own = settled
    if (name !== undefined) {
      lines.set(name, settled)
      void settled.then(() => lines.get(name) === settled && lines.delete(name))
    }
    return run
  }
}
