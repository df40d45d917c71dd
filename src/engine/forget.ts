import { countsKey, familyOf } from '../budget/calibrate.ts'
import { addressOf, learnedKey } from '../budget/learned-limits.ts'
import { CompactionError } from '../schema/failures.ts'
import type { LearnedUnder } from './learned-records.ts'
import { checkOptions, type Kind } from './options.ts'

/** Of what to forget what was learned: a model at one address, or wherever it is served; or all models. */
export type ForgetOptions = { readonly tenant?: string } & (
  | { readonly model: string; readonly baseUrl?: string }
  | { readonly everything: true }
)

const FORGET: Readonly<Record<string, Kind>> = { tenant: 'anything', model: 'text', baseUrl: 'text', everything: 'flag' }

/** Neither a misspelled name nor a missing one may come to mean everything. */
export function checkForgetting(what: ForgetOptions): void {
  checkOptions('compactor.forget', what, FORGET)
  const isModel = 'model' in what && typeof what.model === 'string' && what.model.trim() !== ''
  const isAll = 'everything' in what && what.everything === true
  if (isModel !== isAll) return
  throw new CompactionError<'input-invalid'>({
    ...{
      code: 'input-invalid',
      at: 'compactor.forget',
      expected: 'either a model or everything: true',
      found: isAll ? 'both' : 'neither',
    },
  })
}

/** What was learned, without what is to be forgotten. How a model counts is known by its tokenizer: models that share it forget it, too. */
export function forgetting(learned: LearnedUnder, what: ForgetOptions): LearnedUnder {
  const { calibration } = learned
  if (!('model' in what)) return { limits: {}, declared: {}, calibration: { ...calibration, families: {} } }
  const { model, baseUrl } = what
  const isLimit = isNamed(learnedKey({ model, baseUrl }), baseUrl)
  const isCount = isNamed(countsKey(familyOf(model), addressOf(baseUrl)), baseUrl)
  return {
    limits: without(learned.limits, isLimit),
    declared: without(learned.declared, isLimit),
    calibration: { ...calibration, families: without(calibration.families, isCount) },
  }
}

/** Without an address, every address is meant. */
function isNamed(name: string, baseUrl: string | undefined): (key: string) => boolean {
  return (key) => key === name || (baseUrl === undefined && key.startsWith(`${name} at `))
}

function without<Value>(
  from: Readonly<Record<string, Value>>,
  isGone: (key: string) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !isGone(key)))
}
