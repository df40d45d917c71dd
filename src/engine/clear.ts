import { makeReceipt } from '../compact/make-receipt.ts'
import { withPins } from '../compact/show-pins.ts'
import { dropIndexOf } from '../ledger/drop-index.ts'
import { leadingSystem } from '../log/rounds.ts'
import { makeSpan } from '../log/span.ts'
import { seqOf } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Receipt } from '../schema/receipt.ts'
import { bytesOf } from '../view/assemble.ts'
import { clearedIn } from '../view/cleared-log.ts'
import { liveView } from '../view/live-view.ts'
import { commitOf } from './commit.ts'
import { takeOver } from './latest.ts'
import { planningOf } from './planning.ts'
import type { RequestOptions } from './request-options.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf, viewOf } from './views.ts'

const CLEAR_STRATEGY = 'clear'

/**
 * Begins a new context in the same thread, without a summary (B21): system text and pins stay, everything else is out of the prompt, and no
 * later summary tells of it. A commit like any other, so that it can be undone. `null` if there is nothing to leave behind.
 */
export async function clear(state: ThreadState, options: RequestOptions): Promise<Receipt | null> {
  await readWhole(state.own)
  const at = await settingOf(state, options)
  return state.alone(async ({ fence }) => {
    const { key, ports, log, commit } = state
    const { policy, meter, hash } = ports
    const records = everything(state)
    if (records.length === 0) return null
    const why = { trigger: 'manual', reason: 'a new context was begun' } as const
    const { inputs } = planningOf(state, options, at, why)
    const view = liveView({ ...at, log, records, summaryRole: policy.summaryRole, meter }).now()
    const fitted = { strategy: CLEAR_STRATEGY, records, overrides: [], warnings: [] }
    const receipt = makeReceipt({
      ...{ at, log, policy, why, view, fitted, now: ports.clock(), before: viewOf(state, at) },
      release: at.outside + view.tokens,
      // Not the inputs of a plan: a compaction that is asked for afterwards is made.
      inputs: { ...inputs, circumstances: { cleared: log.length } },
      bytes: bytesOf(at, view),
    })
    const made = commitOf({ receipt, fitted }, key.thread, commit?.id ?? null, hash)
    await ports.store.commit(key, commit?.id ?? null, made, fence)
    takeOver(state, made)
    const { before, after } = receipt.tokens
    ports.events.tell(key, { kind: 'cleared', commit: made.id, entries: log.length, tokens: { before, after } })
    return receipt
  }, options)
}

/** One record over all that is not system text in front; none if all of it is left behind already. */
function everything({ log, pins, records }: ThreadState): readonly PlanRecord[] {
  const from = leadingSystem(log.entries)
  const end = seqOf(log.length)
  if (from >= end || clearedIn(records).at(-1)?.span.end === end) return []
  const range = { from, end }
  const span = makeSpan(log, range)
  const index = dropIndexOf(log.cleaned(), range)
  return withPins(log, [{ action: 'drop', span, tokens: 0, reason: 'cleared', index, carries: [], cleared: true }], pins)
}
