import type { ToolCallEntry } from '../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import { symbolsIn } from './edited-text.ts'
import { oneLine } from './one-line.ts'
import { type Search, searchIn } from './searches.ts'
import { type FileChange, filesInCommand } from './shell-files.ts'
import type { Symbols } from './symbols.ts'
import {
  COMMAND_ARGUMENTS,
  EDIT_OF_LINES,
  type FileOperation,
  FOLDER_ARGUMENTS,
  fileOperationOf,
  isCommandTool,
  isLookAfterTool,
  isPlanTool,
  isStepTool,
  OWN_WORDS_ARGUMENTS,
  PATH_ARGUMENTS,
  RUNNING_ID_ARGUMENTS,
  SHELL_FILE_COMMANDS,
  SOURCE_ARGUMENTS,
  STEP_LIST_ARGUMENTS,
  STEP_NAME_ARGUMENTS,
  STEP_TEXT_ARGUMENTS,
  TARGET_ARGUMENTS,
} from './tool-knowledge.ts'

/** A step of a plan, and how far it is. */
export interface Step {
  readonly text: string
  readonly status: 'open' | 'doing' | 'done' | 'dropped'
  /** By what the agent names it later, if it does. */
  readonly id: string | undefined
  /** Set if a call says something else of the step than how far it is. */
  readonly isAsBefore?: true
}

/** The whole plan, or one step of it. */
export interface CallSteps {
  readonly kind: 'all' | 'one'
  readonly steps: readonly Step[]
}

/** What the arguments of a call say. */
export interface CallReading {
  readonly files: readonly FileChange[]
  /** Those that a command reads, writes, moves or removes, if that is plain to see. */
  readonly shellFiles: CallReading['files']
  /** Set if it changes a file without naming it: the file that was opened last. */
  readonly editsOpenFile?: true
  /** What it declares in files, by their paths. */
  readonly symbols?: ReadonlyMap<string, Symbols>
  readonly command: string | undefined
  /** Where it is to be run, if the call says so. */
  readonly folder?: string
  readonly steps: CallSteps | undefined
  /** What the agent says the call is for. */
  readonly purpose: string | undefined
  /** Set if it searches by a tool that is no command. */
  readonly search?: Search
  /** Set if it looks after something that runs on: the id of that. */
  readonly asksFor?: string
}

/** One for all: there is a reading for every call of a log. */
const NO_FILES: readonly FileChange[] = []

const NOTHING: CallReading = { files: NO_FILES, shellFiles: NO_FILES, command: undefined, steps: undefined, purpose: undefined }

/** Reads a call's arguments by what is known of its tool; of an unknown tool, or from broken arguments, nothing. */
export function readCall(call: ToolCallEntry, parsed: Json | undefined = argumentsOf(call)): CallReading {
  const reading = readArguments(call, parsed)
  const symbols = symbolsIn(call.input, parsed, reading.files)
  const search = searchIn(call, parsed)
  return { ...reading, ...(symbols.size > 0 && { symbols }), ...(search && { search }) }
}

function readArguments(call: ToolCallEntry, parsed: Json | undefined): CallReading {
  const patched = patchedFiles(call.input)
  const operation = fileOperationOf(call.tool)
  const isCommand = isCommandTool(call.tool)
  const stepKind = isPlanTool(call.tool) ? 'all' : isStepTool(call.tool) ? 'one' : undefined
  if (!isCommand && stepKind === undefined && (operation === undefined || patched.length > 0)) {
    return patched.length === 0 ? { ...NOTHING, ...lookedAfter(call, parsed) } : { ...NOTHING, files: patched }
  }
  if (parsed === undefined) {
    const bare = isCommand ? bareCommand(call.input) : NOTHING
    return { ...NOTHING, ...bare, files: patched.length > 0 ? patched : bare.files }
  }
  const args = isJsonObject(parsed) ? parsed : {}
  const command = isCommand ? commandIn(args) : undefined
  const folder = command === undefined ? undefined : textIn(args, FOLDER_ARGUMENTS)
  const named = patched.length > 0 || operation === undefined ? patched : namedFile(args, operation)
  return {
    files: named,
    shellFiles: command === undefined || named.length > 0 ? NO_FILES : filesInCommand(command, folder),
    ...(operation === 'modified' && named.length === 0 ? { editsOpenFile: true } : {}),
    command,
    ...(folder === undefined ? {} : { folder }),
    steps: stepKind === undefined ? undefined : { kind: stepKind, steps: stepKind === 'all' ? listedSteps(args) : oneStep(args) },
    purpose: textIn(args, OWN_WORDS_ARGUMENTS),
    ...lookedAfter(call, parsed),
  }
}

function lookedAfter({ tool }: ToolCallEntry, args: Json | undefined): Pick<CallReading, 'asksFor'> {
  if (!isLookAfterTool(tool) || !isJsonObject(args)) return {}
  const id = RUNNING_ID_ARGUMENTS.map((name) => args[name]).find((one) => typeof one === 'string' || typeof one === 'number')
  return id === undefined ? {} : { asksFor: String(id) }
}

const PATCHED: Readonly<Record<string, FileOperation>> = {
  ...{ 'Add File': 'created', 'Update File': 'modified', 'Delete File': 'deleted' },
}
const PATCH_FILE = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/gm

function patchedFiles(input: string): CallReading['files'] {
  if (!input.includes(' File: ')) return NO_FILES
  const files: FileChange[] = []
  for (const [, verb = '', name = ''] of input.replaceAll('\\n', '\n').matchAll(PATCH_FILE)) {
    const path = (name.split(/["\\]/, 1)[0] ?? '').trim()
    const operation = PATCHED[verb]
    const [before] = operation === undefined ? files.splice(-1) : []
    if (operation !== undefined) files.push([path, operation])
    else if (before !== undefined) files.push([before[0], 'moved', path])
  }
  return files
}

function namedFile(args: JsonObject, operation: FileOperation): CallReading['files'] {
  const path = textIn(args, PATH_ARGUMENTS)
  if (operation === 'moved') return movedFile(textIn(args, SOURCE_ARGUMENTS) ?? path, textIn(args, TARGET_ARGUMENTS))
  const viewed = args['command'] === 'view' ? 'read' : args['command'] === 'create' ? 'created' : operation
  return path === undefined ? [] : [[oneLine(path, 200), viewed]]
}

function movedFile(from: string | undefined, to: string | undefined): CallReading['files'] {
  return from === undefined || to === undefined ? [] : [[oneLine(from, 200), 'moved', oneLine(to, 200)]]
}

/** Input that is a command as such; what begins like JSON is broken JSON. */
function bareCommand(input: string): CallReading {
  const command = input.trim()
  if (command === '' || /^[{["]/.test(command)) return NOTHING
  const [, verb = '', path = ''] = /^(\w+)\s+(\S+)/.exec(command) ?? []
  if (EDIT_OF_LINES.test(command)) return { ...NOTHING, command, editsOpenFile: true }
  const operation = Object.hasOwn(SHELL_FILE_COMMANDS, verb) ? SHELL_FILE_COMMANDS[verb] : undefined
  if (operation === undefined) return { ...NOTHING, command, shellFiles: filesInCommand(command) }
  return { ...NOTHING, command, files: [[oneLine(path, 200), operation]] }
}

function commandIn(args: JsonObject): string | undefined {
  const value = COMMAND_ARGUMENTS.map((name) => args[name]).find((candidate) => candidate !== undefined)
  const text = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(' ') : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

function listedSteps(args: JsonObject): readonly Step[] {
  const list = STEP_LIST_ARGUMENTS.map((name) => args[name]).find((value) => Array.isArray(value))
  return Array.isArray(list) ? list.flatMap((value) => (isJsonObject(value) ? stepIn(value) : [])) : []
}

function oneStep(args: JsonObject): readonly Step[] {
  const id = idIn(args)
  if (id === undefined) return stepIn(args)
  // More words about a known step do not give it another name.
  const text = textIn(args, STEP_NAME_ARGUMENTS)
  const isAsBefore = args['status'] === undefined && args['completed'] === undefined
  return [
    { text: text === undefined ? '' : oneLine(text, 160), status: statusIn(args), id, ...(isAsBefore ? { isAsBefore } : {}) },
  ]
}

function stepIn(args: JsonObject): readonly Step[] {
  const text = textIn(args, STEP_TEXT_ARGUMENTS)
  return text === undefined ? [] : [{ text: oneLine(text, 160), status: statusIn(args), id: idIn(args) }]
}

function idIn(args: JsonObject): string | undefined {
  const value = args['taskId'] ?? args['id']
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** What agents call a step that is not to be done any more. */
const DROPPED: ReadonlySet<unknown> = new Set(['deleted', 'removed', 'cancelled', 'canceled', 'dropped', 'skipped', 'abandoned'])

function statusIn({ status, completed }: JsonObject): Step['status'] {
  if (completed === true || status === 'completed' || status === 'done' || status === 'complete') return 'done'
  if (DROPPED.has(status)) return 'dropped'
  return status === 'in_progress' || status === 'in-progress' || status === 'doing' ? 'doing' : 'open'
}

function textIn(args: JsonObject, names: readonly string[]): string | undefined {
  const value = names
    .map((name) => (Object.hasOwn(args, name) ? args[name] : undefined))
    .find((one) => typeof one === 'string' && one !== '')
  return typeof value === 'string' ? value : undefined
}

/** Nothing if they are not JSON: broken, or never meant to be. */
export function argumentsOf({ input }: ToolCallEntry): Json | undefined {
  try {
    return JSON.parse(input)
  } catch {
    return undefined
  }
}
