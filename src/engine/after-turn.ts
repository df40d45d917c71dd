import { looksAtRent } from '../budget/triggers/check-trigger.ts'
import { stepsToPay } from '../economy/acting-cost.ts'
import { costIn } from '../log/measure-table.ts'
import type { Json } from '../schema/json.ts'
import { rangeOf } from '../schema/range.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { Setting } from '../view/setting.ts'
import { prune } from './prune.ts'
import { TURN_IS_OVER } from './prune-marks.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

const WHY = { trigger: 'settle', reason: 'the turn is over' } as const

/** What the policy does when a turn is over, although everything fits (A18). Where prices decide, only what pays for itself. */
export async function afterTurn(state: ThreadState, options: CompactOptions, at: Setting): Promise<Compacted<Json> | null> {
  const { afterTurn: rungs = [] } = state.ports.policy
  return prune(state, options, at, { rungs, why: WHY, recorded: TURN_IS_OVER, isWorth: (receipt) => pays(state, at, receipt) })
}

/** Half of all sessions go on for nine tenths of the calls that they have had. */
const TO_COME = 0.9

/** Whether the calls to come save more than is written again behind the first change. */
function pays(state: ThreadState, at: Setting, { tokens, records, inputs }: Receipt): boolean {
  const { sheet } = at.priced
  if (sheet === undefined || !looksAtRent(state.ports.policy.trigger)) return true
  const first = Math.min(...records.map(({ from }) => from))
  const removed = tokens.before - tokens.after
  const behind = costIn(state.log.measures, rangeOf(first, state.log.length))
  const rewritten = Math.max(0, behind - removed)
  const calls = state.log.read.filter(
    (entry, seq) => entry?.role === 'assistant' && state.log.read[seq - 1]?.role !== 'assistant',
  )
  return (
    stepsToPay(sheet, { prompt: tokens.before, removed, rewritten, isWarm: true }) <= calls.length * TO_COME && inputs.head > 0
  )
}
