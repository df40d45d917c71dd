/** Servers of the providers themselves: what they serve under a name is what the name means. */
const PROVIDERS =
  /(?:^|\.)(?:openai\.com|anthropic\.com|googleapis\.com|deepseek\.com|mistral\.ai|x\.ai|ai-gateway\.vercel\.sh)$|^bedrock-runtime\..+\.amazonaws\.com$/

/** The server's address, if it is another than the provider's own: what one server serves under a name, another may not. */
export function baseUrlOf(url: URL, path: string): string | undefined {
  if (PROVIDERS.test(url.hostname)) return undefined
  return `${url.origin}${url.pathname.slice(0, url.pathname.length - path.length)}`
}

/**
 * The address of the server that a model of an SDK calls, if it is another than the provider's own and the model tells it.
 *
 *     new ChatOpenAI({ configuration: { baseURL: 'http://127.0.0.1:8000/v1' } })   →   http://127.0.0.1:8000/v1
 */
export function addressOfModel(model: unknown): string | undefined {
  const said = [
    ...['baseURL', 'baseUrl', 'apiUrl'].map((name) => fieldOf(model, name)),
    ...['config', 'clientConfig'].map((name) => fieldOf(fieldOf(model, name), 'baseURL')),
    endpointOf(model),
  ].find((address) => typeof address === 'string')
  const url = typeof said === 'string' ? URL.parse(said) : null
  return url === null ? undefined : baseUrlOf(url, url.pathname.endsWith('/') ? '/' : '')
}

/** Models of the AI SDK that name no address make one for each path. */
function endpointOf(model: unknown): unknown {
  const url = fieldOf(fieldOf(model, 'config'), 'url')
  if (typeof url !== 'function') return undefined
  try {
    return url({ path: '', modelId: String(fieldOf(model, 'modelId')) })
  } catch {
    return undefined
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
