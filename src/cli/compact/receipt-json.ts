import { countFates } from '../../compact/fates.ts'
import type { Compaction } from './compact-transcript.ts'

/** What `--json` prints as the receipt: the documented fields first, what else may help after them. */
export function receiptJson({ compacted, windowSource }: Compaction): object {
  const { receipt } = compacted
  const { tokens, bytes, repairs, utilisation, summarizerCalls, strategy, losses, lawOverrides, inputs } = receipt
  return {
    tokens: { before: tokens.before, after: tokens.after, budget: tokens.budget },
    bytes,
    fates: countFates(receipt.fates),
    plan: receipt.records,
    repairs,
    utilisation,
    summarizerCalls,
    strategy,
    losses,
    lawOverrides,
    model: inputs.model === '' ? null : inputs.model,
    window: inputs.window,
    windowSource,
    reserve: inputs.reserve,
    scale: inputs.scale,
    adjustments: compacted.adjustments,
    notes: compacted.limits.notes,
    ...(receipt.nothing === undefined ? {} : { nothing: receipt.nothing }),
  }
}
