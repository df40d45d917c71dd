import { workState } from '../ledger/work-state.ts'
import type { WorkState } from '../schema/work-state.ts'
import { clearedIn } from '../view/cleared-log.ts'
import type { ThreadState } from './thread-state.ts'

/** Where a thread's work stands: what was left behind when a new context was begun is nobody's work any more. */
export function workOf({ log, records }: ThreadState): WorkState {
  return workState(log.read.slice(clearedIn(records).at(-1)?.span.end ?? 0))
}
