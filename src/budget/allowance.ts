import type { Budget, Factor } from '../schema/budget.ts'
import { CompactionError } from '../schema/failures.ts'
import { EXACT, unscale } from './calibrate.ts'

const DEFAULT_RESERVE = 4096

/** Room for the answer by default: 4,096 tokens, or a quarter of a small window. */
export function defaultReserve(window: number): number {
  return Math.min(DEFAULT_RESERVE, Math.floor(window / 4))
}

/** What a request may count, and what is left of it for history. Refuses numbers that make no sense. */
export function makeBudget(options: {
  readonly window: number
  readonly reserve?: number | undefined
  readonly system: number
  readonly tools: number
  /** How the provider's counts relate to ours; the same, unless told. */
  readonly scale?: Factor
}): Budget {
  const { window, system, tools, scale = EXACT } = options
  checkWhole('window', window, 1)
  const reserve = options.reserve ?? defaultReserve(window)
  checkWhole('reserve', reserve, 0)
  if (reserve >= window) refuse('reserve', reserve, `less than the window of ${window}`)
  const limit = unscale(window - reserve, scale)
  return { window, reserve, scale, limit, system, tools, history: limit - system - tools }
}

function checkWhole(field: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) refuse(field, value, `a whole number of at least ${least}`)
}

function refuse(field: string, value: number, expected: string): never {
  throw new CompactionError<'budget-invalid'>({ code: 'budget-invalid', field, value, expected })
}
