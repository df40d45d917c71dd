import { type Planning, planCompaction } from '../compact/plan-compaction.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import type { Policy } from '../schema/policy.ts'
import type { Receipt } from '../schema/receipt.ts'
import { isRung } from '../schema/rung.ts'
import type { Setting } from '../view/setting.ts'
import { fitsNow, land } from './land.ts'
import { planningOf } from './planning.ts'
import { asRun } from './run.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { sharpenViews } from './views.ts'
import { selected, wishesOf } from './wishes.ts'

/** A prune beside compactions, which folds nothing. */
interface Pruning {
  readonly rungs: NonNullable<Policy['afterTurn']>
  readonly why: Pick<Receipt, 'trigger' | 'reason'>
  /** What is recorded of its circumstances: a compaction that is asked for afterwards is made all the same. */
  readonly recorded: JsonObject
  /** It is made although the request does not fit: it must be enough. */
  readonly isFull?: true
  /** Whether so much of a prune is worth it. */
  isWorth?(receipt: Receipt): boolean
}

/** What a rung wants to save at the least may be this share of the budget at the most: its number may be made for a larger window. */
const MOST_MINIMUM = 1 / 8

/** Clears what rungs say although everything fits. `null` if there is nothing to do, or too little. What does not fit is left to the next request. */
export async function prune(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  pruning: Pruning,
): Promise<Compacted<Json> | null> {
  const { rungs, why, isFull, isWorth = () => true } = pruning
  if (rungs.length === 0 || (isFull !== true && !fitsNow(state, at))) return null
  await readWhole(state.own)
  sharpenViews(state)
  const first = planCompaction(planningWith(planningOf(state, options, at, why), pruning), state.ports.clock())
  const { before, after } = first.receipt.tokens
  if (before - after < leastSaved(rungs, at) || !isWorth(first.receipt)) return null
  return asRun(state, at, why, async (run) => {
    const { veto, preserve } = await wishesOf(state, run, () => false)
    run.refusal = veto
    if (veto !== undefined) return null
    const otherwise = async (): Promise<null> => null
    return state.alone<Compacted<Json> | null>(
      async ({ fence }) => {
        const shaped = (planning: Planning): Planning => planningWith(planning, pruning)
        const planning = shaped(planningOf(state, options, at, why, preserve))
        const planned = { planning, outcome: planCompaction(planning, state.ports.clock()) }
        const { outcome } = await selected(state, planned, { run, options, shaped })
        return land(state, at, outcome, { fence, run })
      },
      { otherwise, signal: options.signal },
    )
  })
}

/** The same planning with the rungs of a prune, which act although everything fits. Nobody need be told of it. */
function planningWith(planning: Planning, { rungs: ladder, recorded }: Pruning): Planning {
  const { continueWith: _, notice: __, ...policy } = planning.policy
  return {
    ...planning,
    policy: { ...policy, ladder },
    target: planning.at.budget.limit,
    circumstances: { ...planning.circumstances, turnIsOver: true },
    inputs: { ...planning.inputs, circumstances: recorded },
  }
}

function leastSaved(rungs: NonNullable<Policy['afterTurn']>, { budget }: Setting): number {
  const minimums = rungs.filter(isRung).map((rung) => {
    if (rung.rung !== 'clear-tool-outputs') return 1
    return typeof rung.minimum === 'number' ? rung.minimum : Math.min(rung.minimum.preset, budget.limit * MOST_MINIMUM)
  })
  return Math.max(1, Math.min(...minimums))
}
