import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { DialectName } from '../transcripts/transcripts.ts'
import { type Fault, must } from './fault.ts'

/** How each provider writes a function, and what it takes besides. */
const SHAPES: Partial<Readonly<Record<DialectName, readonly RegExp[]>>> = {
  langchain: [/^\{"type":"(function|custom)","\1":\{/],
  'openai-chat': [/^\{"type":"(function|custom)","\1":\{/],
  'openai-responses': [/^\{"type":"(?:function|custom)","name":"/, /^\{"type":"(?!function|custom)(?!.*_20\d{6}")/],
  anthropic: [/^\{"name":"[^"]+".*"input_schema":\{/, /^\{"type":"\w+_20\d{6}"/],
  gemini: [/^\{"functionDeclarations":\[\{/, /^\{"googleSearch":/],
}

const LONGEST: Partial<Readonly<Record<DialectName, number>>> = {
  ...{ langchain: 64, 'openai-chat': 64, 'openai-responses': 64, anthropic: 128, gemini: 128 },
}

/** What a provider would refuse about the tools of a request: they are in its shape, named once, and their names are not too long. */
export function toolFaults(dialect: DialectName, request: Json): readonly Fault[] {
  const tools = isJsonObject(request) ? request['tools'] : undefined
  const shapes = SHAPES[dialect]
  if (!Array.isArray(tools) || shapes === undefined) return []
  const names = tools.flatMap(namesIn)
  const longest = LONGEST[dialect] ?? Number.POSITIVE_INFINITY
  return [
    ...tools.flatMap((tool, index) => {
      const text = JSON.stringify(tool)
      return must(
        shapes.some((shape) => shape.test(text)),
        `a tool has the shape of ${dialect}`,
        `tools[${index}]`,
      )
    }),
    ...must(
      names.every((name) => name.length > 0 && name.length <= longest && /^[\w.:-]+$/.test(name)),
      'tool names are legal',
      'tools',
    ),
    ...must(new Set(names).size === names.length, 'each tool has a name of its own', 'tools'),
  ]
}

function namesIn(tool: Json): readonly string[] {
  if (!isJsonObject(tool)) return []
  const functions = tool['functionDeclarations']
  if (Array.isArray(functions)) return functions.flatMap(namesIn)
  const inner: JsonObject = [tool['function'], tool['custom']].find(isJsonObject) ?? tool
  return 'name' in inner ? [String(inner['name'])] : []
}
