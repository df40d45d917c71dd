import type { PriceSheet } from '../schema/price-sheet.ts'
import { ratesAt } from './price-sheet.ts'

/** A prune that might be made: content leaves the middle of a prompt. */
interface Prune {
  readonly prompt: number
  /** Tokens that leave. */
  readonly removed: number
  /** Tokens behind the first change that stay: the cache no longer has them, so they are written again. */
  readonly rewritten: number
  readonly isWarm: boolean
}

/** Of what was removed, this much is asked for again. */
const FETCHED_AGAIN = 0.02

/** Units that a prune costs at once. With a cold cache it is below 0: what has left need not be written. */
export function pruneCost(sheet: PriceSheet, { prompt, removed, rewritten, isWarm }: Prune): number {
  const { read, write } = ratesAt(sheet, prompt)
  const again = FETCHED_AGAIN * write * removed
  return isWarm ? (write - read) * rewritten + again : again - write * removed
}

/**
 * After how many steps a prune has paid for itself.
 *
 *     Anthropic, 20,000 leave, 55,000 behind them are written again   →   11.5 × 55 ÷ 20 = 32 steps, and a quarter for what is fetched again
 */
export function stepsToPay(sheet: PriceSheet, prune: Prune): number {
  const cost = pruneCost(sheet, prune)
  if (cost <= 0) return 0
  const saved = ratesAt(sheet, prune.prompt - prune.removed).read * prune.removed
  return saved > 0 ? cost / saved : Number.POSITIVE_INFINITY
}

/** A compaction that might be made. */
interface Folding {
  readonly prompt: number
  /** Tokens of the request after it. */
  readonly after: number
  /** Of these, what stands before the first change: the cache still has it. */
  readonly stays: number
  /** Tokens of the summary; 0 if no model is asked for it. */
  readonly asked: number
  /** Tokens that the agent will read again because it no longer sees them. */
  readonly fetched: number
  /** What is lost by folding, in units. */
  readonly loss: number
  readonly isWarm: boolean
}

/**
 * Units that a compaction costs at once: what is kept is written again, a model may have to be asked (which reads the prompt from the
 * cache), some things are fetched again, and something is lost. With a cold cache the next call writes all of its prompt in any case.
 */
export function foldingCost(sheet: PriceSheet, { prompt, after, stays, asked, fetched, loss, isWarm }: Folding): number {
  const { read, write, output } = ratesAt(sheet, prompt)
  const question = asked === 0 ? 0 : (isWarm ? read : write) * prompt + output * asked
  const rewritten = isWarm ? (write - read) * Math.max(0, after - stays) : 0
  return question + rewritten + write * fetched + loss
}
