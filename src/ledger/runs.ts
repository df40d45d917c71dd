import type { Seq } from '../schema/ids.ts'
import { isLookUp } from './command-facts.ts'
import type { Facts } from './extract.ts'
import { type CommandRun, lastRuns } from './fact-lines.ts'
import { failingChecks, tellingFirst } from './failing-checks.ts'
import type { ReadLog } from './read-log.ts'

/** Commands as they ended last, latest first: those that did something, the last checks before the others, and those that only looked. */
export interface Runs {
  /** Of those that did something, what tests, builds or checks and still fails. */
  readonly failing: readonly CommandRun[]
  readonly did: readonly CommandRun[]
  readonly looked: readonly CommandRun[]
}

export function runsIn({ commands, acts }: Pick<Facts, 'commands' | 'acts'>, log: ReadLog, end: Seq): Runs {
  const latestFirst = lastRuns([...commands, ...acts].toSorted((a, b) => a.seq - b.seq)).toReversed()
  const { true: looked = [], false: did = [] } = Object.groupBy(latestFirst, (run) => `${isLookUp(run)}`)
  const failing = failingChecks(latestFirst, log, end)
  const isFailing = new Set(failing)
  return {
    failing,
    did: tellingFirst(did.filter((run) => !isFailing.has(run))),
    looked: [...looked.filter(isTelling), ...looked.filter((run) => !isTelling(run))],
  }
}

/** A search, with what it found. */
function isTelling({ isSearch }: CommandRun): boolean {
  return isSearch === true
}
