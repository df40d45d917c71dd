import type { Json } from '../schema/json.ts'
import { compactIfDue } from './compact.ts'
import { mayRehydrate } from './rehydrate/may-rehydrate.ts'
import type { withRehydrated } from './rehydrate/rehydrate.ts'
import type { Prepared } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import { send } from './send.ts'
import type { ThreadState } from './thread-state.ts'
import { packed, settingOf } from './views.ts'
import { whenCold } from './when-cold.ts'

/** The next request: compacts first if the trigger says so. */
export async function prepare(state: ThreadState, given: RequestOptions): Promise<Prepared<Json>> {
  const news = state.knowledge.refresh()
  if (news !== undefined) await news
  const options = afterRehydration(state, given)
  const setting = settingOf(state, options)
  const at = setting instanceof Promise ? await setting : setting
  const compacting = compactIfDue(state, options, at, 'window') ?? whenCold(state, options, at)
  const request = (compacting === null ? null : await compacting) ?? packed(state, at)
  return send(state, options, mayRehydrate(state, options) ? await rehydrated(state, options, at, request) : request)
}

/** In a turn that brought something back, nothing more is put away or dropped (C13). */
function afterRehydration(state: ThreadState, options: RequestOptions): RequestOptions {
  const { turn, count } = state.rehydration
  const isThisTurn = count > 0 && turn === (state.log.read.at(-1)?.turn ?? 0)
  return isThisTurn && options.rehydrated === undefined ? { ...options, rehydrated: true } : options
}

/** What looks for what was put away is loaded for the first request that may need it. */
async function rehydrated(...given: Parameters<typeof withRehydrated>): Promise<Prepared<Json>> {
  const { withRehydrated } = await import('./rehydrate/rehydrate.ts')
  return withRehydrated(...given)
}
