import type { Json } from '../../../src/schema/json.ts'
import { providerFaults } from '../../../src/testing/provider-rules/provider-rules.ts'
import { estimateTokens } from '../../../src/tokenizers/characters.ts'
import type { Dice } from './dice.ts'

/** A model as it really is: what it takes, and how its provider counts. */
export interface TrueModel {
  readonly name: string
  readonly window: number
  /** Tokens of the provider for one of ours. */
  readonly factor: number
}

/** What became of a request. */
export type Reply =
  | { readonly kind: 'answered'; readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } }
  | { readonly kind: 'refused'; readonly error: unknown; readonly tokens: number }
  | { readonly kind: 'invalid'; readonly faults: readonly string[] }

const ANSWER = 120

/** Draws a model: windows of 3,000 to 40,000 tokens, counts of 0.7 to 1.6 of ours. */
export function anyModel(dice: Dice, name: string): TrueModel {
  return { name, window: 3_000 + dice.below(37_000), factor: 0.7 + dice.below(91) / 100 }
}

/** A provider that refuses what does not fit or breaks its rules, in words of its own. */
export function reply(dice: Dice, model: TrueModel, request: Json, reserve: number): Reply {
  const faults = providerFaults('openai-chat', request)
  if (faults.length > 0) return { kind: 'invalid', faults: faults.map((fault) => JSON.stringify(fault)) }
  const tokens = Math.ceil(estimateTokens(JSON.stringify(request)) * model.factor)
  if (tokens + reserve > model.window) return { kind: 'refused', error: refusal(dice, model, tokens, reserve), tokens }
  return { kind: 'answered', usage: { prompt_tokens: tokens, completion_tokens: ANSWER } }
}

function refusal(dice: Dice, { window }: TrueModel, tokens: number, reserve: number): unknown {
  const words = dice.pick([
    `This model's maximum context length is ${window} tokens. However, you requested ${tokens + reserve} tokens (${tokens} in the messages, ${reserve} in the completion).`,
    `prompt is too long: ${tokens} tokens > ${window} maximum`,
    `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
    'Input is too long for requested model.',
    'the request exceeds the available context size, try increasing it',
    'Please reduce the length of the messages or completion.',
  ])
  const body = { error: { message: words, type: 'invalid_request_error', code: null } }
  return dice.pick<() => unknown>([
    () => Object.assign(new Error(`400 ${words}`), { status: 400, error: body.error }),
    () => body,
    () => JSON.stringify(body),
    () => Object.assign(new Error('Bad Request'), { statusCode: 400, responseBody: JSON.stringify(body), isRetryable: false }),
  ])()
}
