import type { Role } from './entry.ts'
import type { Mark, Trigger } from './trigger.ts'

/** When to act and what to try. A preset is a named policy. */
export interface Policy {
  readonly name: string
  readonly trigger: Trigger
  /** Where a compaction comes down to. */
  readonly release: Mark
  readonly clear: ClearOptions
  /** Most tokens a summary may take; never more than `summaryShare` of history's allowance. */
  readonly summaryTokens: number
  readonly summaryShare: number
  readonly summaryRole: Extract<Role, 'user' | 'assistant'>
}

export interface ClearOptions {
  /** Recent tool output that stays, in tokens. */
  readonly protect: number
  /** Change nothing unless at least this much is saved. */
  readonly minimum: number
  /** Turns at the end that are never touched. */
  readonly minTurnsToKeep: number
}
