import type { Json } from '../schema/json.ts'
import { compactNow } from './compact.ts'
import type { OverflowReport } from './exchange.ts'
import type { Compacted } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

/** After a refusal for its size: learns what the provider takes, and gives the request anew, compacted. */
export function overflowed(state: ThreadState, report: OverflowReport): Promise<Compacted<Json>> {
  return compactNow(state, state.provider.refused(report), 'overflow')
}
