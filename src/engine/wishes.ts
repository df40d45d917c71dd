import { type Outcome, outcomeUnder, type Planning, planCompaction, planWorthwhile } from '../compact/plan-compaction.ts'
import { isFailure } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import { callHook, overruled, readBefore, seqsOf } from './hooks.ts'
import { planningOf } from './planning.ts'
import type { Run } from './run.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { upToDate } from './up-to-date.ts'
import { packed } from './views.ts'

/** What the host's hooks want of one compaction. */
export interface Wishes {
  /** Why nothing should be done; absent if it may be. */
  readonly veto?: string
  readonly preserve: readonly Seq[]
  readonly instructions?: string
  readonly summary?: string
}

const NONE: Wishes = Object.freeze({ preserve: [] })

/** Asks the hook that comes before everything, once in a run. `isNeeded` if the request would not fit otherwise: then a veto is overruled. */
export async function wishesOf(state: ThreadState, run: Run, isNeeded: () => boolean): Promise<Wishes> {
  if (run.isWithout && !isNeeded()) return { veto: 'a hook of this thread is at work', preserve: [] }
  run.wishes ??= await askBefore(state, run, isNeeded)
  return run.wishes
}

async function askBefore(state: ThreadState, run: Run, isNeeded: () => boolean): Promise<Wishes> {
  const said = await callHook(state, run, 'before', run.about)
  if (said === undefined) return NONE
  const wanted = readBefore(said.answer)
  if (wanted === undefined) {
    said.end('passed-over', 'it said something else than agreed')
    return NONE
  }
  const { veto, preserve: ids = [], ...rest } = wanted
  if (veto !== undefined && !isNeeded()) {
    said.end('obeyed', `veto: ${veto}`)
    return { veto: `a hook did not want it: ${veto}`, preserve: [] }
  }
  const preserve = seqsOf(state, ids)
  const done = [...(preserve.length === 0 ? [] : [`preserves ${preserve.length} entries`]), ...Object.keys(rest)]
  const unknown = unknownOf(ids, preserve)
  if (veto !== undefined) said.end('overruled', `the request would not fit: ${veto}`)
  else if (done.length > 0) said.end('obeyed', [...done, ...unknown].join(', '))
  else said.end(unknown.length === 0 ? 'heard' : 'passed-over', unknown.join())
  return { preserve, ...rest }
}

/** Entries that a hook wants kept, and that are not there: it should hear of it. */
function unknownOf(ids: readonly string[], found: readonly Seq[]): readonly string[] {
  const missing = new Set(ids).size - found.length
  return missing === 0 ? [] : [`${missing} of the entries it names are not in the thread`]
}

/** The plan, with what hooks want preserved wherever that fits. */
export function planWished(state: ThreadState, planning: Planning, { run, options }: Wishing): Planned {
  const now = state.ports.clock()
  try {
    return { planning, outcome: planWorthwhile(planning, now) }
  } catch (error) {
    if (!isFailure(error, 'fixed-part-too-large') || run.wishes?.preserve.length === 0 || run.wishes === undefined) throw error
    overruled(run, 'before', 'what it wants kept does not fit')
    run.wishes = { ...run.wishes, preserve: [] }
    const plain = planningOf(state, options, planning.at, planning.why)
    return { planning: plain, outcome: planWorthwhile(plain, now) }
  }
}

interface Wishing {
  readonly run: Run
  readonly options: CompactOptions
  /** What a prune makes of a planning. */
  readonly shaped?: (planning: Planning) => Planning
}

/** What came of a planning. */
interface Planned {
  readonly planning: Planning
  readonly outcome: Outcome
}

/** Shows a plan to the hook that may keep entries out of it, and plans once more if it does. */
export async function selected(
  state: ThreadState,
  planned: Planned,
  { run, options, shaped = (planning) => planning }: Wishing,
): Promise<Planned> {
  const { commit, ports } = state
  const { planning } = planned
  if (ports.hooks?.select === undefined) return planned
  const { strategy, records } = planned.outcome.receipt
  const said = await callHook(state, run, 'select', () => ({ ...run.about(), strategy, records }))
  const standing = { planning, outcome: await upToDate(state, planning, planned.outcome, commit) }
  if (said === undefined) return standing
  const wanted = readBefore(said.answer)
  const preserve = seqsOf(state, wanted?.preserve)
  if (preserve.length === 0) {
    const [unknown] = unknownOf(wanted?.preserve ?? [], preserve)
    said.end(wanted === undefined || unknown !== undefined ? 'passed-over' : 'heard', unknown ?? '')
    return standing
  }
  try {
    const all = [...(run.wishes?.preserve ?? []), ...preserve]
    // The inputs stay those of the first plan: asked for again, the same compaction is the same (L8).
    const again = { ...shaped(planningOf(state, options, planning.at, planning.why, all)), inputs: planning.inputs }
    const outcome = planCompaction(again, ports.clock())
    said.end('obeyed', `preserves ${preserve.length} entries`)
    return { planning: again, outcome }
  } catch (error) {
    if (!isFailure(error, 'fixed-part-too-large')) throw error
    said.end('overruled', 'what it wants kept does not fit')
    return standing
  }
}

/** The request under the plan in effect, with an account of why nothing was done. */
export function asItIs(state: ThreadState, planning: Planning, nothing: string): Compacted<Json> {
  const { receipt } = outcomeUnder(planning, { strategy: 'include', records: state.records }, state.ports.clock())
  state.landed = { ...receipt, nothing }
  return Object.assign(packed(state, planning.at), { receipt: state.landed, changed: false })
}
