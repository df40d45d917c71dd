import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import { afterTurn } from './after-turn.ts'
import { compactIfDue } from './compact.ts'
import { countCost } from './count-cost.ts'
import { checkOptions, type Kind } from './options.ts'
import type { Compacted, SettleOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf } from './views.ts'

const SETTLE: Readonly<Record<keyof SettleOptions, Kind>> = { usage: 'anything', error: 'anything', signal: 'signal' }

/** Refuses what is no report of an answer. A provider may report nothing, or `null`; a text is nobody's usage. */
export function checkSettling(options: SettleOptions): void {
  checkOptions('settle', options, SETTLE)
  const { usage } = options
  if (usage == null || typeof usage === 'object') return
  const found = typeof usage === 'string' ? JSON.stringify(usage.slice(0, 80)) : `a ${typeof usage}`
  throw new CompactionError<'input-invalid'>({
    code: 'input-invalid',
    at: 'usage',
    expected: 'the object that the provider reported',
    found,
  })
}

/** After the answer: learns from what the provider reported, prunes, and compacts if the policy does so at the end of a turn. */
export async function settle(state: ThreadState, { usage, signal, error }: SettleOptions): Promise<Compacted<Json> | null> {
  const { provider, commit } = state
  const answered = provider.answered(usage, commit?.id ?? null)
  await state.knowledge.keep()
  const last = provider.lastOptions()
  if (last === undefined || answered === undefined) return null
  const options = signal === undefined ? last : { ...last, signal }
  // A call that failed and reported nothing has cost nothing that anybody knows of.
  const isBilled = error === undefined || answered.usage !== undefined
  if (isBilled) await countCost(state, await settingOf(state, options), answered, usage)
  const pruned = await afterTurn(state, options, await settingOf(state, options))
  return (await compactIfDue(state, options, await settingOf(state, options), 'settle')) ?? pruned
}
