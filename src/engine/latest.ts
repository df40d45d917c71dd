import type { Commit } from '../schema/commit.ts'
import { isFailure } from '../schema/failures.ts'
import { seqOf } from '../schema/ids.ts'
import { recordsOf } from '../schema/stored-plan.ts'
import { clearedIn } from '../view/cleared-log.ts'
import { dropAhead } from './ahead.ts'
import { knowLanguagesOf, textsIn } from './languages.ts'
import { isLostRace } from './leased.ts'
import { turnsIn } from './reading.ts'
import { catchUpLog, latestCommit, readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'

const MOST_COMMIT_TRIES = 3
/** Who was only too slow takes the next lease for longer: that is worth a few more. */
const MOST_LEASES = 5

/** Takes over what other processes appended, committed and pinned. One read of the store if there was nothing. */
export async function catchUp(state: ThreadState): Promise<void> {
  const { own, pins, ports, key } = state
  const standing = await catchUpLog(own)
  if (own.isResting) await readWhole(own)
  if (standing.commit !== (state.commit?.id ?? null)) {
    // Another plan than the one it was opened with may show what was not read.
    if (state.commit !== null) await readWhole(own)
    const commit = await latestCommit(own)
    // A model may have written in another language than its log.
    if (commit !== null) await knowLanguagesOf(textsIn(commit.plan))
    takeOver(state, commit)
  }
  if (standing.pins !== pins.size) for (const seq of await ports.store.pins(key)) pins.add(seqOf(seq))
}

/** Makes a commit the one that views rest on. */
export function takeOver(state: ThreadState, commit: Commit | null): void {
  dropAhead(state, 'what the model sees was changed')
  const cleared = JSON.stringify(clearedIn(state.records))
  state.commit = commit
  state.records = commit === null ? [] : recordsOf(commit.plan)
  state.foldedTurns = turnsIn(state.log.read, state.records)
  state.landed = commit?.receipt
  state.provider.committed()
  state.views.current.clear()
  if (JSON.stringify(clearedIn(state.records)) !== cleared) state.views.whole.clear()
}

/** Works in its turn, on the latest state. */
export function onLatest<Result>(state: ThreadState, work: () => Promise<Result>): Promise<Result> {
  return state.inTurn(() => tryOnLatest(state, work))
}

/** The same with every entry at hand, including those that were not read when the thread was opened. */
export function onWhole<Result>(state: ThreadState, work: () => Promise<Result>): Promise<Result> {
  return onLatest(state, () => readWhole(state.own).then(work))
}

/** A commit that lost a race is thrown away; the winner's view is taken over and looked at again. */
async function tryOnLatest<Result>(state: ThreadState, work: () => Promise<Result>): Promise<Result> {
  state.own.isLookedAt = true
  for (let tries = 1; ; tries += 1) {
    await catchUp(state)
    try {
      return await work()
    } catch (error) {
      const most = isFailure(error, 'lease-lost') ? MOST_LEASES : MOST_COMMIT_TRIES
      if (!isLostRace(error) || tries >= most) throw error
    }
  }
}
