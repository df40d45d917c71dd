import { frozen } from '../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'

/** The shapes in which tools are defined; `unknown` if no provider that we know has it. */
export type ToolShape = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'ai-sdk' | 'unknown'

/** What a definition defines, whichever dialect it is written in. */
export type ToolDefinition =
  | {
      readonly kind: 'function'
      readonly shape: ToolShape
      readonly name: Json
      readonly description: Json | undefined
      readonly schema: Json
      readonly strict: boolean
      readonly raw: Json
    }
  /** A tool that takes any text, within a grammar or without one. Only OpenAI has them. */
  | {
      readonly kind: 'custom'
      readonly shape: ToolShape
      readonly name: Json
      readonly description: Json | undefined
      readonly format: Json | undefined
      readonly raw: Json
    }
  /** A tool that its provider brings: no other knows what it is. */
  | { readonly kind: 'hosted'; readonly shape: ToolShape; readonly raw: Json }

const NOTHING: JsonObject = frozen({ type: 'object', properties: {} })

/** The definitions that a tool holds: one, or, if Gemini keeps several functions together, all of those. */
export function readTool(tool: Json): readonly ToolDefinition[] {
  if (!isJsonObject(tool)) return []
  if (isGeminiTool(tool)) return readGemini(tool)
  const type = typeof tool['type'] === 'string' ? tool['type'] : ''
  if (isJsonObject(tool['function']) && (type === 'function' || type === '')) {
    return [functionOf(tool['function'], 'openai-chat', tool)]
  }
  if (type === 'custom' && isJsonObject(tool['custom'])) return [customOf(tool['custom'], 'openai-chat', tool)]
  if ('input_schema' in tool) return [functionOf(tool, 'anthropic', tool)]
  if ('inputSchema' in tool && !isAiSdkHosted(type)) return [functionOf(tool, 'ai-sdk', tool)]
  if (type === 'function') return [functionOf(tool, 'openai-responses', tool)]
  if (type === 'custom') return [customOf(tool, 'openai-responses', tool)]
  if (type === '') return [functionOf(tool, 'unknown', tool)]
  return [{ kind: 'hosted', shape: hostOf(tool, type), raw: tool }]
}

/** Anthropic dates its tools, without dashes; the AI SDK says whose a tool is; Chat's have what they hold beneath their type. */
function hostOf(tool: JsonObject, type: string): ToolShape {
  if (isAnthropicHosted(type)) return 'anthropic'
  if (isAiSdkHosted(type)) return 'ai-sdk'
  if (isJsonObject(tool['function']) || isJsonObject(tool[type])) return 'openai-chat'
  return RESPONSES.has(type.replace(/_20\d\d_\d\d_\d\d$/, '')) ? 'openai-responses' : 'unknown'
}

const RESPONSES: ReadonlySet<string> = new Set([
  ...['web_search', 'web_search_preview', 'file_search', 'code_interpreter', 'image_generation', 'mcp', 'computer'],
  ...['computer_use_preview', 'local_shell', 'shell', 'apply_patch', 'tool_search', 'namespace', 'programmatic_tool_calling'],
])

/** True of the types that only Anthropic has: `web_search_20250305`. */
function isAnthropicHosted(type: string): boolean {
  return /_20\d{6}$/.test(type) || type === 'mcp_toolset'
}

function isAiSdkHosted(type: string): boolean {
  return type === 'provider' || type === 'provider-defined'
}

function functionOf(inner: JsonObject, shape: ToolShape, raw: Json): ToolDefinition {
  const schema = inner['input_schema'] ?? inner['inputSchema'] ?? inner['parameters'] ?? NOTHING
  const { name = '', description } = inner
  return { kind: 'function', shape, name, description, schema, strict: inner['strict'] === true, raw }
}

/** Chat has the grammar in an object of its own, Responses beside its type. */
function customOf(inner: JsonObject, shape: ToolShape, raw: Json): ToolDefinition {
  const { name = '', description, format } = inner
  const grammar = isJsonObject(format) && isJsonObject(format['grammar']) ? format['grammar'] : undefined
  const flat: Json | undefined = grammar === undefined ? format : { type: 'grammar', ...grammar }
  return { kind: 'custom', shape, name, description, format: flat, raw }
}

/** Gemini's tools have no name of their own: they hold functions, or are something only Gemini has. */
function isGeminiTool(tool: JsonObject): boolean {
  return !('name' in tool) && !('function' in tool) && !('type' in tool)
}

function readGemini(tool: JsonObject): readonly ToolDefinition[] {
  const functions = tool['functionDeclarations'] ?? tool['function_declarations']
  if (!Array.isArray(functions)) return [{ kind: 'hosted', shape: 'gemini', raw: tool }]
  return functions.filter(isJsonObject).map((declared) => {
    const own = declared['parametersJsonSchema'] ?? declared['parameters_json_schema']
    const schema = own ?? jsonSchemaOf(declared['parameters'] ?? NOTHING)
    const { name = '', description } = declared
    return { kind: 'function', shape: 'gemini', name, description, schema, strict: false, raw: tool }
  })
}

/** Gemini's own schemas write types in capitals. */
function jsonSchemaOf(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(jsonSchemaOf)
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' ? value.toLowerCase() : jsonSchemaOf(value),
    ]),
  )
}
