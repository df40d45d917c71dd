import { boundaryAtOrBefore } from '../log/excerpt.ts'
import type { Entry, Outcome, TextEntry, ToolCallEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import { COMMAND_ARGUMENTS, type FileOperation, fileOperationOf, isCommandTool, PATH_ARGUMENTS } from './tool-knowledge.ts'

export interface FileFact {
  readonly path: string
  readonly operation: FileOperation
  readonly seq: Seq
  readonly times: number
}

export interface CommandFact {
  readonly command: string
  readonly outcome: Outcome | 'unknown'
  readonly seq: Seq
}

/** What a span says about the work, found without a model. */
export interface Facts {
  /** What people wrote, oldest first. */
  readonly requests: readonly TextEntry[]
  /** One line a file with the last thing done to it, latest last. A file that was changed stays changed when it is read again. */
  readonly files: readonly FileFact[]
  readonly commands: readonly CommandFact[]
  /** The last thing the agent said. */
  readonly lastState: TextEntry | undefined
  /** The last summary that another product wrote when it compacted. */
  readonly foreignSummary: TextEntry | undefined
}

/** Reads the facts off entries `from` to `to`, both inside. */
export function extractFacts(entries: readonly Entry[], from: Seq, to: Seq): Facts {
  const requests: TextEntry[] = []
  const files = new Map<string, FileFact>()
  const commands = new Map<Seq, CommandFact>()
  const read = callReader(entries)
  let lastState: TextEntry | undefined
  let foreignSummary: TextEntry | undefined
  for (let seq = from; seq <= to; seq += 1) {
    const entry = entries[seq]
    if (entry?.kind === 'text' && /\S/.test(entry.text)) {
      if (entry.author === 'person') requests.push(entry)
      if (entry.author === 'agent') lastState = entry
      if (entry.foreignSummary === true) foreignSummary = entry
    }
    if (entry?.kind === 'tool-result' && entry.answers.kind === 'call') {
      const fact = commands.get(entry.answers.seq)
      if (fact !== undefined) commands.set(fact.seq, { ...fact, outcome: entry.envelope.outcome })
    }
    if (entry?.kind !== 'tool-call') continue
    const call = read(entry)
    for (const [path, operation] of call.files) noteFile(files, path, operation, seq)
    if (call.command !== undefined) commands.set(seq, { command: call.command, outcome: 'unknown', seq })
  }
  return { requests, files: [...files.values()], commands: [...commands.values()], lastState, foreignSummary }
}

function noteFile(files: Map<string, FileFact>, path: string, operation: FileOperation, seq: Seq): void {
  const before = files.get(path)
  files.delete(path) // Re-inserted at the end: a Map keeps the order of insertion, and the latest is to be last.
  const kept = operation === 'read' && before !== undefined ? before.operation : operation
  files.set(path, { path, operation: kept, seq, times: (before?.times ?? 0) + 1 })
}

interface CallFacts {
  readonly call: ToolCallEntry
  readonly files: readonly (readonly [path: string, operation: FileOperation])[]
  readonly command: string | undefined
}

const known = new WeakMap<readonly Entry[], (CallFacts | undefined)[]>()

/** Reads each call of a log once: a call never changes, and every plan asks again. */
function callReader(entries: readonly Entry[]): (call: ToolCallEntry) => CallFacts {
  const facts = known.get(entries) ?? []
  known.set(entries, facts)
  return (call) => {
    const before = facts[call.seq]
    if (before?.call === call) return before
    const made = readCall(call)
    facts[call.seq] = made
    return made
  }
}

function readCall(call: ToolCallEntry): CallFacts {
  const patched = patchedFiles(call.input)
  const operation = fileOperationOf(call.tool)
  const isCommand = isCommandTool(call.tool)
  const args = isCommand || (operation !== undefined && patched.length === 0) ? argumentsOf(call) : {}
  return {
    call,
    files: patched.length > 0 || operation === undefined ? patched : namedFile(args, operation),
    command: isCommand ? commandIn(args) : undefined,
  }
}

const PATCH_FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/gm

function patchedFiles(input: string): CallFacts['files'] {
  if (!input.includes(' File: ')) return []
  const patched = [...input.replaceAll('\\n', '\n').matchAll(PATCH_FILE)]
  return patched.map(([, verb, path]) => [(path ?? '').replace(/["\\].*$/, '').trim(), verb === 'Add' ? 'created' : 'modified'])
}

function namedFile(args: JsonObject, operation: FileOperation): CallFacts['files'] {
  const path = PATH_ARGUMENTS.map((name) => args[name]).find((value) => typeof value === 'string' && value !== '')
  const viewed = args['command'] === 'view' ? 'read' : args['command'] === 'create' ? 'created' : operation
  return typeof path === 'string' ? [[oneLine(path, 200), viewed]] : []
}

function commandIn(args: JsonObject): string | undefined {
  const value = COMMAND_ARGUMENTS.map((name) => args[name]).find((candidate) => candidate !== undefined)
  const text = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(' ') : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

function argumentsOf(call: ToolCallEntry): JsonObject {
  try {
    const value: Json = JSON.parse(call.input)
    return isJsonObject(value) ? value : {}
  } catch {
    return {} // Broken arguments name nothing.
  }
}

/** A text on one line, cut where it is long. */
export function oneLine(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, boundaryAtOrBefore(line, most))}…`
}
