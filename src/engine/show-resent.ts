import { makeReceipt } from '../compact/make-receipt.ts'
import { RESENT_STRATEGY, resentIn, withResent } from '../compact/resent-results.ts'
import { makeSpan } from '../log/span.ts'
import type { PlanRecord } from '../schema/plan.ts'
import { rangeAt } from '../schema/range.ts'
import type { ResentResult } from '../schema/reconciliation.ts'
import { assembleRequest } from '../view/assemble.ts'
import { liveView } from '../view/live-view.ts'
import { commitOf } from './commit.ts'
import { takeOver } from './latest.ts'
import { planningOf } from './planning.ts'
import type { RequestOptions } from './request-options.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf, viewOf } from './views.ts'

/** Shows results as the client shows them that cut them down, replaced them or brought them back: by a commit, so that it can be replayed. */
export async function showResent(
  state: ThreadState,
  results: readonly ResentResult[],
  dialect: RequestOptions['dialect'],
): Promise<void> {
  const records = recordsWith(state, results)
  if (JSON.stringify(records) === JSON.stringify(state.records)) return
  const { key, ports, log, commit } = state
  const options = state.provider.lastOptions() ?? { dialect }
  const at = await settingOf(state, options)
  const { policy, meter } = ports
  const why = { trigger: 'manual', reason: `the client shows ${results.length} results in other words` } as const
  const { inputs } = planningOf(state, options, at, why)
  const live = liveView({ ...at, log, records, summaryRole: policy.summaryRole, meter })
  const view = live.now()
  const fitted = { strategy: RESENT_STRATEGY, records, overrides: [], warnings: commit?.plan.warnings ?? [] }
  const receipt = makeReceipt({
    ...{ at, log, policy, why, view, fitted, now: ports.clock(), before: viewOf(state, at) },
    // Where it lands is where it was meant to: the next compaction need not wait for it.
    release: at.outside + view.tokens,
    // Not the inputs of a plan: a compaction that is due is made.
    inputs: { ...inputs, circumstances: { resent: results.map(({ seq }) => seq) } },
    request: assembleRequest(at, view),
  })
  await state.alone(async ({ fence }) => {
    const made = commitOf({ receipt, fitted }, key.thread, commit?.id ?? null, ports.hash)
    await ports.store.commit(key, commit?.id ?? null, made, fence)
    takeOver(state, made)
  })
}

function recordsWith({ log, records, pins, ports }: ThreadState, results: readonly ResentResult[]): readonly PlanRecord[] {
  const changed = new Set(results.map(({ seq }) => seq))
  const shown = results.flatMap(({ seq, text }): readonly PlanRecord[] => {
    if (text === null) return []
    const span = makeSpan(log, rangeAt(seq))
    return [{ action: 'clear', span, tokens: ports.counting.count(text), preservedFields: {}, resent: text }]
  })
  const resent = new Set(resentIn(records))
  const kept = [...resent].filter(({ span }) => !changed.has(span.from))
  return withResent(
    records.filter((record) => !resent.has(record)),
    [...kept, ...shown],
    pins,
  )
}
