import { CompactionError } from '../schema/failures.ts'
import { endpointOf } from './exchange.ts'
import type { ThreadState } from './thread-state.ts'

/** Learns how the provider counts from a count that it was asked for, before anything is sent. */
export async function counted({ provider, knowledge, log }: ThreadState, tokens: number): Promise<void> {
  if (!Number.isSafeInteger(tokens) || tokens < 0) {
    const expected = 'the tokens that the provider counted'
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'tokens', expected, found: String(tokens) })
  }
  const [options, ours] = [provider.lastOptions(), provider.lastTokens()]
  if (options === undefined || ours === undefined) return
  const endpoint = endpointOf(options)
  knowledge.accepted({ endpoint, counted: ours, reported: tokens, afterCommit: true, hidden: log.hidden() })
  await knowledge.keep()
}
