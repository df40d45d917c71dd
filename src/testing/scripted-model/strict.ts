import { isJsonObject, type Json } from '../../schema/json.ts'
import { bpeTokenizer } from '../../tokenizers/bpe.ts'
import { providerFaults } from '../provider-rules/provider-rules.ts'
import type { Protocol, ScriptedAnswer, ScriptedRequest, ScriptedTurn } from './script.ts'
import { asksToThink, thoughtSeals } from './seals.ts'

/** What a strict provider takes, and how it behaves. */
export interface StrictOptions {
  /** Tokens it takes in and gives out, by its own count. */
  readonly window: number
  /** How much more it counts than o200k; 1.3 by default. */
  readonly factor?: number
  /** The agent's next step: calls as long as it has something to do, words alone at the end. Thoughts only if a request asks for them. */
  turn(step: number): Pick<ScriptedTurn, 'text' | 'calls' | 'thinking'>
}

/** What a strict provider has seen. */
export interface StrictReport {
  readonly requests: number
  /** Requests that broke a rule of the protocol, and which. */
  readonly refused: readonly string[]
  /** Requests that were too large. */
  readonly overflows: number
  /** Most tokens that it took. */
  readonly largest: number
  /** How often a request did not go on from the one before. */
  readonly breaks: number
  /** Tokens that were the same as in an earlier request, of all that it took. */
  readonly cacheRead: number
  readonly taken: number
  readonly steps: number
}

const tokenizer = bpeTokenizer()

/**
 * A provider that refuses what real ones refuse: requests that break a rule of the protocol (judged by rules that are written apart from our
 * validators), and requests that are too large, by its own count and in its own words. It keeps a prompt cache by whole messages.
 */
export function strictProvider({ window, factor = 1.3, turn }: StrictOptions): {
  answer(request: ScriptedRequest): ScriptedAnswer
  report(): StrictReport
} {
  const seen = { requests: 0, refused: [] as string[], overflows: 0, largest: 0, breaks: 0, cacheRead: 0, taken: 0, steps: 0 }
  let last: readonly string[] = []
  const cache = promptCache()
  const seals = thoughtSeals()
  const answer = (request: ScriptedRequest): ScriptedAnswer => {
    const { protocol, body } = request
    seen.requests += 1
    const faults = [...providerFaults(DIALECTS[protocol], body), ...seals.faultsIn(body)]
    if (faults.length > 0) {
      const message = faults.map(({ rule, where }) => `${where}: ${rule}`).join('; ')
      seen.refused.push(`request ${seen.requests}: ${message}`)
      return { kind: 'status', status: 400, type: 'invalid_request_error', message }
    }
    const sizes = sizesOf(body, protocol).map((size) => ({ ...size, tokens: Math.ceil(size.tokens * factor) }))
    const tokens = sizes.reduce((sum, size) => sum + size.tokens, 0)
    const room = window - answerRoom(body)
    if (tokens > room) {
      seen.overflows += 1
      return refusal(protocol, { tokens, window, asked: window - room })
    }
    const keys = sizes.map(({ key }) => key)
    if (last.some((key, at) => key !== keys[at])) seen.breaks += 1
    last = keys
    const cacheRead = cache.read(sizes)
    cache.keep(sizes, protocol === 'anthropic')
    seen.cacheRead += cacheRead
    seen.taken += tokens
    seen.largest = Math.max(seen.largest, tokens)
    seen.steps += 1
    const { thinking, ...said } = turn(seen.steps)
    const thought = thinking !== undefined && asksToThink(body) ? { thinking: seals.issued(thinking) } : {}
    return { kind: 'turn', id: String(seen.steps), ...said, ...thought, usage: { input: tokens, output: 60, cacheRead } }
  }
  return { answer, report: () => ({ ...seen, refused: [...seen.refused] }) }
}

const DIALECTS = { openai: 'openai-chat', 'openai-responses': 'openai-responses', anthropic: 'anthropic' } as const

/** What the request asks for as an answer: it shares the window with what goes in. */
function answerRoom(body: Json): number {
  if (!isJsonObject(body)) return 0
  const asked = body['max_tokens'] ?? body['max_completion_tokens'] ?? body['max_output_tokens']
  return typeof asked === 'number' ? asked : 0
}

interface Size {
  readonly key: string
  readonly tokens: number
  /** The client asks that everything up to here is kept. */
  readonly isMarked: boolean
}

/** Remembers beginnings of requests: all of them, or those that end where a client has set a mark. */
function promptCache() {
  const numbers = new Map<string, number>()
  const kept = new Set<number>()
  /** Every beginning has a number, which follows from the one before and what comes next. */
  const numbered = (sizes: readonly Size[]): readonly number[] => {
    let number = 0
    return sizes.map(({ key }) => {
      const name = `${number} ${key}`
      number = numbers.get(name) ?? numbers.size + 1
      numbers.set(name, number)
      return number
    })
  }
  return {
    read(sizes: readonly Size[]): number {
      const end = numbered(sizes).findLastIndex((number) => kept.has(number)) + 1
      return sizes.slice(0, end).reduce((sum, { tokens }) => sum + tokens, 0)
    },
    keep(sizes: readonly Size[], onlyMarked: boolean): void {
      for (const [at, number] of numbered(sizes).entries()) if (!onlyMarked || sizes[at]?.isMarked) kept.add(number)
    },
  }
}

/**
 * What the request holds, in the order in which a provider reads it. Cache marks are not part of it; with Anthropic, what is asked about tools
 * and thoughts stands in front of the messages.
 */
function sizesOf(body: Json, protocol: Protocol): readonly Size[] {
  if (!isJsonObject(body)) return []
  const list = body['messages'] ?? body['input']
  const front: readonly Json[] = [body['tools'] ?? null, body['system'] ?? body['instructions'] ?? null]
  const parts = [...front, ...(Array.isArray(list) ? list : [list ?? null])]
  const asked =
    protocol === 'anthropic' ? JSON.stringify([body['tool_choice'] ?? { type: 'auto' }, body['thinking'] ?? null]) : ''
  return parts.map((part, at) => {
    const key = `${at === front.length ? asked : ''}${JSON.stringify(part, withoutMarks)}`
    // At the top it asks for the end, wherever that is.
    const isLast = at === parts.length - 1 && 'cache_control' in body
    return { key, tokens: 4 + tokensIn(part), isMarked: isLast || JSON.stringify(part).includes('"cache_control"') }
  })
}

/** A text is the same text as a string and as the only part of a list. */
function withoutMarks(key: string, value: Json): Json | undefined {
  if (key === 'cache_control') return undefined
  return key === 'content' && typeof value === 'string' ? [{ type: 'text', text: value }] : value
}

/** Pictures and files count a quarter of what they would as text. */
const PICTURE = /^[A-Za-z0-9+/=:;,]{4000,}$/

function tokensIn(value: Json): number {
  if (typeof value === 'string') return tokenizer.count(PICTURE.test(value) ? value.slice(0, value.length / 4) : value)
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + tokensIn(item), 0)
  return isJsonObject(value) ? Object.values(value).reduce<number>((sum, item) => sum + tokensIn(item), 0) : 0
}

interface Refused {
  readonly tokens: number
  readonly window: number
  /** Asked for as an answer. */
  readonly asked: number
}

/** In the words of each provider. */
function refusal(protocol: Protocol, { tokens, window, asked }: Refused): ScriptedAnswer {
  const type = 'invalid_request_error'
  if (protocol === 'anthropic') {
    const message =
      tokens > window
        ? `prompt is too long: ${tokens} tokens > ${window} maximum`
        : `input length and \`max_tokens\` exceed context limit: ${tokens} + ${asked} > ${window}, decrease input length or \`max_tokens\` and try again`
    return { kind: 'status', status: 400, type, message }
  }
  const message =
    protocol === 'openai'
      ? `This model's maximum context length is ${window} tokens. However, you requested ${tokens + asked} tokens (${tokens} in the messages, ${asked} in the completion).`
      : 'Your input exceeds the context window of this model. Please adjust your input and try again.'
  return { kind: 'status', status: 400, type, code: 'context_length_exceeded', message }
}
