import type { EntryId, ThreadId } from '../schema/ids.ts'
import type { BranchOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

/** What most steps do not need is loaded by the call that needs it, in its turn: what is called later comes later. */
export async function branchFrom(state: ThreadState, options: BranchOptions): Promise<ThreadId> {
  const { branchAt } = await import('./branch.ts')
  return branchAt(state, options)
}

/** What is pinned in a thread, and a history that was resent no longer has. */
export async function unpinnedBy(state: ThreadState, to: ThreadState): Promise<readonly EntryId[]> {
  const { carryPins, supersededPins } = await import('./carry-pins.ts')
  return to === state ? supersededPins(state) : carryPins(state, to)
}
