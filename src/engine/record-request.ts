import { CompactionError } from '../schema/failures.ts'
import type { ThreadKey } from '../schema/ports.ts'
import type { SentRequest } from '../schema/request-record.ts'
import type { EnginePorts } from './ports.ts'
import type { Prepared } from './request.ts'
import type { RequestOptions } from './request-options.ts'

/** Remembers requests as they go out, where the host wants it and the store can. Costs a pass over the request's bytes and a write. */
export function requestRecorder(
  key: ThreadKey,
  { store, keepRequests, clock }: Pick<EnginePorts, 'store' | 'keepRequests' | 'clock'>,
): <Request extends Prepared<unknown>>(options: RequestOptions, request: Request) => Request | Promise<Request> {
  const { record } = store
  if (keepRequests <= 0) return (_, request) => request
  if (record === undefined) {
    const needed = { expected: 'a store that can remember requests: SQLite, PostgreSQL or memory', found: 'one that cannot' }
    throw new CompactionError<'store-unusable'>({ code: 'store-unusable', at: 'the store', ...needed })
  }
  return async (options, request) => {
    const sent: SentRequest = { ...request.record, at: clock(), model: options.model ?? '', tokens: request.tokens }
    await record(key, sent, keepRequests)
    return request
  }
}
