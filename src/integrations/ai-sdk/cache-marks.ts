import type { CallParams, PromptMessage } from './shapes.ts'

const MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/** The provider looks so many blocks back from a mark for what it has kept, and no further. */
const LOOKBACK = 20

/**
 * Asks a provider that wants to be asked, Anthropic, to keep what it has read: up to the end of the prompt, which the next request goes on from; up
 * to where the last one ended, if that is too far back to be found from there; and up to the end of the system text, which outlives every
 * compaction. Nothing is added if the caller sets marks itself.
 */
export function withMarks<Params extends CallParams>(model: object, params: Params): Params {
  const { prompt } = params
  if (!wantsMarks(model) || prompt.length < 2 || prompt.some(isMarked)) return params
  const system = prompt.findLastIndex(({ role }) => role === 'system')
  const places = new Set([system, prompt.length - 1, farEnd(prompt)])
  return { ...params, prompt: prompt.map((message, at) => (places.has(at) ? marked(message) : message)) }
}

/** Where the last request ended, in front of what the model said last, if that is too far back; otherwise nowhere. */
function farEnd(prompt: readonly PromptMessage[]): number | undefined {
  let at = prompt.findLastIndex(({ role }) => role === 'assistant')
  while (prompt[at]?.role === 'assistant') at -= 1
  const blocks = prompt.slice(at + 1).reduce((sum, { content }) => sum + (Array.isArray(content) ? content.length : 1), 0)
  return at >= 0 && blocks >= LOOKBACK ? at : undefined
}

function wantsMarks(model: object): boolean {
  const provider = 'provider' in model ? String(model.provider) : ''
  const name = 'modelId' in model ? String(model.modelId) : ''
  return provider.includes('anthropic') || name.includes('claude')
}

function isMarked(message: PromptMessage): boolean {
  return JSON.stringify([message.providerOptions, partOptions(message)]).includes('"cacheControl"')
}

function partOptions({ content }: PromptMessage): readonly unknown[] {
  return Array.isArray(content) ? content.map((part: { readonly providerOptions?: unknown }) => part.providerOptions) : []
}

function marked(message: PromptMessage): PromptMessage {
  const { providerOptions } = message
  return { ...message, providerOptions: { ...(typeof providerOptions === 'object' ? providerOptions : {}), ...MARK } }
}
