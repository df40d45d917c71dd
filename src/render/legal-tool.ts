import type { DialectTraits } from '../schema/prompt.ts'

/** What a dialect says about the names of tools. */
type NameRules = Pick<DialectTraits, 'toolName' | 'maxToolName'>

/** The room that tells two names apart of which the same was left. */
const TAIL = 8

/**
 * A tool's name as the dialect takes it, in its definition and in every call alike. A name that is too long ends in a sum of the whole:
 * tools of one server often differ only at the end.
 *
 *     read file                            read_file
 *     mcp__team_calendar__create_…_series  mcp__team_calendar__create_…_1k8xw2d
 */
export function legalTool(tool: string, { toolName, maxToolName }: NameRules): string {
  if (toolName.test(tool) && tool.length <= maxToolName) return tool.toWellFormed()
  const plain = tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
  if (plain === '') return 'tool'
  const legal = toolName.test(plain) ? plain : `_${plain}`
  return legal.length <= maxToolName ? legal : `${legal.slice(0, maxToolName - TAIL)}_${sumOf(tool)}`
}

/** FNV-1a in base 36: seven characters. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return (sum >>> 0).toString(36).padStart(TAIL - 1, '0')
}
