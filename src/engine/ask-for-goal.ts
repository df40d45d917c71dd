import { type GoalPage, goalAnswered, goalJob, plainGoalPage } from '../compact/for-goal.ts'
import { leadingSystem } from '../log/rounds.ts'
import { makeSpan } from '../log/span.ts'
import { seqOf } from '../schema/ids.ts'
import { rangeOf } from '../schema/range.ts'
import { askSummarizer } from './ask-summarizer.ts'
import { barredFromAsking, countCall, noteSpending } from './asking-guard.ts'
import type { ThreadState } from './thread-state.ts'

interface GoalQuestion {
  readonly goal: string
  readonly tokens: number
  readonly signal: AbortSignal | undefined
}

/**
 * Where the work stands for a goal, as a model says it, in at most so many tokens: what it says is checked and completed like any summary.
 * `undefined` if there is no summarizer, nothing is new to it, it may not be asked, or nothing of what it says stands in the log.
 */
export async function askForGoal(
  state: ThreadState,
  { goal, tokens, signal }: GoalQuestion,
): Promise<{ readonly text: string; readonly by: string } | undefined> {
  const { ports, key, log, pins, records: before } = state
  const { summarizer, summaryDeadlineMs: deadlineMs, clock, policy, counting: tokenizer } = ports
  const range = rangeOf(leadingSystem(log.entries), seqOf(log.length))
  if (summarizer === undefined || range.from >= range.end) return undefined
  const about = { log, policy, tokenizer, pins, before, tenant: key.tenant, instructions: goal }
  const page: GoalPage = { ...about, record: plainGoalPage(about, { span: makeSpan(log, range) }, tokens) }
  const job = goalJob(page)
  if (job === undefined || (await barredFromAsking(state, 'manual', job)) !== undefined) return undefined
  await countCall(state)
  const asked = await state.aside(() => askSummarizer(summarizer, job, { deadlineMs, clock, signal }))
  const { text, by, calls, money } = goalAnswered(page, asked)
  await noteSpending(state, { job, asked, calls, money })
  return by === 'deterministic' ? undefined : { text, by }
}
