import type { Entry, Usage } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { isJsonObject, type JsonObject } from '../schema/json.ts'

/**
 * What a provider reported, in one shape whatever the provider. `input` is what was neither read from a cache nor written to one, so that
 * the four numbers add up to the whole. `undefined` if nothing was reported: no usage, or the zeros that local servers send, which say as
 * little.
 */
export function readUsage(reported: unknown): Usage | undefined {
  const usage = readShape(reported)
  return usage === undefined || 'cached' in usage || promptTokens(usage) === 0 ? undefined : usage
}

/** A report that names more tokens of a cache than there were in all. One of the two is wrong, and nobody knows which. */
interface Contradiction {
  readonly prompt: number
  readonly cached: number
}

/** What a report contradicts itself in. Such a report is no usage: neither money nor counting may rely on it. */
export function contradictionIn(reported: unknown): Contradiction | undefined {
  const usage = readShape(reported)
  return usage !== undefined && 'cached' in usage ? usage : undefined
}

/** A count that is none: below 0, more than any context holds, or in words. `undefined` if there is no such; what is `NaN` was not counted. */
export function absurdCountIn(reported: unknown, depth = 4): AbsurdCount | undefined {
  if (!isJsonObject(reported) || depth === 0) return undefined
  for (const [field, value] of Object.entries(reported)) {
    if (isAbsurd(value) && COUNTED.test(field)) return { field, value }
    const inside = absurdCountIn(value, depth - 1)
    if (inside !== undefined) return inside
  }
  return undefined
}

interface AbsurdCount {
  readonly field: string
  readonly value: number | string
}

/** A number in words would be taken for none at all, and so for 0. Other words say what is counted, or how. */
function isAbsurd(value: unknown): value is AbsurdCount['value'] {
  if (typeof value === 'string') return value.trim() !== '' && Number.isFinite(Number(value))
  return typeof value === 'number' && (value < 0 || value >= MOST_TOKENS)
}

/** Fields that count tokens, whoever named them: `input_tokens`, `promptTokenCount`, `cacheRead`, `total`. */
const COUNTED = /token|^(?:input|output|total|cache_?\w+)$/i

function readShape(reported: unknown): Read {
  if (!isJsonObject(reported)) return undefined
  return READERS.map((read) => read(reported)).find((found) => found !== undefined)
}

/** The whole context after an answer (B5): what went in, cached or not, and what came out. */
export function contextTokens(usage: Usage): number {
  return promptTokens(usage) + usage.output
}

/** What the request alone came to: the number that an estimate of it is compared with. */
export function promptTokens(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite
}

/**
 * Whether a report says anything about a cache, be it that nothing was read from it: a field that is there with `null` does not. Gemini leaves
 * the field out if it is 0. Where the provider's own words stand beside what an SDK made of them (`raw`), they decide.
 */
export function tellsOfCache(reported: unknown): boolean {
  if (!isJsonObject(reported)) return false
  if (isJsonObject(reported['raw'])) return tellsOfCache(reported['raw'])
  if ('promptTokenCount' in reported) return true
  return Object.entries(reported).some(([name, value]) => (/cache/i.test(name) && isCount(value)) || tellsOfCache(value))
}

/** Of what was written to Anthropic's cache, what it keeps for an hour. */
export function hourTokens(reported: unknown): number {
  if (!isJsonObject(reported)) return 0
  if (isJsonObject(reported['raw'])) return hourTokens(reported['raw'])
  return at(inner(reported, 'cache_creation'), 'ephemeral_1h_input_tokens')
}

/** A report and the last entry of the message it belongs to. */
export interface Report {
  readonly seq: Seq
  readonly usage: Usage
}

/** The reports that came with messages and can be relied on, oldest first (B5). */
export function reportsOf(entries: readonly Entry[]): readonly Report[] {
  const reports: Report[] = []
  for (const entry of entries) {
    if (entry.usage === undefined || !endsAnswer(entry) || promptTokens(entry.usage) === 0) continue
    reports.push({ seq: entry.seq, usage: entry.usage })
  }
  return reports
}

/** Whether an entry is the last of an assistant message that was neither aborted nor an error. */
export function endsAnswer({ role, message, error, finishReason }: Entry): boolean {
  if (role !== 'assistant' || message.block !== message.blocks - 1) return false
  return error === undefined && !BROKEN_ENDS.has(finishReason ?? '')
}

/** Tokens between two reports. */
export interface TurnTokens {
  readonly from: Seq
  readonly to: Seq
  /** `undefined` if the conversation was compacted in between, here or elsewhere: then the difference says nothing about the turn. */
  readonly tokens: number | undefined
}

/** Tokens added by each turn (B23): the difference between consecutive reports. `compacted` says how long the log was at each commit. */
export function tokensAdded(reports: readonly Report[], compacted: readonly number[]): readonly TurnTokens[] {
  return reports.flatMap((report, index) => {
    const before = reports[index - 1]
    if (before === undefined) return []
    const [from, to] = [before.seq, report.seq]
    const tokens = contextTokens(report.usage) - contextTokens(before.usage)
    const isCut = tokens < 0 || compacted.some((length) => from < length && length <= to)
    return [{ from, to, tokens: isCut ? undefined : tokens }]
  })
}

/** Reasoning that only its provider can read. */
export function isEncryptedReasoning(entry: Entry): boolean {
  return entry.kind === 'reasoning' && entry.text === '' && (entry.signature ?? '') !== ''
}

const BROKEN_ENDS = new Set(['aborted', 'abort', 'cancelled', 'canceled', 'interrupted', 'error', 'failed'])

type Read = Usage | Contradiction | undefined
type ReadUsage = (reported: JsonObject) => Read

/** One reader a shape, the most particular first: fields that only one provider has decide. */
const READERS: readonly ReadUsage[] = [readPlain, readAiSdk, readGemini, readResponses, readAnthropic, readChat]

/** Ours, and pi's. */
function readPlain(reported: JsonObject): Usage | undefined {
  if (typeof reported['input'] !== 'number' || typeof reported['output'] !== 'number') return undefined
  return {
    input: at(reported, 'input'),
    output: at(reported, 'output'),
    cacheRead: at(reported, 'cacheRead'),
    cacheWrite: at(reported, 'cacheWrite'),
  }
}

/**
 * AI SDK. Providers of versions 6 and 7 give objects, applications get numbers with details, version 5 has numbers alone. There the
 * Anthropic provider leaves cached tokens out of `inputTokens` and the others do not; which one it is shows when they would not fit in.
 */
function readAiSdk(reported: JsonObject): Read {
  const tokens = inner(reported, 'inputTokens')
  if (tokens !== NOTHING) {
    const [output, cacheRead, cacheWrite] = [
      at(inner(reported, 'outputTokens'), 'total'),
      at(tokens, 'cacheRead'),
      at(tokens, 'cacheWrite'),
    ]
    const input = isCount(tokens['total']) ? at(tokens, 'total') : at(tokens, 'noCache') + cacheRead + cacheWrite
    return apart({ input, output, cacheRead, cacheWrite })
  }
  if (typeof reported['inputTokens'] !== 'number') return undefined
  const [input, output] = [at(reported, 'inputTokens'), at(reported, 'outputTokens')]
  const details = inner(reported, 'inputTokenDetails')
  if (details !== NOTHING) {
    return apart({ input, output, cacheRead: at(details, 'cacheReadTokens'), cacheWrite: at(details, 'cacheWriteTokens') })
  }
  const cacheRead = at(reported, 'cachedInputTokens')
  const isBeside = cacheRead > input || at(reported, 'totalTokens') >= input + cacheRead + output
  return apart({ input: isBeside ? input + cacheRead : input, output, cacheRead, cacheWrite: 0 })
}

/** Thoughts are counted beside the answer, what tools read beside the prompt. */
function readGemini(reported: JsonObject): Read {
  if (!('promptTokenCount' in reported)) return undefined
  return apart({
    input: at(reported, 'promptTokenCount') + at(reported, 'toolUsePromptTokenCount'),
    output: at(reported, 'candidatesTokenCount') + at(reported, 'thoughtsTokenCount'),
    cacheRead: at(reported, 'cachedContentTokenCount'),
    cacheWrite: 0,
  })
}

/** OpenAI Responses, and LangChain's messages with details of another name: cached tokens are part of `input_tokens`. */
function readResponses(reported: JsonObject): Read {
  const marks = ['input_tokens_details', 'input_token_details', 'total_tokens']
  if (!('input_tokens' in reported) || !marks.some((mark) => mark in reported)) return undefined
  const [details, langchain] = [inner(reported, 'input_tokens_details'), inner(reported, 'input_token_details')]
  const usage = {
    input: at(reported, 'input_tokens'),
    output: at(reported, 'output_tokens'),
    cacheRead: Math.max(at(details, 'cached_tokens'), at(langchain, 'cache_read')),
    cacheWrite: Math.max(at(details, 'cache_write_tokens'), at(langchain, 'cache_creation')),
  }
  return apart(usage, at(reported, 'total_tokens'))
}

/** Anthropic: cached tokens stand beside `input_tokens`. */
function readAnthropic(reported: JsonObject): Usage | undefined {
  if (!('input_tokens' in reported)) return undefined
  return {
    input: at(reported, 'input_tokens'),
    output: at(reported, 'output_tokens'),
    cacheRead: at(reported, 'cache_read_input_tokens'),
    cacheWrite: at(reported, 'cache_creation_input_tokens'),
  }
}

/** OpenAI Chat Completions and servers that speak like it; DeepSeek, Moonshot and LiteLLM have names of their own for what was cached. */
function readChat(reported: JsonObject): Read {
  if (!('prompt_tokens' in reported)) return undefined
  const details = inner(reported, 'prompt_tokens_details')
  const beside = ['prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens'].map((field) => at(reported, field))
  const usage = {
    input: at(reported, 'prompt_tokens'),
    output: at(reported, 'completion_tokens'),
    cacheRead: Math.max(at(details, 'cached_tokens'), ...beside),
    cacheWrite: Math.max(at(details, 'cache_write_tokens'), at(reported, 'cache_creation_input_tokens')),
  }
  return apart(usage, at(reported, 'total_tokens'))
}

/**
 * Takes what was cached out of an input that includes it. What does not fit in stands beside it if the total has room for both, as some
 * servers between us and Anthropic count; otherwise the report contradicts itself.
 */
function apart(usage: Usage, total = 0): Usage | Contradiction {
  const cached = usage.cacheRead + usage.cacheWrite
  if (cached <= usage.input) return { ...usage, input: usage.input - cached }
  const both = usage.input + cached + usage.output
  return total >= both && total <= both * MOST_UNSAID ? usage : { prompt: usage.input, cached }
}

/** Of a total, thoughts may stand in no other count. More than this says nothing of what stands beside what. */
const MOST_UNSAID = 2

const NOTHING: JsonObject = {}

function inner(reported: JsonObject, field: string): JsonObject {
  const value = reported[field]
  return isJsonObject(value) ? value : NOTHING
}

/** More than any context holds; a larger number is not a count. */
const MOST_TOKENS = 1e12

/** A count, or 0 if there is none: half of these fields are optional, and servers send anything. */
function at(reported: JsonObject, field: string): number {
  const value = Object.hasOwn(reported, field) ? reported[field] : undefined
  return isCount(value) ? Math.round(value) : 0
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < MOST_TOKENS
}
