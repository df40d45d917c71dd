import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'

interface ToolDefinition {
  readonly name: Json
  readonly description: Json | undefined
  readonly schema: Json
  readonly strict: boolean
}

/** Tool definitions of any dialect as OpenAI writes them. */
export function openaiTools(tools: readonly Json[]): readonly Json[] {
  return tools.flatMap(functionsIn).map((tool) => {
    if (isJsonObject(tool) && isJsonObject(tool['function'])) return tool
    const { name, description, schema } = definitionOf(tool)
    return { type: 'function', function: withDescription({ name }, description, { parameters: schema }) }
  })
}

/** Tool definitions of any dialect as the Responses API has them. It is strict unless told otherwise, and the others are not. */
export function responsesTools(tools: readonly Json[]): readonly Json[] {
  return tools.map((tool) => {
    const isForeign =
      !isJsonObject(tool) || typeof tool['type'] !== 'string' || isJsonObject(tool['function']) || 'input_schema' in tool
    if (!isForeign) return tool
    const { name, description, schema, strict } = definitionOf(tool)
    return withDescription({ type: 'function', name }, description, { parameters: schema, strict })
  })
}

/** Tool definitions of any dialect as Anthropic writes them. */
export function anthropicTools(tools: readonly Json[]): readonly Json[] {
  return tools.flatMap(functionsIn).map((tool) => {
    if (isJsonObject(tool) && 'input_schema' in tool) return tool
    const { name, description, schema } = definitionOf(tool)
    return withDescription({ name }, description, { input_schema: schema })
  })
}

/** Tool definitions of any dialect as Gemini writes them: all functions of others in one tool. */
export function geminiTools(tools: readonly Json[]): readonly Json[] {
  const own = tools.filter(isGeminiTool)
  const functions = tools
    .filter((tool) => !isGeminiTool(tool))
    .map((tool) => {
      const { name, description, schema } = definitionOf(tool)
      return withDescription({ name }, description, { parametersJsonSchema: schema })
    })
  return functions.length === 0 ? own : [...own, { functionDeclarations: functions }]
}

/** Tool definitions of any dialect as the AI SDK hands them to a model. */
export function aiSdkTools(tools: readonly Json[]): readonly Json[] {
  return tools.flatMap(functionsIn).map((tool) => {
    if (isJsonObject(tool) && 'inputSchema' in tool) return tool
    const { name, description, schema } = definitionOf(tool)
    return withDescription({ type: 'function', name }, description, { inputSchema: schema })
  })
}

function definitionOf(tool: Json): ToolDefinition {
  const outer = isJsonObject(tool) ? tool : {}
  const inner = isJsonObject(outer['function']) ? outer['function'] : outer
  return {
    name: inner['name'] ?? '',
    description: inner['description'],
    schema: inner['input_schema'] ?? inner['inputSchema'] ?? inner['parameters'] ?? { type: 'object', properties: {} },
    strict: inner['strict'] === true,
  }
}

/** Gemini's tools have no name of their own: they hold functions, or are something only Gemini has. */
function isGeminiTool(tool: Json): boolean {
  return isJsonObject(tool) && !('name' in tool) && !('function' in tool) && !('type' in tool)
}

/** A tool as the functions it defines: itself, those that Gemini keeps together, or none if only Gemini has the tool. */
function functionsIn(tool: Json): readonly Json[] {
  if (!isJsonObject(tool) || !isGeminiTool(tool)) return [tool]
  const functions = tool['functionDeclarations'] ?? tool['function_declarations']
  return (Array.isArray(functions) ? functions : []).filter(isJsonObject).map((declared) => {
    const schema =
      declared['parametersJsonSchema'] ?? declared['parameters_json_schema'] ?? jsonSchemaOf(declared['parameters'] ?? null)
    return withDescription(
      { name: declared['name'] ?? '' },
      declared['description'],
      schema === null ? {} : { parameters: schema },
    )
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

function withDescription(start: JsonObject, description: Json | undefined, end: JsonObject): JsonObject {
  return { ...start, ...(description === undefined ? {} : { description }), ...end }
}
