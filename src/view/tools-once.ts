import { isJsonObject, type Json } from '../schema/json.ts'
import type { Adjustment } from '../schema/trigger.ts'
import { declaredTools, withoutDeclared } from './declared-tools.ts'

/** Tool definitions as they go out: each name once, and without what they declare to us. */
export interface ToolsOnce {
  readonly tools: readonly Json[]
  readonly isDeclared: boolean
  readonly adjustments: readonly Adjustment[]
}

/** Tools of several servers may have one name, and providers refuse the second definition of it: the first stays (case 13). */
export function toolsOnce(handedIn: readonly Json[]): ToolsOnce {
  const { tools: given } = declaredTools(handedIn)
  const isDeclared = given !== handedIn
  const seen = new Set<string>()
  const tools = given.filter((tool) => {
    const name = nameOf(tool)
    if (name === undefined) return true
    const isNew = !seen.has(name)
    seen.add(name)
    return isNew
  })
  if (tools.length === given.length) return { tools: given, isDeclared, adjustments: [] }
  const why = 'a provider takes each name once'
  return { tools, isDeclared, adjustments: [{ field: 'tools', wanted: given.length, given: tools.length, why }] }
}

/** An envelope whose own list of tools has each name once, and nothing that is meant for us. */
export function envelopeOnce(envelope: Json, once: ToolsOnce): Json {
  const { tools, adjustments, isDeclared } = once
  if (isDeclared && isJsonObject(envelope) && 'tools' in envelope) {
    return Array.isArray(envelope['tools'])
      ? { ...envelope, tools }
      : { ...envelope, tools: withoutDeclared(envelope['tools'] ?? null) }
  }
  if (adjustments.length === 0 || !isJsonObject(envelope) || !Array.isArray(envelope['tools'])) return envelope
  return { ...envelope, tools }
}

/** The name of a function; tools that the provider brings itself have a type and no name, or hold several functions. */
function nameOf(tool: Json): string | undefined {
  if (!isJsonObject(tool)) return undefined
  const named = isJsonObject(tool['function']) ? tool['function'] : tool
  return typeof named['name'] === 'string' ? named['name'] : undefined
}
