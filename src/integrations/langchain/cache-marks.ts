import type { ModelRequest } from './shapes.ts'

/**
 * Asks Anthropic, which wants to be asked, to keep what it has read up to the end of a request, which the next one goes on from. Nothing is added if the
 * caller, or another middleware, sets marks itself.
 */
export function withMark(request: ModelRequest): Pick<ModelRequest, 'modelSettings'> {
  const { model, modelSettings, messages, systemMessage } = request
  if (!isAnthropic(model) || modelSettings?.['cache_control'] !== undefined) return {}
  const said = [...messages, ...(systemMessage === undefined ? [] : [systemMessage])]
  if (said.some(({ content }) => typeof content !== 'string' && content.some((part) => 'cache_control' in part))) return {}
  return { modelSettings: { ...modelSettings, cache_control: { type: 'ephemeral' } } }
}

function isAnthropic(model: unknown): boolean {
  if (typeof model !== 'object' || model === null || !('getName' in model) || typeof model.getName !== 'function') return false
  return model.getName() === 'ChatAnthropic'
}
