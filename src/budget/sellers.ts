import { addressOf } from './learned-limits.ts'

/** Who sells models at an address, by the end of its host: what the model data calls them. Prices of one model differ by as much as ten times. */
const SELLERS: Readonly<Record<string, string>> = {
  ...{ 'openai.com': 'openai', 'anthropic.com': 'anthropic', 'googleapis.com': 'google', 'deepseek.com': 'deepseek' },
  ...{ 'mistral.ai': 'mistral', 'x.ai': 'x-ai', 'moonshot.ai': 'moonshotai', 'moonshot.cn': 'moonshotai', 'z.ai': 'zai' },
  ...{
    'bigmodel.cn': 'zhipuai',
    'cohere.com': 'cohere',
    'cohere.ai': 'cohere',
    'minimax.io': 'minimax',
    'perplexity.ai': 'perplexity',
  },
  ...{ 'openrouter.ai': 'openrouter', 'groq.com': 'groq', 'together.xyz': 'together', 'together.ai': 'together' },
  ...{ 'fireworks.ai': 'fireworks', 'cerebras.ai': 'cerebras', 'novita.ai': 'novita', 'baseten.co': 'baseten' },
  ...{ 'openai.azure.com': 'azure', 'services.ai.azure.com': 'azure', 'cognitiveservices.azure.com': 'azure' },
  ...{ 'githubcopilot.com': 'github-copilot', 'amazonaws.com': 'aws' },
}

/**
 * The names under which the model data has what is sold at an address; none if the seller is not known.
 *
 *     llama-3-3-70b at https://api.groq.com/openai/v1   →   groq/llama-3-3-70b
 */
export function soldAt(baseUrl: string | undefined, names: readonly string[]): readonly string[] {
  const [place = ''] = addressOf(baseUrl).split('/', 1)
  const parts = place.replace(/:\d+$/, '').split('.')
  for (const [index] of parts.entries()) {
    const host = parts.slice(index).join('.')
    const seller = Object.hasOwn(SELLERS, host) ? SELLERS[host] : undefined
    if (seller !== undefined) return names.map((name) => `${seller}/${name}`)
  }
  return []
}
