import { type Planning, planCompaction } from '../compact/plan-compaction.ts'
import type { Json } from '../schema/json.ts'
import type { Policy } from '../schema/policy.ts'
import { isRung } from '../schema/rung.ts'
import type { Setting } from '../view/setting.ts'
import { fitsNow, land } from './land.ts'
import { planningOf } from './planning.ts'
import { asRun } from './run.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { sharpenViews } from './views.ts'
import { wishesOf } from './wishes.ts'

const WHY = { trigger: 'settle', reason: 'the turn is over' } as const
/** What a rung wants to save at the least may be this share of the budget at the most: its number may be made for a larger window. */
const MOST_MINIMUM = 1 / 8

/**
 * What the policy does when a turn is over, although everything fits (A18). `null` if there is nothing to do, or too little: every prune changes
 * what a provider's cache has read. What does not fit is left to the next request.
 */
export async function afterTurn(state: ThreadState, options: CompactOptions, at: Setting): Promise<Compacted<Json> | null> {
  const { afterTurn: rungs = [] } = state.ports.policy
  if (rungs.length === 0 || !fitsNow(state, at)) return null
  await readWhole(state.own)
  sharpenViews(state)
  const first = planCompaction(planningAfter(planningOf(state, options, at, WHY), rungs), state.ports.clock())
  const { before, after } = first.receipt.tokens
  if (before - after < leastSaved(rungs, at)) return null
  return asRun(state, at, WHY, async (run) => {
    const { veto, preserve } = await wishesOf(state, run, false)
    run.refusal = veto
    if (veto !== undefined) return null
    const otherwise = async (): Promise<null> => null
    return state.alone<Compacted<Json> | null>(
      async ({ fence }) => {
        const planning = planningAfter(planningOf(state, options, at, WHY, preserve), rungs)
        return land(state, at, planCompaction(planning, state.ports.clock()), { fence, run })
      },
      { otherwise, signal: options.signal },
    )
  })
}

/** The same planning with the rungs for the end of a turn, which act although everything fits. Nobody need be told of it. */
function planningAfter(planning: Planning, ladder: NonNullable<Policy['afterTurn']>): Planning {
  const { continueWith: _, notice: __, ...policy } = planning.policy
  return {
    ...planning,
    policy: { ...policy, ladder },
    target: planning.at.budget.limit,
    circumstances: { ...planning.circumstances, turnIsOver: true },
    // Not the inputs of a plan: a compaction that is asked for afterwards is made.
    inputs: { ...planning.inputs, circumstances: { turnIsOver: true } },
  }
}

function leastSaved(rungs: NonNullable<Policy['afterTurn']>, { budget }: Setting): number {
  const minimums = rungs.filter(isRung).map((rung) => {
    if (rung.rung !== 'clear-tool-outputs') return 1
    return typeof rung.minimum === 'number' ? rung.minimum : Math.min(rung.minimum.preset, budget.limit * MOST_MINIMUM)
  })
  return Math.max(1, Math.min(...minimums))
}
