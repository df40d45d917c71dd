import { isForbidden } from '../../../ledger/in-vain.ts'
import { argumentsOf, readCall } from '../../../ledger/read-call.ts'
import {
  fileOperationOf,
  isCommandTool,
  isPlanTool,
  isQuestionTool,
  isStepTool,
  SAID_INSTEAD,
} from '../../../ledger/tool-knowledge.ts'
import type { ToolCallEntry, ToolResultEntry } from '../../../schema/entry.ts'
import { isJsonObject } from '../../../schema/json.ts'
import type { Interest } from './interest.ts'
import { type TextKind, tellsFailure } from './line-values.ts'
import { recordLines } from './record-lines.ts'
import { type Selection, tellingLines } from './telling-lines.ts'
import { plainRecord, tidyOutput } from './tidy-output.ts'

/** Characters of a result by what it comes from, and what kind of text it is. */
const ORIGINS = {
  file: { most: 800, what: 'file' },
  document: { most: 800, what: 'document' },
  log: { most: 900, what: 'log' },
  failed: { most: 1_600, what: 'failed' },
  report: { most: 4_000, what: undefined },
  answer: { most: 4_000, what: undefined },
  other: { most: 1_000, what: undefined },
} as const satisfies Readonly<Record<string, { readonly most: number; readonly what: TextKind | undefined }>>
type Origin = keyof typeof ORIGINS

/** An unknown tool that was given so much to do is another agent: its result is a report. */
const ORDER = 400

interface OutputScene {
  readonly interest: Interest
  /** Times the usual length. */
  readonly scale: number
  readonly call: ToolCallEntry | undefined
}

/** What matters of a result; nothing of one that only says that a call was carried out. */
export function outputText(result: ToolResultEntry, { interest, scale, call }: OutputScene): string {
  const instead = wordsOfRefusal(result)
  if (instead !== undefined) return instead
  const from = originOf(result, call)
  if (from === 'done') return ''
  const text = tidyOutput(result.text)
  const { most, what } = ORIGINS[from === 'log' && tellsFailure(text) ? 'failed' : from]
  const selection: Selection = { interest, seq: result.seq, most: most * scale, ...(what === undefined ? {} : { what }) }
  const isLong = text.length > selection.most
  const record = what === undefined || (what === 'log' && text.startsWith('[')) ? recordLines(text) : undefined
  if (record !== undefined) return tellingLines(record, { ...selection, what: 'record' })
  const told = tellingLines(/^[{[]/.test(text) ? plainRecord(text) : text, selection)
  if (!isLong || (from !== 'file' && from !== 'document')) return told
  // Of a file that nothing comes back to, that it was read is all there is to tell.
  const count = `${text.split('\n').length} lines`
  return /^…?$/.test(told.trim()) ? count : `${count}\n${told}`
}

/** What a person said instead of letting a call happen, without what the program around the agent says of it. */
function wordsOfRefusal(result: ToolResultEntry): string | undefined {
  if (!isForbidden(result)) return undefined
  const found = SAID_INSTEAD.exec(result.text)
  return found === null ? '' : result.text.slice(found.index + found[0].length).trim()
}

/** What a result comes from; `done` if it only says that something was written, which stands in the call. */
function originOf({ envelope }: ToolResultEntry, call: ToolCallEntry | undefined): Origin | 'done' {
  const { tool, outcome } = envelope
  const operation = fileOperationOf(tool)
  if (isQuestionTool(tool)) return 'answer'
  const isCommand = isCommandTool(tool)
  const isReport = operation === undefined && !isCommand && (call?.input.length ?? 0) > ORDER
  if (outcome === 'failure') return isReport ? 'report' : 'failed'
  if ((operation !== undefined && operation !== 'read') || isPlanTool(tool) || isStepTool(tool)) {
    return outcome === 'success' ? 'done' : 'failed'
  }
  const reads = operation === 'read' || (isCommand && call !== undefined && readsFiles(call))
  if (reads) return DOCUMENT.test(call?.input ?? '') ? 'document' : 'file'
  if (isManual(tool, call)) return 'file'
  return isReport ? 'report' : isCommand ? 'log' : 'other'
}

/** What is written for people is told by its headings, too. */
const DOCUMENT = /\.(?:mdx?|txt|rst|adoc)\b/i

/** A command that prints files is a way to read them. */
function readsFiles(call: ToolCallEntry): boolean {
  const { files, shellFiles } = readCall(call)
  const touched = [...files, ...shellFiles]
  return touched.length > 0 && touched.every(([, deed]) => deed === 'read')
}

/** Texts that say how something is used: the manual of a program, the instructions of a skill. */
function isManual(tool: string, call: ToolCallEntry | undefined): boolean {
  if (/^(?:use_)?skill$/i.test(tool)) return true
  const args = call === undefined || !isCommandTool(tool) ? undefined : argumentsOf(call)
  const command = isJsonObject(args) ? (args['command'] ?? args['cmd']) : undefined
  return typeof command === 'string' && /\s(?:--help|-h)\s{0,4}(?:$|[|;&2])/.test(command)
}
