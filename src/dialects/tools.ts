import { frozen } from '../schema/frozen.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { readTool, type ToolDefinition, type ToolShape } from './read-tools.ts'

type FunctionTool = Extract<ToolDefinition, { kind: 'function' }>
type CustomTool = Extract<ToolDefinition, { kind: 'custom' }>

/** Tool definitions of any dialect as OpenAI writes them. What only another provider has is left out. */
export function openaiTools(tools: readonly Json[]): readonly Json[] {
  return writeTools(tools, {
    shape: 'openai-chat',
    writeFunction: ({ name, description, schema }) => ({
      type: 'function',
      function: withDescription({ name }, description, { parameters: schema }),
    }),
    writeCustom: ({ name, description, format }) => ({
      type: 'custom',
      custom: withDescription({ name }, description, format === undefined ? {} : { format: nested(format) }),
    }),
  })
}

/** Tool definitions of any dialect as the Responses API has them. It is strict unless told otherwise, and the others are not. */
export function responsesTools(tools: readonly Json[]): readonly Json[] {
  return writeTools(tools, {
    shape: 'openai-responses',
    writeFunction: ({ name, description, schema, strict }) =>
      withDescription({ type: 'function', name }, description, { parameters: schema, strict }),
    writeCustom: ({ name, description, format }) =>
      withDescription({ type: 'custom', name }, description, format === undefined ? {} : { format }),
  })
}

/** Tool definitions of any dialect as Anthropic writes them. What only another provider has is left out. */
export function anthropicTools(tools: readonly Json[]): readonly Json[] {
  return writeTools(tools, {
    shape: 'anthropic',
    writeFunction: ({ name, description, schema }) => withDescription({ name }, description, { input_schema: schema }),
  })
}

/** Tool definitions of any dialect as the AI SDK hands them to a model. */
export function aiSdkTools(tools: readonly Json[]): readonly Json[] {
  return writeTools(tools, {
    shape: 'ai-sdk',
    writeFunction: ({ name, description, schema }) =>
      withDescription({ type: 'function', name }, description, { inputSchema: schema }),
  })
}

/** Tool definitions of any dialect as Gemini writes them: all functions of others in one tool. */
export function geminiTools(tools: readonly Json[]): readonly Json[] {
  const read = tools.map((tool) => ({ tool, definitions: readTool(tool) }))
  const isOwn = ({ definitions }: (typeof read)[number]): boolean => definitions.some(({ shape }) => shape === 'gemini')
  const functions = read
    .filter((item) => !isOwn(item))
    .flatMap(({ definitions }) => definitions)
    .flatMap((definition) => (definition.kind === 'hosted' ? [] : [asFunction(definition)]))
    .map(({ name, description, schema }) => withDescription({ name }, description, { parametersJsonSchema: schema }))
  const own = read.filter(isOwn).map(({ tool }) => tool)
  return functions.length === 0 ? own : [...own, { functionDeclarations: functions }]
}

/** How a dialect writes what another has defined. */
interface ToolWriter {
  readonly shape: ToolShape
  writeFunction(tool: FunctionTool): Json
  /** If it is missing, a tool that takes any text is a function with one field. */
  writeCustom?(tool: CustomTool): Json
}

/** A tool of the dialect's own stays as it is, and so does one that we do not know: its caller does. */
function writeTools(tools: readonly Json[], writer: ToolWriter): readonly Json[] {
  return tools.flatMap(readTool).flatMap((tool) => {
    if (tool.shape === writer.shape) return [tool.raw]
    if (tool.kind === 'hosted') return tool.shape === 'unknown' ? [tool.raw] : []
    if (tool.kind === 'function') return [writer.writeFunction(tool)]
    return [writer.writeCustom?.(tool) ?? writer.writeFunction(asFunction(tool))]
  })
}

const ANY_TEXT: JsonObject = frozen({ type: 'object', properties: { input: { type: 'string' } }, required: ['input'] })

function asFunction(tool: FunctionTool | CustomTool): FunctionTool {
  return tool.kind === 'function' ? tool : { ...tool, kind: 'function', schema: ANY_TEXT, strict: false }
}

/** A grammar as Chat has it: in an object of its own. */
function nested(format: Json): Json {
  if (typeof format !== 'object' || format === null || !('type' in format) || format['type'] !== 'grammar') return format
  const { type, ...grammar } = format
  return { type, grammar }
}

function withDescription(start: JsonObject, description: Json | undefined, end: JsonObject): JsonObject {
  return { ...start, ...(description === undefined ? {} : { description }), ...end }
}
