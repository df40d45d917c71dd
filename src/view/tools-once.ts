import { legalTool } from '../render/legal-tool.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import type { Dialect } from '../schema/ports.ts'
import type { Adjustment } from '../schema/trigger.ts'
import { declaredTools } from './declared-tools.ts'

/** Tool definitions as they go out: in the dialect's shape, each name once and legal, and without what they declare to us. */
export interface ToolsOnce {
  readonly tools: readonly Json[]
  readonly isDeclared: boolean
  readonly isChanged: boolean
  /** Names that no provider takes, each with the one that goes out. */
  readonly renamed: ReadonlyMap<string, string>
  readonly adjustments: readonly Adjustment[]
}

/**
 * Tools of several servers may have one name, and providers refuse the second definition of it: the first stays (case 13). What only another
 * provider has is left out, unless it came in a request of this very dialect: then its sender knows a server that has it.
 */
export function toolsOnce(handedIn: readonly Json[], dialect: Dialect, isOwn: boolean): ToolsOnce {
  const { tools: given } = declaredTools(handedIn)
  const once = eachOnce(given, new Set())
  const isUnknown = (tool: Json): boolean => dialect.writeTools([tool]).length === 0
  const strangers = once.filter(isUnknown)
  const written = isOwn
    ? once.flatMap((tool) => (isUnknown(tool) ? [tool] : dialect.writeTools([tool])))
    : dialect.writeTools(once)
  const renamed = new Map<string, string>()
  const tools = written.map((tool) => withLegalName(tool, dialect, renamed))
  const isChanged = tools.length !== handedIn.length || tools.some((tool, index) => tool !== handedIn[index])
  const adjustments = [
    ...lessThan(countOf(given), countOf(once), 'a provider takes each name once'),
    ...(isOwn ? [] : lessThan(once.length, once.length - strangers.length, `no ${strangers.map(labelOf).join(', ')} there`)),
    ...[...renamed].map(longName),
  ]
  return { tools: isChanged ? tools : handedIn, isDeclared: given !== handedIn, isChanged, renamed, adjustments }
}

/** Definitions without those whose name was seen before, in Gemini's lists of functions, too. */
function eachOnce(tools: readonly Json[], seen: Set<string>): readonly Json[] {
  return tools.flatMap((tool) => {
    const functions = functionsIn(tool)
    if (functions !== undefined && isJsonObject(tool)) {
      const once = eachOnce(functions.list, seen)
      return once.length === functions.list.length ? [tool] : once.length === 0 ? [] : [{ ...tool, [functions.key]: once }]
    }
    const name = nameOf(tool)
    if (name === undefined) return [tool]
    const isNew = !seen.has(name)
    seen.add(name)
    return isNew ? [tool] : []
  })
}

function countOf(tools: readonly Json[]): number {
  return tools.reduce<number>((sum, tool) => sum + (functionsIn(tool)?.list.length ?? 1), 0)
}

function lessThan(wanted: number, given: number, why: string): readonly Adjustment[] {
  return wanted === given ? [] : [{ field: 'tools', wanted, given, why }]
}

function longName([name, legal]: readonly [string, string]): Adjustment {
  return { field: `tools.${name}.name`, wanted: name.length, given: legal.length, why: `a provider takes it as ${legal}` }
}

/** Where a dialect has a tool's name: at the top, or inside. */
const INSIDE = ['function', 'custom'] as const
const LISTS = ['functionDeclarations', 'function_declarations'] as const

/** A definition under the name by which calls in the history go. */
function withLegalName(tool: Json, dialect: Dialect, renamed: Map<string, string>): Json {
  if (!isJsonObject(tool) || isHosted(tool)) return tool
  const inside = INSIDE.find((key) => isJsonObject(tool[key]))
  const functions = functionsIn(tool)
  if (inside !== undefined) return withMember(tool, inside, withLegalName(tool[inside] ?? null, dialect, renamed))
  if (functions !== undefined) {
    const legal = functions.list.map((declared) => withLegalName(declared, dialect, renamed))
    return legal.every((declared, index) => declared === functions.list[index]) ? tool : { ...tool, [functions.key]: legal }
  }
  const { name } = tool
  if (typeof name !== 'string') return tool
  const legal = legalTool(name, dialect.traits)
  if (legal === name) return tool
  renamed.set(name, legal)
  return { ...tool, name: legal }
}

/** The functions that Gemini keeps together. */
function functionsIn(tool: Json): { readonly key: string; readonly list: readonly Json[] } | undefined {
  if (!isJsonObject(tool)) return undefined
  for (const key of LISTS) {
    const list = tool[key]
    if (Array.isArray(list)) return { key, list }
  }
  return undefined
}

/** What a provider or a server brings goes by the name that it has given. */
function isHosted({ type }: JsonObject): boolean {
  return typeof type === 'string' && type !== 'function' && type !== 'custom'
}

function withMember(tool: JsonObject, key: string, value: Json): Json {
  return value === tool[key] ? tool : { ...tool, [key]: value }
}

/** The name of a function; tools that the provider brings itself have a type and no name, or hold several functions. */
function nameOf(tool: Json): string | undefined {
  if (!isJsonObject(tool)) return undefined
  const inside = INSIDE.map((key) => tool[key]).find(isJsonObject)
  const { name } = inside ?? tool
  return typeof name === 'string' ? name : undefined
}

/** How a tool is called that has no place in the request. */
function labelOf(tool: Json): string {
  if (!isJsonObject(tool)) return 'tool'
  return typeof tool['type'] === 'string' ? tool['type'] : (nameOf(tool) ?? Object.keys(tool)[0] ?? 'tool')
}
