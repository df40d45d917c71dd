import { compactionResult } from '../render/rich-messages.ts'
import type { CompactionResult } from '../schema/rich-message.ts'
import type { ThreadState } from './thread-state.ts'

/** The log under the plan in effect, as messages in parts. */
export function messages({ key, log, commit, records, ports }: ThreadState): CompactionResult {
  return compactionResult({
    ...{ entries: log.entries, records, plan: commit?.plan, sessionId: key.thread },
    sizeOf: (text) => ports.counting.count(text),
    measured: (seq) => log.measureOf(seq).tokens,
  })
}
