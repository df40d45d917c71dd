import type { Json } from '../schema/json.ts'
import { afterTurn } from './after-turn.ts'
import { compactIfDue } from './compact.ts'
import type { Compacted, SettleOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf } from './views.ts'

/** After the answer: learns from what the provider reported, prunes, and compacts if the policy does so at the end of a turn. */
export async function settle(state: ThreadState, { usage, signal }: SettleOptions): Promise<Compacted<Json> | null> {
  const { provider, commit } = state
  provider.answered(usage, commit?.id ?? null)
  await state.knowledge.keep()
  const last = provider.lastOptions()
  if (last === undefined) return null
  const options = signal === undefined ? last : { ...last, signal }
  const pruned = await afterTurn(state, options, await settingOf(state, options))
  return (await compactIfDue(state, options, await settingOf(state, options), 'settle')) ?? pruned
}
