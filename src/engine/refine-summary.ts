import type { Outcome } from '../compact/plan-compaction.ts'
import { refined, summaryJob } from '../compact/refine.ts'
import { asGiven } from '../schema/foreign-values.ts'
import { assembleRequest } from '../view/assemble.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import type { Setting } from '../view/setting.ts'
import { askSummarizer } from './ask-summarizer.ts'
import type { CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { viewOf } from './views.ts'

/**
 * Lets the summarizer say better what the plan's summary says without it. The plan has found its room already: what is said is
 * checked, completed from the log and printed into that room, so that the request stays valid and fits. Whatever goes wrong, the
 * summary stays the one that needs no model, and the receipt says why (L10).
 */
export async function refineSummary(
  state: ThreadState,
  at: Setting,
  options: CompactOptions,
  { outcome, log }: { readonly outcome: Outcome; readonly log: MeasuredLog },
): Promise<Outcome> {
  const { ports, pins, key } = state
  const { summarizer, policy, summaryDeadlineMs: deadlineMs, clock } = ports
  // Every strategy folds one span, from the beginning of history on: a plan has one summary or none.
  const record = outcome.fitted.records.findLast((candidate) => candidate.action === 'summarize')
  if (summarizer === undefined || record === undefined) return outcome
  const view = viewOf(state, at)
  const refining = {
    ...{ outcome, record, log, policy, pins, before: state.records, tenant: key.tenant, byteLimit: at.byteLimit },
    tokenizer: ports.tokenizer,
    instructions: options.instructions ?? '',
    view: () => ({ dialect: at.dialect.traits.name, request: asGiven(assembleRequest(at, view)) }),
  }
  const job = summaryJob(refining)
  const asked =
    job === undefined ? undefined : await askSummarizer(summarizer, job, { deadlineMs, clock, signal: options.signal })
  return refined(refining, asked)
}
