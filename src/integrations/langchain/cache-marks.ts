import type { LangchainRequest } from '../../schema/wire/langchain.ts'
import type { ModelRequest } from './shapes.ts'

/** How a provider is asked to keep what it reads: Anthropic by a mark, OpenAI by a name, if the host has said so. */
export function withCache(request: ModelRequest, sent: LangchainRequest): Pick<ModelRequest, 'modelSettings'> {
  return isOpenai(request.model) ? withName(request, sent) : withMark(request)
}

/** OpenAI finds what it has kept by a name. What the caller says of it stays. */
function withName(
  { modelSettings }: ModelRequest,
  { promptCacheKey, promptCacheRetention }: LangchainRequest,
): Pick<ModelRequest, 'modelSettings'> {
  if (promptCacheKey === undefined) return {}
  const retention = promptCacheRetention === undefined ? {} : { promptCacheRetention }
  return { modelSettings: { promptCacheKey, ...retention, ...modelSettings } }
}

/**
 * Asks Anthropic, which wants to be asked, to keep what it has read up to the end of a request, which the next one goes on from. Nothing is added if the
 * caller, or another middleware, sets marks itself.
 */
function withMark(request: ModelRequest): Pick<ModelRequest, 'modelSettings'> {
  const { model, modelSettings, messages, systemMessage } = request
  if (!isAnthropic(model) || modelSettings?.['cache_control'] !== undefined) return {}
  const said = [...messages, ...(systemMessage === undefined ? [] : [systemMessage])]
  if (said.some(({ content }) => typeof content !== 'string' && content.some((part) => 'cache_control' in part))) return {}
  return { modelSettings: { ...modelSettings, cache_control: { type: 'ephemeral' } } }
}

function isAnthropic(model: unknown): boolean {
  return nameOf(model) === 'ChatAnthropic'
}

/** LangChain's own classes for OpenAI and for Azure. Those of other providers who speak like it have other names. */
function isOpenai(model: unknown): boolean {
  return /^(?:Azure)?ChatOpenAI(?:Completions|Responses)?$/.test(nameOf(model))
}

function nameOf(model: unknown): string {
  if (typeof model !== 'object' || model === null || !('getName' in model) || typeof model.getName !== 'function') return ''
  return String(model.getName())
}
