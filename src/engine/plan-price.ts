import type { CompactionPrice } from '../compact/explain.ts'
import type { Outcome, Planning } from '../compact/plan-compaction.ts'
import { summaryJob } from '../compact/refine.ts'
import { priceSheetFor } from '../economy/price-sheet.ts'
import { stepCost } from '../economy/step-cost.ts'
import type { PriceSheet } from '../schema/price-sheet.ts'
import { expectedPrice } from './expected-price.ts'
import { refiningOf } from './refine-summary.ts'
import type { CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

/** What carrying out a plan would cost, and what each request costs without and with it. */
export function planPrice(state: ThreadState, planning: Planning, outcome: Outcome, options: CompactOptions): CompactionPrice {
  const { before, after } = outcome.receipt.tokens
  const { model, prices } = planning.at.limits
  const { sheet } = priceSheetFor(model, prices)
  const { calls, summary } = summaryPrice(state, planning, outcome, options)
  const requests = sheet === undefined ? null : { before: inputPrice(sheet, before), after: inputPrice(sheet, after) }
  return { tokens: before - after, calls, summary, requests }
}

function summaryPrice(
  state: ThreadState,
  planning: Planning,
  outcome: Outcome,
  options: CompactOptions,
): Pick<CompactionPrice, 'calls' | 'summary'> {
  const { summarizer } = state.ports
  const record = outcome.fitted.records.findLast((candidate) => candidate.action === 'summarize')
  const job = record === undefined ? undefined : summaryJob(refiningOf(state, planning, outcome, { record, options }))
  if (summarizer === undefined || job === undefined) return { calls: 0, summary: 0 }
  return { calls: summarizer.verifies === true ? 2 : 1, summary: expectedPrice(summarizer, job) }
}

/** Dollars for the input of a request, if nothing of it is read from a cache. */
function inputPrice(sheet: PriceSheet, tokens: number): number {
  return stepCost(sheet, { read: 0, written: 0, new: tokens, output: 0 }).dollars
}
