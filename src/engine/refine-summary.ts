import type { Outcome } from '../compact/plan-compaction.ts'
import { refined, summaryJob } from '../compact/refine.ts'
import { asGiven } from '../schema/foreign-values.ts'
import type { SelectedModel, SentView } from '../schema/summary.ts'
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
  const refining = {
    ...{ outcome, record, log, policy, pins, before: state.records, tenant: key.tenant, byteLimit: at.byteLimit },
    tokenizer: ports.tokenizer,
    instructions: options.instructions ?? '',
    view: sentView(state, at, options),
    selected: selectedModel(at),
  }
  const job = summaryJob(refining)
  const asked =
    job === undefined ? undefined : await askSummarizer(summarizer, job, { deadlineMs, clock, signal: options.signal })
  return refined(refining, asked)
}

/**
 * Gives the request as the model saw it last, with what tells whether its provider still has it in its cache. What is appended while a
 * summary is being written is not in it.
 */
function sentView(state: ThreadState, at: Setting, { tools }: CompactOptions): () => SentView {
  const view = viewOf(state, at)
  const { idleMs } = state.provider.reading(at.budget.scale)
  return () => ({
    ...{ dialect: at.dialect.traits.name, request: asGiven(assembleRequest(at, view)), tokens: at.outside + view.tokens },
    // A list of tools stands in the request.
    ...(tools === undefined || Array.isArray(tools) ? {} : { tools: { ...tools } }),
    ...(idleMs === undefined ? {} : { idleMs }),
  })
}

function selectedModel({ model, limits: { window, prices } }: Setting): SelectedModel | undefined {
  return model === '' ? undefined : { name: model, window, prices }
}
