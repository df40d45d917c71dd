import { oneLine } from '../../../ledger/one-line.ts'
import { argumentsOf, readCall, type Step } from '../../../ledger/read-call.ts'
import { FOLDER_ARGUMENTS, isApprovalTool, isCommandTool, isPlanTool, PATH_ARGUMENTS } from '../../../ledger/tool-knowledge.ts'
import type { ToolCallEntry } from '../../../schema/entry.ts'
import type { Seq } from '../../../schema/ids.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../schema/json.ts'
import { type Edit, editLines } from './edit-lines.ts'
import type { Interest } from './interest.ts'
import { recordLines } from './record-lines.ts'
import { tellingLines } from './telling-lines.ts'
import { plainRecord } from './tidy-output.ts'

/** What the calls before have said. */
interface CallScene {
  readonly interest: Interest
  /** Times the usual length. */
  readonly scale: number
  /** The plan as it was stated last, step by step with its mark; changed by a call that states it. */
  readonly plan: Map<string, string>
  /** Calls that are made in the folder of the one before. */
  readonly sameFolder: ReadonlySet<Seq>
}

/** Characters of an edit's new text, of a new file, of a command, of any other argument. */
const COME = 1_200
/** A patch changes several places. */
const PATCH = 1_600
const WRITTEN = 1_100
const COMMAND = 900
const ARGUMENT = 800
const RECORD = 800
/** A plan that people are asked to approve of. */
const PLAN = 1_600

const BEFORE = /^old_?(?:string|str|text)$/i
const AFTER = /^new_?(?:string|str|text|source)$/i
const CONTENT = /^(?:content|file_?text|insert_?text|code_edit|replacement|contents)$/i
const COMMANDS = /^(?:command|cmd|script|code|chars)$/i
/** Says nothing about what was done. */
const IDLE =
  /^(?:timeout|timeout_ms|yield_time_ms|max_output_tokens|is_input|blocking|is_static|hidden|confirmation_state|impl_source|activeForm|replace_all|output_mode|-n|run_in_background|dangerouslyDisableSandbox|is_background|login|tty)$/

/** A call as the writer of a summary is shown it: its tool, what it names, and what it changes, without JSON around it. */
export function callText(call: ToolCallEntry, scene: CallScene): string {
  const args = argumentsOf(call)
  if (args === undefined || !isJsonObject(args)) return `${toolOf(call)} ${patchText(call, call.input, scene)}`
  if (isPlanTool(call.tool)) return planText(call, args, scene)
  const edits = editsIn(args)
  const path = PATH_ARGUMENTS.map((name) => args[name]).find((value) => typeof value === 'string')
  const others = Object.entries(args).filter(
    ([name, value]) =>
      !isToldApart(name, value, edits.length > 0) &&
      value !== path &&
      !(FOLDER_ARGUMENTS.includes(name) && scene.sameFolder.has(call.seq)),
  )
  const pieces = others.map(([name, value]) => argumentText(name, value, call, scene)).filter((piece) => piece !== '')
  const short = pieces.filter((piece) => !piece.includes('\n'))
  const long = pieces.filter((piece) => piece.includes('\n'))
  const line = [toolOf(call), path ?? '', ...short].filter((piece) => piece !== '').join(' ')
  return [line, ...long, ...edits.map((edit) => editLines(edit, { ...scene, seq: call.seq, most: COME * scene.scale }))]
    .filter((piece) => piece !== '')
    .join('\n')
}

/** A tool may be called anything. */
function toolOf({ tool }: ToolCallEntry): string {
  return oneLine(tool, 64)
}

/** Calls that are made in the folder of the one before, as most are. */
export function inSameFolder(calls: readonly ToolCallEntry[]): ReadonlySet<Seq> {
  let last = ''
  return new Set(
    calls.flatMap((call) => {
      const args = argumentsOf(call)
      const folder = isJsonObject(args)
        ? FOLDER_ARGUMENTS.map((name) => args[name]).find((one) => typeof one === 'string')
        : undefined
      const isSame = folder !== undefined && folder === last
      if (typeof folder === 'string') last = folder
      return isSame ? [call.seq] : []
    }),
  )
}

function editsIn(args: JsonObject): readonly Edit[] {
  const { edits } = args
  const parts = [args, ...(Array.isArray(edits) ? edits.filter(isJsonObject) : [])]
  return parts.flatMap((part) => {
    const find = (key: RegExp): string | undefined => {
      const value = Object.entries(part).find(([name, one]) => key.test(name) && typeof one === 'string')?.[1]
      return typeof value === 'string' ? value : undefined
    }
    const [before, after] = [find(BEFORE), find(AFTER)]
    return before === undefined && after === undefined ? [] : [{ before: before ?? '', after: after ?? '' }]
  })
}

function isToldApart(name: string, value: Json, hasEdits: boolean): boolean {
  if (value === null || value === '' || value === false || value === -1 || IDLE.test(name)) return true
  if (name === 'start' && (value === 0 || value === 1)) return true
  return hasEdits && (name === 'edits' || BEFORE.test(name) || AFTER.test(name))
}

function argumentText(name: string, value: Json, call: ToolCallEntry, scene: CallScene): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string') && COMMANDS.test(name)) {
    return commandText(value.join(' '), call, scene)
  }
  if (typeof value !== 'string') return recordText(name, value, call, scene)
  if (COMMANDS.test(name) && isCommandTool(call.tool)) return commandText(value, call, scene)
  // What an agent says beside a call, some programs put into the call once more.
  if (scene.interest.saidIn(value) !== undefined) return ''
  const usual = isApprovalTool(call.tool) ? PLAN : CONTENT.test(name) ? WRITTEN : ARGUMENT
  const text = patchText(call, value, scene, usual * scene.scale)
  if (text.includes('\n')) return CONTENT.test(name) ? text : `${name}:\n${text}`
  return `${name}=${text}`
}

function recordText(name: string, value: Json, call: ToolCallEntry, scene: CallScene): string {
  const json = JSON.stringify(value)
  if (json.length <= RECORD) return `${name}=${plainRecord(json)}`
  const selection = { interest: scene.interest, seq: call.seq, most: RECORD, what: 'record' } as const
  return `${name}:\n${tellingLines(recordLines(json) ?? plainRecord(json), selection)}`
}

function commandText(command: string, call: ToolCallEntry, scene: CallScene): string {
  const text = patchText(call, command, scene, COMMAND * scene.scale)
  return `$ ${text}`
}

/** A patch without the lines that stay; any other text by what matters of it. */
function patchText(call: ToolCallEntry, text: string, scene: CallScene, most: number = COME * scene.scale): string {
  const isPatch = text.includes('*** Begin Patch')
  const lines = isPatch ? text.split('\n').filter((line) => /^[-+]|^\*\*\* \w{3,10} (?:File|to):/.test(line)) : []
  const selection = { interest: scene.interest, seq: call.seq, most: isPatch ? PATCH * scene.scale : most }
  return tellingLines(isPatch ? lines.join('\n') : text.trim(), { ...selection, what: 'code' })
}

const MARKS = { done: '[x]', doing: '[>]', open: '[ ]', dropped: '[-] dropped:' } as const

/** Of a plan that is stated again, what is new in it. */
function planText(call: ToolCallEntry, args: JsonObject, { plan }: CallScene): string {
  const steps: readonly Step[] = readCall(call, args).steps?.steps ?? []
  const changed = steps.filter(({ text, status }) => plan.get(text) !== MARKS[status])
  const gone = [...plan.keys()].filter((text) => !steps.some((step) => step.text === text))
  const isNew = plan.size === 0
  plan.clear()
  for (const { text, status } of steps) plan.set(text, MARKS[status])
  const same = steps.length - changed.length
  return [
    `${toolOf(call)}${isNew ? '' : ', what changed'}`,
    ...changed.map(({ text, status }) => `${MARKS[status]} ${text}`),
    ...(gone.length === 0 ? [] : [`not in it any more: ${gone.slice(0, 8).join('; ')}`]),
    ...(same === 0 || isNew ? [] : [`${same} as before`]),
  ].join('\n')
}
