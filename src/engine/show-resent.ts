import { makeReceipt } from '../compact/make-receipt.ts'
import { RESENT_STRATEGY, resentIn, withResent } from '../compact/resent-results.ts'
import { reviseRecords } from '../compact/revise-records.ts'
import { makeSpan } from '../log/span.ts'
import type { PlanRecord } from '../schema/plan.ts'
import { rangeAt } from '../schema/range.ts'
import type { Reconciliation, ResentResult } from '../schema/reconciliation.ts'
import { bytesOf } from '../view/assemble.ts'
import { liveView } from '../view/live-view.ts'
import { commitOf } from './commit.ts'
import { takeOver } from './latest.ts'
import { planningOf } from './planning.ts'
import type { RequestOptions } from './request-options.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf, viewOf } from './views.ts'

/**
 * Shows results as the client shows them that cut them down, replaced them or brought them back, and says in summaries what it edited or
 * deleted: by a commit, so that it can be replayed.
 */
export async function showResent(
  state: ThreadState,
  { results, superseded }: Pick<Reconciliation, 'results' | 'superseded'>,
  dialect: RequestOptions['dialect'],
): Promise<void> {
  const { policy, meter } = state.ports
  const made = recordsWith(state, results)
  const { instructions = '' } = state.commit?.receipt.inputs ?? {}
  const records = reviseRecords(made, superseded, { log: state.log, policy, tokenizer: state.ports.counting, instructions })
  if (JSON.stringify(records) === JSON.stringify(state.records)) return
  const { key, ports, log, commit } = state
  const options = state.provider.lastOptions() ?? { dialect }
  const at = await settingOf(state, options)
  const why = { trigger: 'manual', reason: reasonFor(results.length, superseded.length) } as const
  const { inputs } = planningOf(state, options, at, why)
  const live = liveView({ ...at, log, records, summaryRole: policy.summaryRole, meter })
  const view = live.now()
  const fitted = { strategy: RESENT_STRATEGY, records, overrides: [], warnings: commit?.plan.warnings ?? [] }
  const receipt = makeReceipt({
    ...{ at, log, policy, why, view, fitted, now: ports.clock(), before: viewOf(state, at) },
    // Where it lands is where it was meant to: the next compaction need not wait for it.
    release: at.outside + view.tokens,
    // Not the inputs of a plan: a compaction that is due is made.
    inputs: { ...inputs, instructions, circumstances: { resent: [...results, ...superseded].map(({ seq }) => seq) } },
    bytes: bytesOf(at, view),
  })
  await state.alone(async ({ fence }) => {
    const next = commitOf({ receipt, fitted }, key.thread, commit?.id ?? null, ports.hash)
    await ports.store.commit(key, commit?.id ?? null, next, fence)
    takeOver(state, next)
  })
}

function reasonFor(results: number, superseded: number): string {
  if (superseded === 0) return `the client shows ${results} results in other words`
  const edits = `the client edited or deleted ${superseded} messages that are folded`
  return results === 0 ? edits : `${edits}, and shows ${results} results in other words`
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
