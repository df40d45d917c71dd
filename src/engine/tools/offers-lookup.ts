import { isJsonObject, type Json } from '../../schema/json.ts'
import { DEFINITIONS } from './definitions.ts'

/** Tools are the same list for many requests. */
const known = new WeakMap<readonly Json[], boolean>()

/** Whether a request offers our own tools for looking things up: by name and description, because others may have such names. */
export function offersLookup(tools: readonly Json[] | undefined): boolean {
  if (tools === undefined || tools.length === 0) return false
  const found = known.get(tools) ?? isOffered(tools)
  known.set(tools, found)
  return found
}

function isOffered(tools: readonly Json[]): boolean {
  const described = new Map(tools.flatMap(functionsIn))
  return (['recall', 'expand', 'read_artifact'] as const).every((name) => described.get(name) === DEFINITIONS[name].description)
}

/** Names and descriptions of what a definition declares, in any dialect's shape. */
function functionsIn(tool: Json): readonly (readonly [string, unknown])[] {
  if (!isJsonObject(tool)) return []
  const { functionDeclarations, function: inside, name, description } = tool
  if (Array.isArray(functionDeclarations)) return functionDeclarations.flatMap(functionsIn)
  if (isJsonObject(inside)) return functionsIn(inside)
  return typeof name === 'string' ? [[name, description]] : []
}
