import type { Json } from '../schema/json.ts'
import { compactIfDue } from './compact.ts'
import type { Prepared } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import { send } from './send.ts'
import type { ThreadState } from './thread-state.ts'
import { packed, settingOf } from './views.ts'
import { whenCold } from './when-cold.ts'

/** The next request: compacts first if the trigger says so. */
export async function prepare(state: ThreadState, options: RequestOptions): Promise<Prepared<Json>> {
  const news = state.knowledge.refresh()
  if (news !== undefined) await news
  const setting = settingOf(state, options)
  const at = setting instanceof Promise ? await setting : setting
  const compacting = compactIfDue(state, options, at, 'window') ?? whenCold(state, options, at)
  return send(state, options, (compacting === null ? null : await compacting) ?? packed(state, at))
}
