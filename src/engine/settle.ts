import type { Json } from '../schema/json.ts'
import { compactIfDue } from './compact.ts'
import type { Compacted, SettleOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf } from './views.ts'

/** After the answer: learns from what the provider reported, and compacts if the policy does so at the end of a turn. */
export async function settle(state: ThreadState, { usage }: SettleOptions): Promise<Compacted<Json> | null> {
  const { provider, commit } = state
  provider.answered(usage, commit?.id ?? null)
  await state.knowledge.keep()
  const options = provider.lastOptions()
  return options === undefined ? null : compactIfDue(state, options, await settingOf(state, options), 'settle')
}
