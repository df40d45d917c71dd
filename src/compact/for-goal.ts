import type { SummarizeRecord } from '../schema/plan.ts'
import type { Asked, SummaryJob } from '../schema/summary.ts'
import { resummarized } from './fulfil.ts'
import { printedRecord } from './print-record.ts'
import { ledgerBefore, newFrom, type Refining, saysSomething } from './refine.ts'
import { spentOn, wasMade } from './second-opinion.ts'
import { updateLedger } from './update-ledger.ts'

/** A page about a whole conversation for a goal. It belongs to no plan: nothing is folded for it. */
export type GoalPage = Omit<Refining, 'outcome' | 'byteLimit' | 'view' | 'selected'>

/** What a summarizer is asked for a goal: what no summary has covered yet, with the goal as an instruction. `undefined` if that is nothing. */
export function goalJob(page: GoalPage): Omit<SummaryJob, 'signal'> | undefined {
  const { log, policy, record, before, tenant } = page
  const { text: redact } = log.redact
  const { from: start, end } = record.span
  const earlier = ledgerBefore(before, record)
  const from = newFrom(earlier, record)
  if (!saysSomething(log, { from, end })) return undefined
  return {
    ...{ tenant, ledger: earlier.ledger, entries: log.cleanedWhole().entries, start, from, end, view: undefined },
    ...{ tokens: record.tokens, most: record.tokens, instructions: redact(page.instructions) },
    ...{ contents: policy.summaryContents ?? [], input: policy.summarizerInput, splitTurn: undefined },
    previous: redact(earlier.prose === '' ? earlier.summary : earlier.prose),
    cacheable: policy.summaryCache !== false,
    ...(policy.summaryModel === undefined ? {} : { wanted: policy.summaryModel }),
    ...(policy.summaryOutput === undefined ? {} : { mostOutput: policy.summaryOutput }),
  }
}

/** What the page says with an answer, as far as it is sound (the checker of every summary), and what the answer has cost. */
export function goalAnswered(
  page: GoalPage,
  asked: Asked | undefined,
): { readonly text: string; readonly by: string; readonly calls: number; readonly money: number | null } {
  const { log, policy, record, before, pins, tokenizer, instructions } = page
  const earlier = ledgerBefore(before, record)
  const updated = updateLedger({
    ...{ asked, earlier, from: newFrom(earlier, record), record, pins, tokenizer },
    ...{ log: log.cleanedWhole(), redact: log.redact.text, most: policy.summaryTokens },
  })
  const { tokens } = record
  const { made } = printedRecord({ ...updated, ...{ record, tokens, heard: 0, policy, tokenizer, log, instructions } })
  const answer = asked?.kind === 'answered' ? asked.answer : undefined
  const attempts = asked?.kind === 'failed' ? asked.attempts : (answer?.attempts ?? [])
  const isModels = made !== undefined && updated.fault === undefined && answer !== undefined
  return {
    text: (made ?? record).summary,
    by: isModels ? answer.by : 'deterministic',
    calls: attempts.filter(wasMade).length,
    money: answer?.money ?? spentOn(attempts),
  }
}

/** The page as it is without a model, in at most so many tokens. */
export function plainGoalPage(
  page: Omit<GoalPage, 'record'>,
  bare: Pick<SummarizeRecord, 'span'>,
  tokens: number,
): SummarizeRecord {
  const { log, tokenizer, instructions } = page
  const record: SummarizeRecord = { action: 'summarize', ...bare, tokens, summary: '', carries: [] }
  return { ...resummarized(log, record, { tokenizer, instructions }, { tokens }), tokens }
}
