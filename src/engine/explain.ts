import { decide } from '../budget/triggers/decide.ts'
import { explainOutcome, type LadderReport } from '../compact/explain.ts'
import { planCompaction } from '../compact/plan-compaction.ts'
import { planPrice } from './plan-price.ts'
import { planningOf } from './planning.ts'
import { landingOf, readingAt } from './reading.ts'
import type { CompactOptions } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf, sharpenViews } from './views.ts'

/** Plans as a compaction would, by itself or by hand, and commits nothing. */
export async function explain(state: ThreadState, options: CompactOptions): Promise<LadderReport> {
  const { landed, ports } = state
  const { policy } = ports
  const at = await settingOf(state, options)
  await readWhole(state.own)
  sharpenViews(state)
  const reading = readingAt(state, at, 'window')
  const decision = decide(policy.trigger, reading, landed === undefined ? undefined : landingOf(landed, at, policy))
  const trigger = decision.kind === 'compact' ? 'window' : 'manual'
  const planning = planningOf(state, options, at, { trigger, reason: 'explained' })
  const outcome = planCompaction(planning, ports.clock())
  const { cost } = await state.costs.now()
  return explainOutcome({ policy, reading, decision, outcome, price: planPrice(state, planning, outcome, options), cost })
}
