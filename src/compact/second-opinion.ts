import type { Graded } from '../ledger/exam.ts'
import type { Asked, SecondLook, SummaryAccount, SummaryAttempt, SummaryUsage } from '../schema/summary.ts'
import type { Outcome } from './plan-compaction.ts'

/** What a second look at a page came to. */
export interface SecondOpinion {
  readonly asked: Asked
  readonly graded: Graded
}

/** The account of both looks. */
export function withSecond(outcome: Outcome, second: SecondOpinion | undefined): Outcome {
  const { summary } = outcome.receipt
  if (second === undefined || summary === undefined) return outcome
  const { asked, graded } = second
  const { questions, answered, overlooked, missing } = graded
  const answer = asked.kind === 'answered' ? asked.answer : undefined
  const more = asked.kind === 'failed' ? asked.attempts : asked.answer.attempts
  const attempts = [...summary.attempts, ...more]
  const verified: SecondLook = {
    ...{ questions, answered, overlooked, putBack: missing.length },
    ...(asked.kind === 'failed' ? { fault: asked.reason } : {}),
  }
  const account: SummaryAccount = {
    ...summary,
    ...{ attempts, verified, ms: summary.ms + asked.ms },
    repaired: [...summary.repaired, ...missing.map(({ kind, text, sources }) => ({ kind, text, sources }))],
    usage: usageOf([summary.usage, answer?.usage ?? null]),
    money: moneyOf([summary.money, answer === undefined ? spentOn(more) : answer.money]),
  }
  const calls = attempts.filter(wasMade).length
  return { ...outcome, receipt: { ...outcome.receipt, summarizerCalls: calls, summary: account } }
}

function usageOf(usages: readonly (SummaryUsage | null)[]): SummaryUsage | null {
  const known = usages.filter((usage) => usage !== null)
  if (known.length === 0) return null
  const cached = known.flatMap((usage) => usage.cached ?? [])
  return {
    input: known.reduce((sum, { input }) => sum + input, 0),
    output: known.reduce((sum, { output }) => sum + output, 0),
    ...(cached.length === 0 ? {} : { cached: cached.reduce((sum, tokens) => sum + tokens, 0) }),
  }
}

function moneyOf(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((money) => money !== null)
  return known.length === 0 ? null : known.reduce((sum, money) => sum + money, 0)
}

/** If the page has no room for what was missing. */
export function nothingPutBack(second: SecondOpinion): SecondOpinion {
  return { ...second, graded: { ...second.graded, missing: [] } }
}

/** What was paid for useless answers. */
export function spentOn(attempts: readonly SummaryAttempt[]): number | null {
  const known = attempts.flatMap(({ money }) => money ?? [])
  return known.length === 0 ? null : known.reduce((sum, money) => sum + money, 0)
}

/** If there was no room or no money, no model was called. */
export function wasMade({ outcome }: SummaryAttempt): boolean {
  return outcome !== 'spend-cap' && outcome !== 'window-too-small'
}
