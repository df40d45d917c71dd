import { isCompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { SentRequest } from '../schema/request-record.ts'
import { timeOrNone } from '../schema/whole-time.ts'
import { ephemeralIn } from './rehydrate/may-rehydrate.ts'
import { type Prepared, partsFor } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import type { ThreadState } from './thread-state.ts'

/**
 * Remembers what goes out, so that what comes back can be held against it, and what the model saw can be shown later: that costs a hash of
 * what is new, and a write.
 */
export function send<Request extends Prepared<Json>>(
  state: ThreadState,
  options: RequestOptions,
  request: Request,
): Request | Promise<Request> {
  const { key, ports, commit } = state
  const { signal: _, ...kept } = options
  state.provider.sent(kept, request.tokens, commit?.id ?? null, ephemeralIn(request))
  // A compactor is not made with a store that cannot remember them.
  const { requests } = ports.store
  if (ports.keepRequests <= 0 || requests === undefined) return request
  const sent: SentRequest = { ...request.record, at: timeOrNone(ports.clock()), model: kept.model ?? '', tokens: request.tokens }
  return requests.add(key, sent, ports.keepRequests, partsFor(request)).then(
    () => request,
    (error) => {
      // A request that nobody wrote down is still a request: an agent does not stop for it.
      if (!isCompactionError(error)) throw error
      ports.events.tell(key, { kind: 'request-unrecorded', code: error.failure.code, message: error.message })
      return request
    },
  )
}
