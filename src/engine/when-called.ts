import type { EntryId } from '../schema/ids.ts'
import type { branchAt } from './branch.ts'
import type { ThreadState } from './thread-state.ts'

/** What most steps do not need is loaded by the call that needs it, in its turn: what is called later comes later. */
export async function branchFrom(...given: Parameters<typeof branchAt>): ReturnType<typeof branchAt> {
  const { branchAt } = await import('./branch.ts')
  return branchAt(...given)
}

/** What is pinned in a thread, and a history that was resent no longer has. */
export async function unpinnedBy(state: ThreadState, to: ThreadState): Promise<readonly EntryId[]> {
  const { carryPins, supersededPins } = await import('./carry-pins.ts')
  return to === state ? supersededPins(state) : carryPins(state, to)
}
