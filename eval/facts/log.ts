/*
 * The log as the checker of facts reads it: calls with their results, and nothing that src/ledger makes of them. What a summary says is held
 * against this, so none of it may share code with what writes summaries.
 */
import type { Entry, TextEntry, ToolCallEntry, ToolResultEntry } from '../../src/schema/entry.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/schema/json.ts'

export interface Result {
  readonly seq: number
  readonly text: string
  /** The log itself calls it an error. */
  readonly isError: boolean
  /** It is no result of its own but the message behind the call. */
  readonly isMessage: boolean
}

/** A call, and what came of it. */
export interface Deed {
  readonly seq: number
  readonly tool: string
  readonly args: JsonObject
  /** The arguments as they were written. */
  readonly input: string
  readonly command: string | undefined
  /** The folder that the call says it runs in. */
  readonly folder: string | undefined
  readonly result: Result | undefined
}

/** One line of the log that shows what is so. */
export interface Evidence {
  readonly seq: number
  readonly words: string
}

const SHELLS =
  /^(?:bash|shell|exec|exec_command|local_shell|local_shell_call|run|run_command|execute_bash|run_ipython|execute_command|terminal|run_in_terminal|run_shell_command|run_terminal_cmd|shell_command|action|powershell)$/i

/** Every call of a log in order, each with its result. */
export function deedsIn(entries: readonly Entry[]): readonly Deed[] {
  const results = new Map<number, ToolResultEntry>()
  for (const entry of entries) {
    if (entry.kind === 'tool-result' && entry.answers.kind === 'call') results.set(entry.answers.seq, entry)
  }
  return entries
    .filter((entry) => entry.kind === 'tool-call')
    .map((call) => deedOf(call, results.get(call.seq) ?? printedNext(entries[call.seq + 1])))
}

/** Some programs have no results: what their shell printed is the next message, and ends with its prompt. */
function printedNext(next: Entry | undefined): TextEntry | undefined {
  return next?.kind === 'text' && next.role === 'user' && /\nbash-\$\s*$/.test(next.text.slice(-80)) ? next : undefined
}

function deedOf(call: ToolCallEntry, result: ToolResultEntry | TextEntry | undefined): Deed {
  const parsed = parse(call.input)
  const args = isJsonObject(parsed) ? parsed : {}
  const folder = args['workdir'] ?? args['cwd'] ?? args['directory']
  return {
    seq: call.seq,
    tool: call.tool,
    args,
    input: call.input,
    command: SHELLS.test(call.tool) ? (commandIn(args) ?? (parsed === undefined ? call.input : undefined)) : undefined,
    folder: typeof folder === 'string' && folder !== '' ? folder : undefined,
    result: result === undefined ? undefined : resultOf(result),
  }
}

function resultOf({ seq, text, raw, kind }: ToolResultEntry | TextEntry): Result {
  return { seq, text, isError: saysError(raw), isMessage: kind === 'text' }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** `["bash", "-lc", "make"]` is the command `make`. */
function commandIn(args: JsonObject): string | undefined {
  const value = args['command'] ?? args['cmd'] ?? args['code'] ?? args['script']
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return undefined
  const words = value.filter((word) => typeof word === 'string')
  return words.length === 3 && /^-\w*c$/.test(words[1] ?? '') ? words[2] : words.join(' ')
}

function saysError(raw: Json): boolean {
  return isJsonObject(raw) && (raw['is_error'] === true || raw['isError'] === true)
}

/** The first line that a pattern finds, as evidence. */
export function lineFound(seq: number, text: string, pattern: RegExp): Evidence | undefined {
  const found = pattern.exec(text)
  if (found === null) return undefined
  const from = text.lastIndexOf('\n', found.index + (/^\n/.test(found[0]) ? 1 : 0)) + 1
  const end = text.indexOf('\n', Math.max(found.index + 1, from))
  return { seq, words: text.slice(from, end === -1 ? undefined : end).trim() }
}
