import { compactNow } from './compact.ts'
import type { OverflowReport } from './exchange.ts'
import type { Compacted } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

/** After a refusal for its size: learns what the provider takes, and gives the request anew, compacted. */
export function overflowed(state: ThreadState, report: OverflowReport): Promise<Compacted> {
  const { provider } = state
  provider.refused(report)
  return compactNow(state, provider.lastOptions() ?? {}, 'overflow')
}
