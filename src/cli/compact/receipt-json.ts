import { countFates } from '../../engine/make-receipt.ts'
import type { Compaction } from './compact-transcript.ts'

/** What `--json` prints as the receipt: the documented fields first, what else may help after them. */
export function receiptJson({ compacted, windowSource }: Compaction): object {
  const { receipt } = compacted
  const { tokens, bytes, repairs, utilisation, summarizerCalls, strategy, losses, lawOverrides, inputs } = receipt
  return {
    tokens,
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
  }
}
