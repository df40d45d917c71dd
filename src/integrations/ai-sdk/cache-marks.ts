import type { CallParams, PromptMessage } from './shapes.ts'

const MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/**
 * Asks a provider that wants to be asked, Anthropic, to keep what it has read: up to the end of the prompt, which the next request goes on from, and
 * up to the end of the system text, which outlives every compaction. Nothing is added if the caller sets marks itself.
 */
export function withMarks<Params extends CallParams>(model: object, params: Params): Params {
  const { prompt } = params
  if (!wantsMarks(model) || prompt.length < 2 || prompt.some(isMarked)) return params
  const system = prompt.findLastIndex(({ role }) => role === 'system')
  return {
    ...params,
    prompt: prompt.map((message, at) => (at === system || at === prompt.length - 1 ? marked(message) : message)),
  }
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
