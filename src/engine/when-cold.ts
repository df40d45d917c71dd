import { looksAtRent } from '../budget/triggers/check-trigger.ts'
import { grouped } from '../budget/triggers/words.ts'
import type { Json } from '../schema/json.ts'
import type { Setting } from '../view/setting.ts'
import { compactFor } from './compact.ts'
import { prune } from './prune.ts'
import { WENT_COLD } from './prune-marks.ts'
import { sheetNow } from './sheet-now.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

/** The summary of the next compaction is there: what it folds need not be written again if it is folded now. */
function compactCold(state: ThreadState, options: CompactOptions, at: Setting, why: string): Promise<Compacted<Json> | null> {
  return compactFor(state, options, at, {
    trigger: 'window',
    reason: `${why}, and the summary is there: what is folded now need not be written again`,
  })
}

/**
 * What the policy clears once the provider's cache has gone cold (E3, case 76): the next call writes all of its prompt in any case, so what
 * leaves it now leaves at no cost. `null`, at once, if the cache is warm.
 */
export function whenCold(state: ThreadState, options: CompactOptions, at: Setting): Promise<Compacted<Json> | null> | null {
  const { policy } = state.ports
  if (policy.whenCold === undefined || at.priced.sheet === undefined || !looksAtRent(policy.trigger)) return null
  const { idleMs = 0 } = state.provider.reading(at.budget.scale)
  const { cacheLifeMs } = sheetNow(state, at, idleMs) ?? at.priced.sheet
  if (idleMs <= cacheLifeMs) return null
  const idle = `${grouped(Math.round(idleMs / 1000))} s without a call`
  const { job } = state.ahead
  // The next compaction is near, and its summary is asked for: a prune would make it worthless.
  if (job !== undefined && job.found === undefined) return null
  if (job?.found?.asked.kind === 'answered') return compactCold(state, options, at, `the cache is cold after ${idle}`)
  const reason = `the cache is cold after ${idle}: what is cleared now need not be written again`
  return prune(state, options, at, { rungs: policy.whenCold, why: { trigger: 'window', reason }, recorded: WENT_COLD })
}
