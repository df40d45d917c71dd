import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'

/** A definition by the tool's own object: a schema that is code prints itself once, not at every step. */
const definitions = new WeakMap<object, JsonObject>()

/** The AI SDK's tools, an object by name, as a list of definitions that are nothing but JSON. */
export function toolList(record: Readonly<Record<string, unknown>>): readonly Json[] {
  return Object.entries(record).map(([name, tool]) => {
    if (typeof tool !== 'object' || tool === null) return { name }
    const known = definitions.get(tool)
    if (known?.['name'] === name) return known
    const made = definitionOf(name, tool)
    definitions.set(tool, made)
    return made
  })
}

function definitionOf(name: string, tool: object): JsonObject {
  // A tool that its provider brings has an id, and what it needs is no code.
  const { type, id, args, description, inputSchema, parameters, ...rest } = tool as Readonly<Record<string, unknown>>
  if (typeof id === 'string') return { type: String(type ?? 'provider'), id, name, args: jsonOf(args) ?? {} }
  const said = typeof description === 'string' ? { description } : {}
  const declared = jsonOf(rest['palimpsest'])
  return {
    ...{ type: 'function', name, ...said, inputSchema: schemaOf(inputSchema ?? parameters) },
    ...(declared === undefined ? {} : { palimpsest: declared }),
  }
}

/** A schema as JSON Schema: as it is, as `jsonSchema()` holds it, as it prints itself; at the least the names of its fields. */
function schemaOf(schema: unknown): Json {
  if (typeof schema === 'function') return schemaOf(quietly(() => schema()))
  if (typeof schema !== 'object' || schema === null) return { type: 'object', properties: {} }
  const { jsonSchema, toJSONSchema, shape, '~standard': standard, ...rest } = members(schema)
  if (typeof jsonSchema === 'object') return jsonOf(jsonSchema) ?? {}
  const print = isJsonObject(standard) ? members(members(standard)['jsonSchema'])['input'] : undefined
  const printed =
    typeof print === 'function'
      ? quietly(() => print({ target: 'draft-07' }))
      : typeof toJSONSchema === 'function'
        ? quietly(() => toJSONSchema.call(schema))
        : undefined
  if (isJsonObject(printed)) return jsonOf(printed) ?? {}
  if (standard === undefined && rest['_def'] === undefined) return jsonOf(schema) ?? {}
  return { type: 'object', properties: Object.fromEntries(Object.keys(members(shape)).map((field) => [field, {}])) }
}

/** The members that schemas of all libraries are told by, inherited ones included. */
function members(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return {}
  const found = value as Readonly<Record<string, unknown>>
  const names = ['jsonSchema', 'toJSONSchema', 'shape', '~standard', '_def', 'input']
  return {
    ...found,
    ...Object.fromEntries(names.map((name) => [name, found[name]]).filter(([, member]) => member !== undefined)),
  }
}

/** What a schema says of itself is its library's business: it may have nothing to say. */
function quietly(say: () => unknown): unknown {
  try {
    return say()
  } catch {
    return undefined
  }
}

function jsonOf(value: unknown): Json | undefined {
  const text = quietly(() => JSON.stringify(value))
  return typeof text === 'string' ? (JSON.parse(text) as Json) : undefined
}
