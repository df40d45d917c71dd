import { circumstancesOf } from '../compact/circumstances.ts'
import type { Planning } from '../compact/plan-compaction.ts'
import { planningInputs } from '../compact/planning-inputs.ts'
import { resentIn } from '../compact/resent-results.ts'
import { withPins } from '../compact/show-pins.ts'
import type { Seq } from '../schema/ids.ts'
import type { Receipt } from '../schema/receipt.ts'
import { clearedIn, clearedLog } from '../view/cleared-log.ts'
import { revisedIn, revisedLog } from '../view/revised-log.ts'
import type { Setting } from '../view/setting.ts'
import { restoredBy } from './commit.ts'
import { readAfterwards } from './reader.ts'
import { releaseOf } from './reading.ts'
import type { CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { viewOf, wholeView } from './views.ts'

/** Everything that decides a plan for the log as it is now. What a hook wants preserved is left alone like pins, this time. */
export function planningOf(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  why: Pick<Receipt, 'trigger' | 'reason'>,
  preserved: readonly Seq[] = [],
): Planning {
  const { ports, commit } = state
  const pins = preserved.length === 0 ? state.pins : new Set([...state.pins, ...preserved])
  const log = revisedLog(state.log, revisedIn(state.records))
  const { policy, summarizer, tokenizer } = ports
  const known = clearedIn(state.records)
  const told = clearedLog(log, known)
  const circumstances = circumstancesOf({
    ...{ entries: told.entries, records: state.records.filter((record) => !known.includes(record)), given: options, why },
    idleMs: state.provider.reading(at.budget.scale).idleMs,
    withoutArtifacts: ports.artifacts === null,
    toolPolicies: state.tools.policies(),
  })
  const restored = restoredBy(commit, why.trigger)
  const release = releaseOf(policy, at)
  const instructions = log.redact.text(options.instructions ?? '')
  return {
    ...{
      at,
      afterwards: readAfterwards(state, at.dialect, at.model),
      log,
      told,
      cleared: withPins(log, known, state.pins),
      pins,
      resent: resentIn(state.records),
      policy,
      why,
      release,
      circumstances,
      tokenizer: ports.counting,
      meter: ports.meter,
    },
    inputs: planningInputs({
      at,
      head: state.log.head(),
      pins: state.pins,
      preserved,
      instructions,
      policy,
      tokenizer,
      summarizer,
      circumstances,
      restored,
    }),
    target: Math.min(at.budget.limit, Math.max(release, restored ?? 0)),
    whole: () => wholeView(state, at),
    records: state.records,
    before: () => viewOf(state, at),
  }
}
