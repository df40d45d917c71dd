import { type DiffRun, diffPlans } from '../compact/diff-plans.ts'
import type { CommitId } from '../schema/ids.ts'
import { recordsOf } from '../schema/stored-plan.ts'
import type { ThreadState } from './thread-state.ts'
import { commitNamed } from './undo.ts'

/** What one commit shows otherwise than another. */
export interface ViewDiff {
  /** `null` stands for the log as it is, with nothing folded. */
  readonly from: CommitId | null
  readonly to: CommitId | null
  /** Entries that are shown differently, in order. */
  readonly runs: readonly DiffRun[]
  /** Entries that can be read under the second and could not under the first, and the other way round. */
  readonly shown: number
  readonly hidden: number
}

/** Compares what the model sees of the log under two commits. */
export async function diff(state: ThreadState, from: string | null, to: string | null): Promise<ViewDiff> {
  const commits = await state.ports.store.commits(state.key)
  const [left, right] = [from, to].map((id) => (id === null ? null : commitNamed(state, commits, id)))
  const runs = diffPlans(left ? recordsOf(left.plan) : [], right ? recordsOf(right.plan) : [])
  const count = (isMeant: (run: DiffRun) => boolean): number =>
    runs.filter(isMeant).reduce((sum, run) => sum + run.to - run.from + 1, 0)
  return {
    ...{ from: left?.id ?? null, to: right?.id ?? null, runs },
    shown: count(({ before, after }) => before !== 'include' && after === 'include'),
    hidden: count(({ before, after }) => before === 'include' && after !== 'include'),
  }
}
