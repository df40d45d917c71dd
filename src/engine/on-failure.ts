import type { Outcome, Planning } from '../compact/plan-compaction.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { SummaryFault } from '../schema/summary.ts'
import type { Compacted } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { asItIs } from './wishes.ts'

/** The model did its part, or was not wanted any more: nothing has failed. */
const NO_FAILURE: ReadonlySet<SummaryFault> = new Set(['no-better', 'cancelled'])
/** Nobody was asked: there is nothing to decide about. */
const HELD_BACK: ReadonlySet<SummaryFault> = new Set(['too-often', 'spend-cap', 'not-ready'])

/**
 * What the policy wants of a compaction whose summary no model wrote, if the request fits as it is: it stays, or the failure is thrown; then
 * nothing is tried again until the conversation has grown. `undefined` if the summary without a model is good enough.
 */
export function afterFailure(state: ThreadState, planning: Planning, made: Outcome, fits: boolean): Compacted<Json> | undefined {
  const { onFailure = 'step-down' } = state.ports.policy
  const { summary } = made.receipt
  const fault = summary?.fault
  const isForced = planning.why.trigger === 'overflow' || !fits
  if (onFailure === 'step-down' || fault === undefined || NO_FAILURE.has(fault.reason) || isForced) return undefined
  if (onFailure === 'throw' && HELD_BACK.has(fault.reason)) return undefined
  const standing = asItIs(state, planning, `no summary was written (${fault.reason}): ${fault.detail}`)
  if (onFailure === 'keep') return standing
  const { attempts = [] } = summary ?? {}
  const summarizer = state.ports.summarizer?.name ?? 'the summarizer'
  throw new CompactionError<'summarizer-failed'>({ code: 'summarizer-failed', summarizer, ...fault, attempts })
}
