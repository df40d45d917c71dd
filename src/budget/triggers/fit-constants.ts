import { CompactionError } from '../../schema/failures.ts'
import type { Adjustment, Amount, Amounts } from '../../schema/trigger.ts'
import { grouped, percent } from './words.ts'

interface FittedConstants {
  readonly values: Readonly<Record<string, number>>
  readonly total: number
  readonly adjustments: readonly Adjustment[]
}

/** Most of a window that the constants of a preset may take together. */
const PRESET_SHARE = 0.5

/**
 * Constants that are taken off a window, made to fit it.
 *
 * What a user set is kept, or refused if it cannot be. What a preset set may take half of the window together; if it is more, each is
 * scaled by the same factor and reported. So a smaller window never leaves more room than a larger one.
 *
 *     pi       window 128,000   reserve 16,384                  as it is
 *     pi       window   8,192   reserve 16,384                  4,096
 *     layer    window   8,192   2,000 + 4,000 + 5,000 = 11,000  744 + 1,489 + 1,861 = 4,094
 */
export function fitConstants(window: number, constants: Amounts): FittedConstants {
  const fields = Object.entries(constants)
  const set = sumOf(fields.map(([, amount]) => (isPreset(amount) ? 0 : amount)))
  for (const [field, amount] of fields) if (!isPreset(amount)) checkUser(field, amount, window - 1 - (set - amount))
  const wanted = sumOf(fields.map(([, amount]) => (isPreset(amount) ? amount.preset : 0)))
  const room = Math.max(0, Math.floor(window * PRESET_SHARE) - set)
  const factor = wanted > room ? room / wanted : 1
  const values = fields.map(([field, amount]) => [field, isPreset(amount) ? Math.floor(amount.preset * factor) : amount] as const)
  return {
    values: Object.fromEntries(values),
    total: sumOf(values.map(([, value]) => value)),
    adjustments: factor === 1 ? [] : fields.flatMap(([field, amount]) => scaled(field, amount, { factor, window })),
  }
}

export function isPreset(amount: Amount): amount is { readonly preset: number } {
  return typeof amount !== 'number'
}

/** Refuses a number by its field and the range that is allowed. */
export function refuse(field: string, value: number, expected: string): never {
  throw new CompactionError<'budget-invalid'>({ code: 'budget-invalid', field, value, expected })
}

function checkUser(field: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 0 && value <= most) return
  refuse(field, value, `a whole number from 0 to ${grouped(Math.max(0, most))}`)
}

function scaled(
  field: string,
  amount: Amount,
  { factor, window }: { readonly factor: number; readonly window: number },
): readonly Adjustment[] {
  if (!isPreset(amount)) return []
  const why = `a preset's constants may take ${percent(PRESET_SHARE)} of a window of ${grouped(window)} together`
  return [{ field, wanted: amount.preset, given: Math.floor(amount.preset * factor), why }]
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
