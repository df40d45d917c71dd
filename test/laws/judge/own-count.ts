import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { isJsonObject, type Json, type JsonObject } from '../../../src/schema/json.ts'
import { outputText } from '../../../src/testing/provider-rules/flatten-ai-sdk.ts'
import { responseText } from '../../../src/testing/provider-rules/flatten-gemini.ts'

/** Special tokens in a transcript are ordinary text. */
const AS_TEXT = { disallowedSpecial: new Set<string>(), allowedSpecial: new Set<string>() }
const MOST_REMEMBERED = 50_000
const remembered = new Map<string, number>()

/** Tokens of a text, counted here and not by the engine's own tokenizer, so that a fault in that one shows. */
export function ownCount(text: string): number {
  const known = remembered.get(text)
  if (known !== undefined) return known
  if (remembered.size > MOST_REMEMBERED) remembered.clear()
  const count = text === '' ? 0 : countTokens(text.toWellFormed(), AS_TEXT)
  remembered.set(text, count)
  return count
}

/** Names under which requests of all dialects keep what a model reads. Ids, roles, types and file bytes are not among them. */
const READ = new Set([
  'text',
  'content',
  'arguments',
  'name',
  'thinking',
  'reasoning',
  'reasoning_content',
  'refusal',
  'description',
  'output',
])

/** Names under which more of it is found. */
const NESTED = new Set(['content', 'parts', 'tool_calls', 'function', 'functionCall', 'output', 'summary', 'kwargs', 'data'])

/**
 * The tokens of everything in a request that a model reads: texts, tool names, arguments, results, system, tool definitions.
 * A lower bound of what a provider counts: nothing is added for roles, separators and files.
 */
export function countRequest(request: Json): number {
  if (Array.isArray(request)) return request.reduce<number>((sum, message) => sum + countNode(message), 0)
  if (!isJsonObject(request)) return 0
  const tools = request['tools']
  const system = request['system'] ?? request['systemInstruction'] ?? request['instructions'] ?? null
  const { input } = request
  const items = typeof input === 'string' ? [{ content: input }] : input
  return (
    countRequest(request['messages'] ?? request['contents'] ?? items ?? []) +
    (typeof system === 'string' ? ownCount(system) : countNode(system)) +
    (isEmpty(tools) ? 0 : ownCount(JSON.stringify(tools)))
  )
}

function isEmpty(tools: Json | undefined): boolean {
  return Object.keys(tools ?? {}).length === 0
}

/** Strings under the names above, at any depth; arguments given as an object count as their JSON text. */
export function countNode(node: Json): number {
  if (Array.isArray(node))
    return node.reduce<number>((sum, item) => sum + (typeof item === 'string' ? ownCount(item) : countNode(item)), 0)
  if (!isJsonObject(node)) return 0
  return Object.entries(node).reduce((sum, [key, value]) => {
    if (key === 'functionResponse' && isJsonObject(value))
      return sum + ownCount(responseText(value)) + ownCount(String(value['name']))
    if (key === 'output' && isJsonObject(value)) return sum + ownCount(outputText(value))
    if (key === 'input' || key === 'args') return sum + ownCount(typeof value === 'string' ? value : JSON.stringify(value))
    if (typeof value === 'string') return READ.has(key) ? sum + ownCount(value) : sum
    return NESTED.has(key) ? sum + countNode(key === 'content' ? withoutTwins(value, node) : value) : sum
  }, 0)
}

/** LangChain has calls of Anthropic in the content and in a list; a model is told of each once. */
function withoutTwins(content: Json, message: JsonObject): Json {
  if (!Array.isArray(content) || message['type'] !== 'ai') return content
  return content.filter((part) => !isJsonObject(part) || part['type'] !== 'tool_use')
}
