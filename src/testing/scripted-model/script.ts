import type { Json } from '../../schema/json.ts'

/** What a scripted model does with one request. */
export type ScriptedAnswer = ScriptedBehaviour & {
  /** It waits so long first. */
  readonly delayMs?: number
}

type ScriptedBehaviour =
  /** An answer in text, streamed if the request asks for that. */
  | { readonly kind: 'text'; readonly text: string; readonly finish?: ScriptedFinish; readonly reasoning?: string }
  | { readonly kind: 'tool-call'; readonly tool: string; readonly input: Json }
  | ScriptedTurn
  /** An error of the provider. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly message?: string
      /** The provider's own name for it. */
      readonly type?: string
      readonly code?: string
    }
  /** The connection breaks in the middle of this text. */
  | { readonly kind: 'cut'; readonly text: string }
  /** The stream ends without saying why. */
  | { readonly kind: 'no-end'; readonly text: string }
  /** The connection breaks before a byte. */
  | { readonly kind: 'reset' }
  /** It says the same again and again, with a pause in between, until the client hangs up. */
  | { readonly kind: 'endless'; readonly text: string; readonly everyMs: number }
  /** Nothing ever comes. */
  | { readonly kind: 'hang' }
  /** Anything, as a proxy in between may send it. */
  | { readonly kind: 'raw'; readonly status?: number; readonly type: string; readonly body: string }

/** A whole step of an agent: what the model thinks, says and calls, and what it counted. */
export interface ScriptedTurn {
  readonly kind: 'turn'
  /** Ids of messages and items are made from it. */
  readonly id: string
  readonly text: string
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly input: Json }[]
  readonly thinking?: { readonly text: string; readonly signature: string }
  /** What went in, of which some was read from a cache and some written to it, and what came out. */
  readonly usage: { readonly input: number; readonly output: number; readonly cacheRead?: number; readonly cacheWrite?: number }
}

export type ScriptedFinish = 'stop' | 'length' | 'refusal'

/** A request as it came in. */
export interface ScriptedRequest {
  readonly protocol: Protocol
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
  /** All text of its messages, its items and its system field. */
  readonly text: string
}

export type Protocol = 'openai' | 'openai-responses' | 'anthropic'

/** Answers in order, the last one for all further requests; or a function that reads the request. */
export type Script =
  | readonly [ScriptedAnswer, ...ScriptedAnswer[]]
  | ((request: ScriptedRequest, count: number) => ScriptedAnswer)

export function answerTo(script: Script, request: ScriptedRequest, count: number): ScriptedAnswer {
  if (typeof script === 'function') return script(request, count)
  return script[Math.min(count, script.length) - 1] ?? script[0]
}
