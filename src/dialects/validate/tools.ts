import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Violation } from '../../schema/prompt.ts'
import { readTool, type ToolDefinition, type ToolShape } from '../read-tools.ts'
import { violation } from './rules.ts'

/** What a provider takes as tools. */
interface ToolRules {
  readonly shape: ToolShape
  readonly name: RegExp
}

/** The rules about a request's tools: each is in the provider's own shape, with a legal name that no other has. */
export function checkTools(request: Json, { shape, name }: ToolRules): readonly Violation[] {
  const seen = new Set<Json>()
  return toolsIn(request).flatMap((tool, index) => {
    const at = `tools[${index}]`
    if (!isJsonObject(tool)) return [violation('tool-object', at, 'a tool must be an object')]
    return readTool(tool).flatMap((defined) => {
      if (isForeign(defined, shape)) return [violation('tool-shape', at, `a tool in the shape of ${defined.shape}`)]
      if (defined.kind === 'hosted') return []
      const again = seen.has(defined.name)
      seen.add(defined.name)
      return [
        ...(typeof defined.name === 'string' && name.test(defined.name)
          ? []
          : [violation('tool-name-legal', at, `tool name ${JSON.stringify(defined.name)}`)]),
        ...(again ? [violation('tool-name-unique', at, `two tools are named ${JSON.stringify(defined.name)}`)] : []),
      ]
    })
  })
}

/** Servers that speak like a provider have tools of their own: of what a provider brings, only Anthropic's are told apart for sure. */
function isForeign(defined: ToolDefinition, shape: ToolShape): boolean {
  if (defined.shape === shape) return false
  return defined.kind === 'hosted' ? defined.shape === 'anthropic' : true
}

/** At the top, or, in the SDK of Gemini, in `config`. */
function toolsIn(request: Json): readonly Json[] {
  if (!isJsonObject(request)) return []
  const config: JsonObject = isJsonObject(request['config']) ? request['config'] : {}
  const tools = request['tools'] ?? config['tools']
  return Array.isArray(tools) ? tools : []
}
