import type { Budget } from '../schema/budget.ts'
import { CompactionError } from '../schema/failures.ts'

const DEFAULT_RESERVE = 4096

/** Room for the answer where nobody says: 4,096 tokens, or a quarter of a small window. */
export function defaultReserve(window: number): number {
  return Math.min(DEFAULT_RESERVE, Math.floor(window / 4))
}

/** What a request may count, and what is left of it for history. Refuses numbers that make no sense. */
export function makeBudget(options: {
  readonly window: number
  readonly reserve?: number | undefined
  readonly system: number
  readonly tools: number
}): Budget {
  const { window, system, tools } = options
  checkWhole('window', window, 1)
  const reserve = options.reserve ?? defaultReserve(window)
  checkWhole('reserve', reserve, 0)
  if (reserve >= window) refuse('reserve', reserve, `less than the window of ${window}`)
  const limit = window - reserve
  return { window, reserve, limit, system, tools, history: limit - system - tools }
}

function checkWhole(field: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) refuse(field, value, `a whole number of at least ${least}`)
}

function refuse(field: string, value: number, expected: string): never {
  throw new CompactionError<'budget-invalid'>({ code: 'budget-invalid', field, value, expected })
}
