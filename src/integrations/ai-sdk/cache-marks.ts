import { type Lifetime, marked, marksIn, roomAtCut } from '../../dialects/ai-sdk/cache-marks.ts'
import { markOf } from '../../dialects/ai-sdk/mark.ts'
import { isJsonObject } from '../../schema/json.ts'
import type { CallParams, PromptMessage } from './shapes.ts'

/** The provider looks so many blocks back from a mark for what it has kept, and no further. */
const LOOKBACK = 20

/**
 * Asks a provider that wants to be asked, Anthropic, to keep what it has read: up to the end of the prompt, which the next request goes on from; up
 * to where the last one ended, if that is too far back to be found from there; up to the cut behind our summary, which has its mark already; and
 * up to the end of the system text, which outlives every compaction, for as long as `front` says. If the caller sets marks itself, only the one at the cut is
 * added.
 */
export function withMarks<Params extends CallParams>(model: object, params: Params, front: Lifetime = FIVE_MINUTES): Params {
  if (!wantsMarks(model)) return params
  const { prompt: given, tools = [] } = params
  const at = given.findIndex(isCut)
  const unmarked = at < 0 ? given : given.map((message, index) => (index === at ? withoutMark(message) : message))
  const inFront = [...tools, ...unmarked.slice(0, Math.max(at, 0))]
  const behind = [...unmarked.slice(Math.max(at, 0)), { providerOptions: params.providerOptions }]
  const cut = at < 0 ? undefined : roomAtCut({ hour: isForHour(given[at]) }, inFront, behind)
  const prompt = cut === undefined ? unmarked : unmarked.map((message, index) => (index === at ? marked(message, cut) : message))
  const isOwn = marksIn([...inFront, ...behind]).length > 0
  if (isOwn || prompt.length < 2) return { ...params, prompt }
  const places = placesIn(prompt, cut ?? front)
  return { ...params, prompt: prompt.map((message, index) => markedAt(message, places.get(index))) }
}

const FIVE_MINUTES: Lifetime = { hour: false }

/** What stands in front of the cut is kept for as long. */
function placesIn(prompt: readonly PromptMessage[], front: Lifetime): ReadonlyMap<number, Lifetime> {
  const system = prompt.findLastIndex(({ role }) => role === 'system')
  return new Map([
    [farEnd(prompt), FIVE_MINUTES],
    [prompt.length - 1, FIVE_MINUTES],
    [system, front],
  ])
}

function markedAt(message: PromptMessage, life: Lifetime | undefined): PromptMessage {
  return life === undefined || isCut(message) ? message : marked(message, life)
}

/** Where the last request ended, in front of what the model said last, if that is too far back; otherwise nowhere. */
function farEnd(prompt: readonly PromptMessage[]): number {
  let at = prompt.findLastIndex(({ role }) => role === 'assistant')
  while (prompt[at]?.role === 'assistant') at -= 1
  const blocks = prompt.slice(at + 1).reduce((sum, { content }) => sum + (Array.isArray(content) ? content.length : 1), 0)
  return at >= 0 && blocks >= LOOKBACK ? at : -1
}

function wantsMarks(model: object): boolean {
  const provider = 'provider' in model ? String(model.provider) : ''
  const name = 'modelId' in model ? String(model.modelId) : ''
  return provider.includes('anthropic') || name.includes('claude')
}

/** Our own words, marked by the engine as the end of what a compaction wrote. */
function isCut(message: PromptMessage): boolean {
  return isJsonObject(message) && markOf(message) !== undefined && marksIn([{ ...message, content: [] }]).length > 0
}

function isForHour(message: PromptMessage | undefined): boolean {
  return marksIn([message]).at(-1)?.['ttl'] === '1h'
}

function withoutMark(message: PromptMessage): PromptMessage {
  const { anthropic: _, ...rest } = isJsonObject(message.providerOptions) ? message.providerOptions : {}
  return { ...message, providerOptions: rest }
}
