import { checkOverflow, type OverflowCheck } from '../budget/overflow-check.ts'
import type { TokensByKind } from '../schema/receipt.ts'
import { kindsIn } from '../view/tally.ts'
import { readingAt } from './reading.ts'
import { checkCheckOptions, type RequestOptions } from './request-options.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf, sharpenViews, viewOf } from './views.ts'

export interface CheckOptions extends RequestOptions {
  /** The share of window − reserve from which an overflow is near; 0.9 unless told. */
  readonly threshold?: number | undefined
}

/** How full the next request is. */
export interface ContextCheck extends OverflowCheck {
  /** What fills it, by kind. By our own count, without the margin: together the `tokens` of the request. */
  readonly kinds: TokensByKind
}

/** How full the next request is, by the same count as the trigger's. Changes nothing. */
export async function check(state: ThreadState, given: CheckOptions): Promise<ContextCheck> {
  checkCheckOptions(given)
  const { threshold, ...options } = given
  const at = await settingOf(state, options)
  sharpenViews(state)
  const { tokens, window, reserve } = readingAt(state, at, 'window')
  return {
    ...checkOverflow({ tokens, window, reserve, modelLimit: at.limits.window, threshold }),
    kinds: kindsIn(at, viewOf(state, at)),
  }
}
