import type { KnownLog } from '../reconcile/known-log.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { OtherWords } from '../schema/reconciliation.ts'

/** What resent histories are held against, kept from one to the next. */
export interface HistoryMemory {
  /** The log, by what its blocks say. */
  known: KnownLog | undefined
  /** The commit up to which earlier plans were read, and their records. */
  commit: string | null
  records: readonly PlanRecord[]
  /** What clients said in other words. */
  revised: readonly OtherWords[]
}

export function historyMemory(): HistoryMemory {
  return { known: undefined, commit: null, records: [], revised: [] }
}
