import { readToolPolicy } from '../plan/check-tool-policy.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import type { ToolPolicies, ToolPolicy } from '../schema/tool-policy.ts'

/** The field of a tool's definition in which it says what its results are (C8). No provider ever sees it. */
const DECLARED = 'palimpsest'

/** Tool definitions as they go out, and what they declared about their results. */
interface DeclaredTools {
  readonly tools: readonly Json[]
  readonly policies: ToolPolicies
}

/**
 * Takes what tools declare out of their definitions, in any dialect's shape.
 *
 *     { name: 'read', input_schema, palimpsest: { durability: 'replayable' } }   →   { name: 'read', input_schema }
 */
export function declaredTools(given: readonly Json[]): DeclaredTools {
  const policies: [string, ToolPolicy][] = []
  for (const tool of given) {
    for (const { name, declared } of definitionsIn(tool)) {
      if (declared !== undefined) policies.push([name, readToolPolicy(declared, `tools.${name}.${DECLARED}`)])
    }
  }
  if (policies.length === 0) return { tools: given, policies: {} }
  return { tools: given.map(undeclared), policies: Object.fromEntries(policies) }
}

interface Definition {
  readonly name: string
  readonly declared: Json | undefined
}

/** The functions that a tool defines: one, or, if Gemini keeps several together, all of those. */
function definitionsIn(tool: Json): readonly Definition[] {
  if (!isJsonObject(tool)) return []
  const inner = innerOf(tool)
  if (Array.isArray(inner)) return inner.flatMap(definitionsIn)
  const named = isJsonObject(inner) ? inner : tool
  const name = typeof named['name'] === 'string' ? named['name'] : ''
  return [{ name, declared: own(tool, DECLARED) ?? own(named, DECLARED) }]
}

/** Where a dialect has the definition inside: OpenAI's function, Gemini's functions. */
function innerOf(tool: JsonObject): Json | undefined {
  return tool['function'] ?? tool['functionDeclarations'] ?? tool['function_declarations']
}

const INNER = ['function', 'functionDeclarations', 'function_declarations']

/** A definition without what it declares. */
function undeclared(tool: Json): Json {
  if (!isJsonObject(tool)) return tool
  const kept = Object.entries(tool).filter(([key]) => key !== DECLARED)
  return Object.fromEntries(kept.map(([key, value]) => [key, INNER.includes(key) ? withoutDeclared(value) : value]))
}

/** The tools of a request without what they declare: a list, or, in the AI SDK, an object by name. */
export function withoutDeclared(tools: Json): Json {
  if (Array.isArray(tools)) return tools.map(undeclared)
  if (!isJsonObject(tools)) return tools
  if (typeof tools['name'] === 'string') return undeclared(tools)
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, undeclared(tool)]))
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
