import type { Json } from '../schema/json.ts'
import { compactNow } from './compact.ts'
import type { OverflowReport } from './exchange.ts'
import { checkOptions, type Kind } from './options.ts'
import type { RequestOptions } from './request-options.ts'
import type { Compacted } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf, sharpenViews, viewOf } from './views.ts'

const REPORT: Readonly<Record<keyof OverflowReport, Kind>> = { limit: 'number', actual: 'number', dialect: 'name or object' }

/** After a refusal for its size: learns what the provider takes, and gives the request anew, smaller than the refused one. */
export async function overflowed(state: ThreadState, report: OverflowReport): Promise<Compacted<Json>> {
  checkOptions('A refusal', report, REPORT)
  const { provider, commit } = state
  const options = provider.lastOptions()
  const at = options === undefined ? undefined : await settingOf(state, options)
  sharpenViews(state)
  const now = at === undefined ? undefined : { tokens: at.outside + viewOf(state, at).tokens, commit: commit?.id ?? null }
  provider.refused(report, now)
  if (options !== undefined) await tellLearned(state, options, report)
  const { dialect } = report
  return compactNow(state, { ...options, ...(dialect === undefined ? {} : { dialect }) }, 'overflow')
}

async function tellLearned(state: ThreadState, options: RequestOptions, { limit, actual }: OverflowReport): Promise<void> {
  const { events } = state.ports
  if (!events.isHeard(state.key)) return
  const { model, budget } = await settingOf(state, options)
  const stated = { ...(limit === undefined ? {} : { limit }), ...(actual === undefined ? {} : { actual }) }
  events.tell(state.key, { kind: 'overflow-learned', model, stated, window: budget.window })
}
