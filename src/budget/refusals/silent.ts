import type { JsonObject } from '../../schema/json.ts'
import { isJsonObject } from '../../schema/json.ts'
import type { Refusal, RefusedRequest } from '../../schema/refusal.ts'
import { promptTokens, readUsage } from '../usage.ts'

/** Why an answer ended, in the words of any provider. */
const REASONS = [
  ...['finishReason', 'finish_reason', 'stop_reason', 'stopReason', 'rawFinishReason', 'unified', 'raw'],
  ...['done_reason', 'reason'],
]
const CUT = new Set(['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens', 'incomplete'])
/** An input that is cut to fit fills the window. */
const FULL = 0.99

/**
 * An overflow that no error tells of: the provider says so where it says why the answer ended, it counted more than the model takes, or the
 * request filled the window and nothing was left for an answer.
 */
export function silentOverflow(result: JsonObject, refused: RefusedRequest | undefined): Refusal | undefined {
  const reasons = reasonsIn(result, 0)
  const usage = usageIn(result)
  const actual = usage === undefined ? undefined : promptTokens(usage)
  if (reasons.some((reason) => reason.includes('context_window_exceeded') || reason === 'context_length_exceeded'))
    return { kind: 'overflow', by: 'how the answer ended', actual }
  if (usage === undefined || actual === undefined || refused === undefined || isBlocked(result)) return undefined
  const { window } = refused
  if (actual > window) return { kind: 'overflow', by: 'the reported usage', actual, limit: window }
  const isCut = reasons.some((reason) => CUT.has(reason)) && usage.output === 0
  return isCut && actual >= window * FULL ? { kind: 'overflow', by: 'an answer without room', limit: actual } : undefined
}

/** Google answers so to what its filter has stopped: it was read, whatever its size. */
function isBlocked({ promptFeedback }: JsonObject): boolean {
  return isJsonObject(promptFeedback) && promptFeedback['blockReason'] !== undefined
}

function usageIn(result: JsonObject) {
  for (const name of ['usage', 'usageMetadata', 'totalUsage']) {
    const usage = readUsage(result[name])
    if (usage !== undefined) return usage
  }
  // Ollama counts beside its answer.
  return readUsage({ prompt_tokens: result['prompt_eval_count'], completion_tokens: result['eval_count'] ?? 0 })
}

function reasonsIn(result: JsonObject, depth: number): readonly string[] {
  if (depth > 2) return []
  const own = REASONS.flatMap((name) => {
    const value = result[name]
    return typeof value === 'string' ? [value] : isJsonObject(value) ? reasonsIn(value, depth + 1) : []
  })
  const inside = ['choices', 'candidates', 'delta', 'message', 'incomplete_details'].flatMap((name) => {
    const value = result[name]
    const first = Array.isArray(value) ? value[0] : value
    return isJsonObject(first) ? reasonsIn(first, depth + 1) : []
  })
  return [...own, ...inside]
}
