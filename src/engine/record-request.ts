import { capableOf } from '../schema/capabilities.ts'
import type { ThreadKey } from '../schema/ports.ts'
import type { SentRequest } from '../schema/request-record.ts'
import type { EnginePorts } from './ports.ts'
import type { Prepared, RequestOptions } from './request.ts'

/** Remembers requests as they go out, where the host wants it and the store can. Costs a pass over the request's bytes and a write. */
export function requestRecorder(
  key: ThreadKey,
  { store, keepRequests, clock }: Pick<EnginePorts, 'store' | 'keepRequests' | 'clock'>,
): <Request extends Prepared>(options: RequestOptions, request: Request) => Request | Promise<Request> {
  if (keepRequests <= 0) return (_, request) => request
  const { requests } = capableOf(store, 'requests', { needed: 'keepRequests' })
  return async (options, request) => {
    const sent: SentRequest = { ...request.record, at: clock(), model: options.model ?? '', tokens: request.tokens }
    await requests.add(key, sent, keepRequests)
    return request
  }
}
