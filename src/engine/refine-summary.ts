import { type Outcome, type Planning, rebased } from '../compact/plan-compaction.ts'
import { refined, summaryJob } from '../compact/refine.ts'
import type { SecondOpinion } from '../compact/second-opinion.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import { asGiven } from '../schema/foreign-values.ts'
import type { SelectedModel, SentView } from '../schema/summary.ts'
import { assembleRequest } from '../view/assemble.ts'
import type { Setting } from '../view/setting.ts'
import { askSummarizer } from './ask-summarizer.ts'
import { catchUp } from './latest.ts'
import type { Run } from './run.ts'
import { secondOpinion } from './second-opinion.ts'
import type { CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { viewOf } from './views.ts'

/**
 * Lets the summarizer say better what the plan's summary says without it. The plan has found its room already: what is said is
 * checked, completed from the log and printed into that room, so that the request stays valid and fits. Whatever goes wrong, the
 * summary stays the one that needs no model, and the receipt says why (L10).
 *
 * Meanwhile others may work on the thread. What they append stands behind the plan; if they change the view, the race is lost.
 */
export async function refineSummary(
  state: ThreadState,
  planning: Planning,
  outcome: Outcome,
  { run, ...options }: CompactOptions & { readonly run: Run },
): Promise<Outcome> {
  const { ports, pins, key, commit } = state
  const { at, log } = planning
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
  if (job === undefined) return refined(refining, undefined)
  run.progress({ kind: 'asked', summarizer: summarizer.name, from: job.from, to: job.end - 1 })
  const asked = await state.aside(() => askSummarizer(summarizer, job, { deadlineMs, clock, signal: options.signal }))
  const land = async (second?: SecondOpinion): Promise<Outcome> => {
    await catchUp(state)
    const now = state.log.head()
    throwIfLost(state, commit)
    const standing = now.length === planning.inputs.head ? outcome : rebased(planning, outcome, now)
    return refined({ ...refining, outcome: standing }, asked, second)
  }
  const first = await land()
  const second = await secondOpinion(state, { job, log, asked, made: first, signal: options.signal })
  const made = second === undefined ? first : await land(second)
  answered(run, made)
  return made
}

/** The plan rests on the commit that it was made on. */
function throwIfLost({ commit, key }: ThreadState, expected: Commit | null): void {
  if (commit?.id === expected?.id) return
  const ids = { expected: expected?.id ?? null, actual: commit?.id ?? null }
  throw new CompactionError<'commit-conflict'>({ code: 'commit-conflict', thread: key.thread, ...ids })
}

function answered(run: Run, { receipt: { summary, summarizerCalls } }: Outcome): void {
  if (summary === undefined) return
  const { by, ms, usage, money, fault } = summary
  const why = fault === undefined ? {} : { fault: fault.reason }
  run.progress({ kind: 'answered', by, calls: summarizerCalls, ms, usage, money, ...why })
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
