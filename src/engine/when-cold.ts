import { looksAtRent } from '../budget/triggers/check-trigger.ts'
import { grouped } from '../budget/triggers/words.ts'
import type { Json } from '../schema/json.ts'
import type { Setting } from '../view/setting.ts'
import { prune } from './prune.ts'
import { WENT_COLD } from './prune-marks.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

/**
 * What the policy clears once the provider's cache has gone cold (E3, case 76): the next call writes all of its prompt in any case, so what
 * leaves it now leaves at no cost. `null`, at once, if the cache is warm.
 */
export function whenCold(state: ThreadState, options: CompactOptions, at: Setting): Promise<Compacted<Json> | null> | null {
  const { policy } = state.ports
  const { sheet } = at.priced
  if (policy.whenCold === undefined || sheet === undefined || !looksAtRent(policy.trigger)) return null
  const { idleMs = 0 } = state.provider.reading(at.budget.scale)
  if (idleMs <= sheet.cacheLifeMs) return null
  const idle = `${grouped(Math.round(idleMs / 1000))} s without a call`
  const reason = `the cache is cold after ${idle}: what is cleared now need not be written again`
  return prune(state, options, at, { rungs: policy.whenCold, why: { trigger: 'window', reason }, recorded: WENT_COLD })
}
