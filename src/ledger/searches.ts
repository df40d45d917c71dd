import type { ToolCallEntry } from '../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'

/** What a call looked for, and where. */
export interface Search {
  readonly pattern: string
  readonly place?: string
}

/** Names under which agents search: Claude Code, OpenCode, Cursor, Copilot, Gemini and others. */
const TOOL_OF_SEARCH =
  /^(?:\w+__)?(?:web_?|file_?|code(?:base)?_?|semantic_?|grep_?)?(?:grep|glob|search|find)(?:_?(?:files?|code|content|text|dir|repo))?$/i
const PATTERN = ['pattern', 'query', 'regex', 'search_term', 'q']
const PLACE = ['path', 'include', 'include_pattern', 'dir_path', 'directory', 'url']

export function isSearchTool(tool: string): boolean {
  return TOOL_OF_SEARCH.test(tool)
}

/** The search that a call is, by what its tool is called. */
export function searchIn({ tool }: ToolCallEntry, args: Json | undefined): Search | undefined {
  if (!isSearchTool(tool) || !isJsonObject(args)) return undefined
  const [pattern, place] = [textIn(args, PATTERN), textIn(args, PLACE)]
  return pattern === undefined ? undefined : { pattern, ...(place && { place }) }
}

function textIn(args: JsonObject, names: readonly string[]): string | undefined {
  const value = names.map((name) => args[name]).find((one) => typeof one === 'string' && one !== '')
  return typeof value === 'string' ? value : undefined
}

const SEARCH_COMMAND = /^(?:rg|grep|egrep|ag|fd|find|git grep|find_file|search_dir|search_file)\s/

export function isSearchCommand(command: string): boolean {
  return SEARCH_COMMAND.test(command)
}

/** So much of an output is looked at. */
const LOOKED_AT = 600
/** A line that names a file. */
const FOUND = /[\w-]\.\w{1,8}\b|\w\/\w/
/** What the program around a search says of it. */
const COUNTED = /^(?:Found|No|Total|Chunk|Wall|Process|Original|Output|Exit|\[)/i

/** Of what was found, so many characters are told; the first line in any case. */
const LONGEST_FOUND = 120

/** A line that is a path and nothing else: several of them read as a list. */
const isBare = (line: string): boolean => /[\w-][./]/.test(line) && !/[\s:“”]/.test(line)

/** The first line of what was found that names a file, or the first of a list of files. */
export function firstFound(text: string): string | undefined {
  const lines = text
    .slice(0, LOOKED_AT)
    .split('\n', 12)
    .map((line) => line.trim())
  const at = lines.findIndex((line) => FOUND.test(line) && !COUNTED.test(line))
  if (at === -1) return undefined
  const found = lines.slice(at, at + 1)
  for (const line of lines.slice(at + 1)) {
    if (!isBare(found[0] ?? '') || !isBare(line) || found.join(' ').length + line.length >= LONGEST_FOUND) break
    found.push(line)
  }
  return found.join(' ')
}
