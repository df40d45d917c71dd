import type { Outcome, Planning } from '../compact/plan-compaction.ts'
import { refined, summaryJob } from '../compact/refine.ts'
import { readSummaryAnswer } from '../ledger/read-summary-answer.ts'
import { asGiven } from '../schema/foreign-values.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { SummarizeRecord } from '../schema/plan.ts'
import type { Asked, SelectedModel, SentView } from '../schema/summary.ts'
import { assembleRequest } from '../view/assemble.ts'
import type { Setting } from '../view/setting.ts'
import type { SummaryAtHand } from './ahead-use.ts'
import { askSummarizer } from './ask-summarizer.ts'
import { barredFromAsking, countCall, noteSpending } from './asking-guard.ts'
import { callHook, overruled } from './hooks.ts'
import { knowAllLanguages } from './languages.ts'
import type { RequestOptions } from './request-options.ts'
import type { Run } from './run.ts'
import { secondOpinion } from './second-opinion.ts'
import type { CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { upToDate } from './up-to-date.ts'
import { settingOf, viewOf } from './views.ts'

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
  { run, summary, ...options }: CompactOptions & { readonly run: Run; readonly summary?: SummaryAtHand | undefined },
): Promise<Outcome> {
  const { ports, commit } = state
  const { told: log } = planning
  await knowAllLanguages()
  const { hooks } = ports
  // Every strategy folds one span, from the beginning of history on: a plan has one summary or none.
  const record = outcome.fitted.records.findLast((candidate) => candidate.action === 'summarize')
  if (record === undefined) return outcome
  const refining = refiningOf(state, planning, outcome, { record, options })
  const job = summaryJob(refining)
  if (job === undefined) return refined(refining, undefined)
  const asked = summary?.asked ?? (await ask(state, job, run, options))
  const ready = await upToDate(state, planning, outcome, commit)
  const first = refined({ ...refining, outcome: ready }, asked)
  const second =
    summary === undefined ? await secondOpinion(state, { job, log, asked, made: first, signal: options.signal }) : summary.second
  const standing = second === undefined ? ready : await upToDate(state, planning, outcome, commit)
  const made = marked(second === undefined ? first : refined({ ...refining, outcome: standing }, asked, second), summary)
  const { summarizerCalls: calls, summary: account } = made.receipt
  if (summary === undefined) await noteSpending(state, { job, asked, calls, money: account?.money })
  answered(run, made)
  overruleWriter(run, asked, made)
  if (hooks?.validate === undefined) return made
  const refusal = await refusalOf(state, run, made, record)
  const checked = refusal === undefined ? made : refined({ ...refining, outcome: standing }, refusal)
  return withAccount(await upToDate(state, planning, checked, commit), checked)
}

/** Says of a summary that it was there before it was needed. */
function marked(made: Outcome, atHand: SummaryAtHand | undefined): Outcome {
  const { receipt } = made
  if (atHand?.isAhead !== true || receipt.summary === undefined) return made
  return { ...made, receipt: { ...receipt, summary: { ...receipt.summary, ahead: true } } }
}

/** What a plan's summary is made better from. */
export function refiningOf(
  state: ThreadState,
  { at, told: log }: Planning,
  outcome: Outcome,
  { record, options }: { readonly record: SummarizeRecord; readonly options: CompactOptions },
): Parameters<typeof summaryJob>[0] {
  const { ports, pins, key } = state
  return {
    ...{ outcome, record, log, pins, before: state.records, tenant: key.tenant, byteLimit: at.byteLimit },
    ...{ policy: ports.policy, tokenizer: ports.tokenizer, instructions: options.instructions ?? '' },
    ...{ view: sentView(state, at, options), selected: selectedModel(at) },
  }
}

/** A plan that was accounted for anew has lost what is known of how its summary came about. */
function withAccount(outcome: Outcome, { receipt }: Outcome): Outcome {
  const { summary, summarizerCalls } = receipt
  return summary === undefined ? outcome : { ...outcome, receipt: { ...outcome.receipt, summary, summarizerCalls } }
}

type Job = NonNullable<ReturnType<typeof summaryJob>>

/** What a hook says, or the summarizer if it says nothing. */
async function ask(state: ThreadState, job: Job, run: Run, { signal }: CompactOptions): Promise<Asked | undefined> {
  const { summarizer, summaryDeadlineMs: deadlineMs, clock } = state.ports
  const given = run.wishes?.summary
  if (given !== undefined) return byHook(given)
  const said = await callHook(state, run, 'summarize', () => ({ ...job, entries: [...job.entries] }))
  const own = said === undefined ? undefined : byHook(said.answer)
  said?.end(own === undefined ? 'passed-over' : 'obeyed', own === undefined ? 'it said something else than agreed' : '')
  if (own !== undefined || summarizer === undefined) return own
  const barred = await barredFromAsking(state, run.of.occasion, job)
  if (barred !== undefined) return barred
  await countCall(state)
  run.progress({ kind: 'asked', summarizer: summarizer.name, from: job.from, to: job.end - 1 })
  return state.aside(() => askSummarizer(summarizer, job, { deadlineMs, clock, signal }))
}

/** A hook's summary as a summarizer would have said it. */
function byHook(answer: unknown): Asked | undefined {
  const prose = { by: 'hook', content: { kind: 'prose', text: answer }, finish: 'stop', toolCalls: 0, attempts: [] }
  const read = readSummaryAnswer(typeof answer === 'string' ? prose : answer)
  return read === undefined ? undefined : { kind: 'answered', answer: read, ms: 0 }
}

/** What a hook has against a summary that a model or a hook wrote; `undefined` if nothing. */
async function refusalOf(state: ThreadState, run: Run, made: Outcome, { span }: SummarizeRecord): Promise<Asked | undefined> {
  const by = made.receipt.summary?.by ?? 'deterministic'
  const shown = made.fitted.records.find((record) => record.action === 'summarize' && record.span.from === span.from)
  if (by === 'deterministic' || shown?.action !== 'summarize') return undefined
  const said = await callHook(state, run, 'validate', () => ({ ...run.about(), summary: shown.summary, by }))
  if (said === undefined) return undefined
  const reject = isJsonObject(said.answer) ? said.answer['reject'] : null
  if (typeof reject !== 'string') {
    said.end(reject === undefined ? 'heard' : 'passed-over', '')
    return undefined
  }
  said.end('obeyed', `rejected: ${reject}`)
  const { attempts = [], ms = 0 } = made.receipt.summary ?? {}
  return { kind: 'failed', reason: 'rejected', detail: `a hook refused it: ${reject}`.slice(0, 300), attempts, ms }
}

/** A hook's summary is checked like any other: if nothing of it stands, the hook was not obeyed. */
function overruleWriter(run: Run, asked: Asked | undefined, { receipt: { summary } }: Outcome): void {
  if (asked?.kind !== 'answered' || asked.answer.by !== 'hook' || summary?.by !== 'deterministic') return
  const hook = run.wishes?.summary === undefined ? 'summarize' : 'before'
  overruled(run, hook, `its summary was not taken: ${summary.fault?.reason ?? 'nothing of it stands in the log'}`)
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
function sentView(state: ThreadState, given: Setting, options: CompactOptions): () => SentView {
  const last = lastRequest(state, options)
  const { tools, sentAs = (request: Json): Json => request } = last ?? options
  const found = last === undefined ? given : settingOf(state, last)
  const at = found instanceof Promise ? given : found
  const view = viewOf(state, at)
  const { idleMs } = state.provider.reading(at.budget.scale)
  return () => ({
    ...{ dialect: at.dialect.traits.name, request: asGiven(sentAs(assembleRequest(at, view))), tokens: at.outside + view.tokens },
    // A list of tools stands in the request.
    ...(tools === undefined || Array.isArray(tools) ? {} : { tools: { ...tools } }),
    ...(idleMs === undefined ? {} : { idleMs }),
  })
}

/** A compaction by hand may say nothing of what stands around the messages: then it is what stood around them last. */
function lastRequest({ provider }: ThreadState, options: CompactOptions): RequestOptions | undefined {
  const { system, tools, around, sentAs, dialect } = options
  if ([system, tools, around, sentAs].some((said) => said !== undefined)) return undefined
  const last = provider.lastOptions()
  return last === undefined || (dialect !== undefined && dialect !== last.dialect) ? undefined : last
}

function selectedModel({ model, limits: { window, prices } }: Setting): SelectedModel | undefined {
  return model === '' ? undefined : { name: model, window, prices }
}
