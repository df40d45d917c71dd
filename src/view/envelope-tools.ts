import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import { withoutDeclared } from './declared-tools.ts'
import type { ToolsOnce } from './tools-once.ts'

/** Settings that a provider takes only beside tools: "'tool_choice' is only allowed when 'tools' are specified". */
const BESIDE_TOOLS: readonly string[] = ['tools', 'tool_choice', 'parallel_tool_calls']

/**
 * An envelope whose tools are the ones that go out. In the AI SDK, an object by name stays one. A list without tools is left out: OpenAI
 * refuses it, and to others it means the same as none.
 */
export function envelopeOnce(envelope: Json, once: ToolsOnce): Json {
  if (!isJsonObject(envelope)) return envelope
  if ('tools' in envelope) return withTools(envelope, once)
  const { config } = envelope
  // The SDK of Gemini has them one step further in.
  if (!isJsonObject(config) || !('tools' in config)) return envelope
  const changed = withTools(config, once)
  return changed === config ? envelope : { ...envelope, config: changed }
}

/** What surrounds tools, without them. */
export function withoutTools(around: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(around).filter(([key]) => !BESIDE_TOOLS.includes(key)))
}

function withTools(around: JsonObject, { tools, isDeclared, isChanged, renamed }: ToolsOnce): JsonObject {
  const own = around['tools'] ?? null
  if (Array.isArray(own)) {
    const sent = isChanged ? tools : own
    return sent.length === 0 ? withoutTools(around) : isChanged ? { ...around, tools: sent } : around
  }
  if (!isJsonObject(own) || (!isDeclared && renamed.size === 0)) return around
  const undeclared = isDeclared ? withoutDeclared(own) : own
  const named = Object.entries(isJsonObject(undeclared) ? undeclared : {})
  return { ...around, tools: Object.fromEntries(named.map(([name, tool]) => [renamed.get(name) ?? name, tool])) }
}
