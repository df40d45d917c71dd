import type { Outcome } from '../compact/plan-compaction.ts'
import type { SecondOpinion } from '../compact/second-opinion.ts'
import { examOf, graded } from '../ledger/exam.ts'
import type { Asked, SummaryJob } from '../schema/summary.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import { askSummarizer } from './ask-summarizer.ts'
import { countCall, mayCallAgain } from './asking-guard.ts'
import type { ThreadState } from './thread-state.ts'

/** Less time than this is not worth a call. */
const LEAST_MS = 10

/**
 * Has a summarizer that `verifies` answer questions from the page that was just made, in the time that is left. Whatever goes wrong, the page
 * stays as it is (L10). `undefined` if nobody was asked.
 */
export async function secondOpinion(
  state: ThreadState,
  given: {
    readonly job: Omit<SummaryJob, 'signal'>
    readonly log: MeasuredLog
    readonly asked: Asked | undefined
    readonly made: Outcome
    readonly signal: AbortSignal | undefined
  },
): Promise<SecondOpinion | undefined> {
  const { ports, aside } = state
  const { job, asked, made, signal } = given
  const { summarizer, clock, summaryDeadlineMs } = ports
  const { summary } = made.receipt
  const record = made.fitted.records.findLast((candidate) => candidate.action === 'summarize')
  if (summarizer?.verifies !== true || asked?.kind !== 'answered' || record === undefined) return undefined
  const deadlineMs = summaryDeadlineMs - asked.ms
  if (summary?.fault !== undefined || deadlineMs < LEAST_MS) return undefined
  const exam = examOf(given.log.cleanedWhole(), record.span, new Set(record.carries.map(({ seq }) => seq)))
  if (exam.length === 0 || !(await mayCallAgain(state))) return undefined
  await countCall(state)
  const page = record.summary
  const question = { ...job, exam: { page, questions: exam.map(({ ask }) => ask), spent: summary?.money ?? 0 } }
  const read = await aside(() => askSummarizer(summarizer, question, { deadlineMs, clock, signal }))
  if (read.kind === 'failed') return { asked: read, graded: { questions: exam.length, answered: 0, overlooked: [], missing: [] } }
  const { content } = read.answer
  return { asked: read, graded: graded(exam, content.kind === 'prose' ? content.text : '', page) }
}
