import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'

interface ToolDefinition {
  readonly name: Json
  readonly description: Json | undefined
  readonly schema: Json
  readonly strict: boolean
}

/** Tool definitions of any dialect as OpenAI writes them. */
export function openaiTools(tools: readonly Json[]): readonly Json[] {
  return tools.map((tool) => {
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
  return tools.map((tool) => {
    if (isJsonObject(tool) && 'input_schema' in tool) return tool
    const { name, description, schema } = definitionOf(tool)
    return withDescription({ name }, description, { input_schema: schema })
  })
}

function definitionOf(tool: Json): ToolDefinition {
  const outer = isJsonObject(tool) ? tool : {}
  const inner = isJsonObject(outer['function']) ? outer['function'] : outer
  return {
    name: inner['name'] ?? '',
    description: inner['description'],
    schema: inner['input_schema'] ?? inner['parameters'] ?? { type: 'object', properties: {} },
    strict: inner['strict'] === true,
  }
}

function withDescription(start: JsonObject, description: Json | undefined, end: JsonObject): JsonObject {
  return { ...start, ...(description === undefined ? {} : { description }), ...end }
}
