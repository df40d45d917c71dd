import { isCompactionError } from '../../schema/failures.ts'

/**
 * A request that cannot be made, told as a provider tells of one that it does not take: the client throws its own error with our words, at once. What a
 * `fetch` throws, clients take for the network's: they try twice more, and then say "Connection error". A stop is the caller's, and stays one.
 */
export function notSent(error: unknown): Response {
  if (!isCompactionError(error) || error.failure.code === 'compaction-cancelled') throw error
  const { failure } = error
  const said = {
    type: 'compaction_error',
    code: failure.code,
    message: `palimpsest: nothing was sent. ${error.message}`,
    failure,
  }
  // OpenAI's client reads `error`, Anthropic's the whole.
  const body = { type: 'error', message: said.message, error: said }
  return Response.json(body, { status: 400, headers: { 'x-should-retry': 'false' } })
}
