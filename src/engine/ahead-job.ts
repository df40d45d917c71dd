import { afterCall, usualPace } from '../budget/pace.ts'
import { type Planning, planCompaction } from '../compact/plan-compaction.ts'
import { refined, summaryJob } from '../compact/refine.ts'
import { spentOn } from '../compact/second-opinion.ts'
import type { Asked } from '../schema/summary.ts'
import { type AheadJob, heardBefore, mostGrowth, type SummaryAhead } from './ahead.ts'
import { askSummarizer } from './ask-summarizer.ts'
import { barredFromAsking, countCall, noteSpending } from './asking-guard.ts'
import { onLatest } from './latest.ts'
import { planningOf } from './planning.ts'
import { refiningOf } from './refine-summary.ts'
import { secondOpinion } from './second-opinion.ts'
import type { CompactOptions } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf, sharpenViews } from './views.ts'

/** A summary that nobody waits for may take this many times as long. */
const PATIENCE = 5
const WHY = { trigger: 'window', reason: 'the next compaction is near' } as const

/** Plans what will be folded, has its summary written while the thread goes on, and keeps it until it is needed. Never rejects. */
export async function askAhead(state: ThreadState, options: CompactOptions, job: AheadJob): Promise<void> {
  const { ahead } = state
  const found = await foundBy(state, options, job).catch(() => undefined)
  if (ahead.job !== job) ahead.wasted += found?.money ?? 0
  else if (found === undefined) ahead.job = undefined
  else job.found = found
}

/** One process asks at a time. The thread itself can be compacted meanwhile: then the answer is thrown away. */
function foundBy(state: ThreadState, options: CompactOptions, job: AheadJob): Promise<SummaryAhead | undefined> {
  const { signal } = job.stop
  return onLatest(state, () =>
    state.askAlone<SummaryAhead | undefined>(() => asking(state, options, job), { signal, otherwise: async () => undefined }),
  )
}

async function asking(state: ThreadState, options: CompactOptions, job: AheadJob): Promise<SummaryAhead | undefined> {
  const { ports, ahead } = state
  await readWhole(state.own)
  const at = await settingOf(state, options)
  if (ahead.job !== job || (state.commit?.id ?? null) !== job.basis.commit) return undefined
  sharpenViews(state)
  const planning = aimedLower(planningOf(state, options, at, WHY), job.growth)
  const outcome = planCompaction(planning, ports.clock())
  const record = outcome.fitted.records.findLast((candidate) => candidate.action === 'summarize')
  const refining = record && refiningOf(state, planning, outcome, { record, options })
  const question = refining && summaryJob(refining)
  if (record === undefined || refining === undefined || question === undefined) return NOTHING
  const asked = (await barredFromAsking(state, 'window', question)) ?? (await ask(state, question, job.stop.signal))
  if (asked.kind === 'answered') ahead.pace = afterCall(ahead.pace ?? usualPace(at.budget.limit), asked.ms)
  const given = { job: question, log: planning.told, asked, made: refined(refining, asked), signal: job.stop.signal }
  const second = await secondOpinion(state, given)
  const money = moneyOn(asked) + (second === undefined ? 0 : moneyOn(second.asked))
  const calls = callsFor(asked) + (second === undefined ? 0 : callsFor(second.asked))
  await noteSpending(state, { job: question, asked, calls, money })
  const fault = asked.kind === 'failed' ? { fault: asked.reason } : {}
  ports.events.tell(state.key, { kind: 'summary-ahead', step: { kind: 'ready', ms: asked.ms, money, ...fault } })
  return { outcome, asked, second, money, heard: heardBefore(planning, record.span.end) }
}

type Question = NonNullable<ReturnType<typeof summaryJob>>

/** Nobody was asked if that was barred. */
function callsFor(asked: Asked): number {
  return asked.kind === 'failed' && (asked.reason === 'too-often' || asked.reason === 'spend-cap') ? 0 : 1
}

/** Lets others work on the thread while the summary is being written. */
async function ask(state: ThreadState, question: Question, signal: AbortSignal): Promise<Asked> {
  const { summarizer, clock, events, summaryDeadlineMs } = state.ports
  if (summarizer === undefined) throw new Error('nothing is asked for ahead of time without a summarizer')
  await countCall(state)
  const { from, end } = question
  events.tell(state.key, { kind: 'summary-ahead', step: { kind: 'asked', summarizer: summarizer.name, from, to: end - 1 } })
  const deadlineMs = summaryDeadlineMs * PATIENCE
  return state.aside(() => askSummarizer(summarizer, question, { deadlineMs, clock, signal }))
}

const NOTHING: SummaryAhead = {
  outcome: undefined,
  asked: { kind: 'failed', reason: 'not-ready', detail: 'no summary seemed to be needed', attempts: [], ms: 0 },
  ...{ money: 0, heard: '' },
}

/** What was paid for an answer, or for useless ones. */
function moneyOn(asked: Asked): number {
  return (asked.kind === 'answered' ? asked.answer.money : spentOn(asked.attempts)) ?? 0
}

/** What comes until it is needed stands behind the summary: the request comes down to the release mark then, not now. */
function aimedLower(planning: Planning, growth: number): Planning {
  const { target, at } = planning
  return { ...planning, target: target - Math.min(growth, mostGrowth(target, at)) }
}
