import type { Json } from '../schema/json.ts'
import { compactNow } from './compact.ts'
import type { OverflowReport } from './exchange.ts'
import type { Compacted } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf, sharpenViews, viewOf } from './views.ts'

/** After a refusal for its size: learns what the provider takes, and gives the request anew, smaller than the refused one. */
export async function overflowed(state: ThreadState, report: OverflowReport): Promise<Compacted<Json>> {
  const { provider, commit } = state
  const options = provider.lastOptions()
  const at = options === undefined ? undefined : await settingOf(state, options)
  sharpenViews(state)
  const now = at === undefined ? undefined : { tokens: at.outside + viewOf(state, at).tokens, commit: commit?.id ?? null }
  provider.refused(report, now)
  const { dialect } = report
  return compactNow(state, { ...options, ...(dialect === undefined ? {} : { dialect }) }, 'overflow')
}
