import type { Entry, Outcome, TextEntry, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { CallSteps, Step } from './read-call.ts'
import { readEntry } from './read-entry.ts'
import type { Candidate } from './remark-index.ts'
import { type FileOperation, isCommandTool, NOT_APPLIED } from './tool-knowledge.ts'

export interface FileFact {
  readonly path: string
  readonly operation: FileOperation
  readonly seq: Seq
  readonly times: number
  /** What the agent said when it changed it; of several times, when it named most. */
  readonly purpose?: Candidate
}

export interface CommandFact {
  readonly command: string
  readonly outcome: Outcome | 'unknown'
  readonly seq: Seq
  /** The status it ended with, where its output says so. */
  readonly exit?: number
  /** What its output says went wrong, where it failed. */
  readonly trouble?: string
}

/** A step of the agent's plan, with the call that last said how far it is. */
export interface StepFact extends Step {
  readonly seq: Seq
}

/** What a span says about the work, found without a model. */
export interface Facts {
  /** What people wrote, oldest first; what is addressed to the client only (`/theme`) is no request. */
  readonly requests: readonly TextEntry[]
  /**
   * One line a file with the last thing done to it, latest last. A file that was changed stays changed when it is read again; what a
   * tool refused to do was not done.
   */
  readonly files: readonly FileFact[]
  readonly commands: readonly CommandFact[]
  /** The agent's plan as it last stood. */
  readonly steps: readonly StepFact[]
  /** Calls whose results had not come when the span ended. */
  readonly open: readonly Seq[]
  /** The last thing the agent said. */
  readonly lastState: TextEntry | undefined
  /** The last summary that another product wrote when it compacted. */
  readonly foreignSummary: TextEntry | undefined
}

/** Reads the facts off entries `from` to `to`, both inside. */
export function extractFacts(entries: readonly Entry[], from: Seq, to: Seq): Facts {
  const requests: TextEntry[] = []
  const uses: FileUse[] = []
  const refused = new Set<Seq>()
  const commands = new Map<Seq, CommandFact>()
  const open = new Set<Seq>()
  /** What the agent said last, and no result has come since: what its calls are for. */
  let purpose: Candidate | undefined
  /** The file that was named last. */
  let opened: string | undefined
  let steps: readonly StepFact[] = []
  let lastState: TextEntry | undefined
  let foreignSummary: TextEntry | undefined
  for (let seq = from; seq <= to; seq += 1) {
    const entry = entries[seq]
    if (entry?.kind === 'text' && /\S/.test(entry.text)) {
      if (entry.author === 'person' && !CLIENT_COMMAND.test(entry.text)) requests.push(entry)
      if (entry.author === 'agent') lastState = entry
      if (entry.foreignSummary === true) foreignSummary = entry
    }
    if (entry?.kind === 'tool-result') purpose = undefined
    if ((entry?.kind === 'text' || entry?.kind === 'reasoning') && entry.author === 'agent') purpose = lastRemark(entry)
    if (entry?.kind === 'tool-result' && entry.answers.kind === 'call') {
      open.delete(entry.answers.seq)
      if (isRefused(entry)) refused.add(entry.answers.seq)
      const fact = commands.get(entry.answers.seq)
      if (fact !== undefined) commands.set(fact.seq, ended(fact, entry))
    }
    if (entry?.kind !== 'tool-call') continue
    open.add(seq)
    const { call } = readEntry(entry)
    if (call === undefined) continue
    for (const [path, operation] of [...call.files, ...call.shellFiles]) uses.push({ path, operation, seq, purpose })
    opened = call.files.at(-1)?.[0] ?? opened
    if (call.editsOpenFile === true && opened !== undefined) uses.push({ path: opened, operation: 'modified', seq, purpose })
    if (call.command !== undefined) commands.set(seq, { command: call.command, outcome: 'unknown', seq })
    if (call.steps !== undefined) steps = afterCall(steps, call.steps, seq)
  }
  const files = new Map<string, FileFact>()
  for (const use of uses) if (!refused.has(use.seq)) noteFile(files, use)
  const facts = { requests, files: [...files.values()], commands: [...commands.values()], steps, open: [...open] }
  return { ...facts, lastState, foreignSummary }
}

/** So much of a result is looked at for the word that nothing was changed. */
const LOOKED_AT = 1_000

/** Whether a call changed nothing. A command that failed may have: what it did before it failed is done. */
function isRefused({ envelope, text }: ToolResultEntry): boolean {
  if (envelope.outcome !== 'success' && !isCommandTool(envelope.tool)) return true
  return NOT_APPLIED.test(text.slice(0, LOOKED_AT)) || NOT_APPLIED.test(text.slice(-LOOKED_AT))
}

/** A word to the program that the agent runs in, and nothing else. */
const CLIENT_COMMAND = /^\s*\/[a-z][\w:-]{0,40}\s*$/i

function ended(fact: CommandFact, result: ToolResultEntry): CommandFact {
  const { exit, remarks } = readEntry(result)
  const { outcome } = result.envelope
  const trouble = outcome === 'failure' ? remarks.find(({ kind }) => kind === 'error')?.text : undefined
  return { ...fact, outcome, ...(exit === undefined ? {} : { exit }), ...(trouble === undefined ? {} : { trouble }) }
}

/** The plan after a call that states all of it, or one step. */
function afterCall(before: readonly StepFact[], { kind, steps }: CallSteps, seq: Seq): readonly StepFact[] {
  const stated = steps.map((step) => ({ ...step, seq }))
  if (kind === 'all') return stated
  const [step] = stated
  if (step === undefined) return before
  // Steps that are made one by one are numbered in order, and later named by that number.
  const at = step.id === undefined ? -1 : before.findIndex(({ id }, index) => (id ?? String(index + 1)) === step.id)
  if (at === -1) return step.text === '' ? before : [...before, step]
  return before.with(at, { ...step, text: step.text === '' ? (before[at]?.text ?? '') : step.text })
}

interface FileUse {
  readonly path: string
  readonly operation: FileOperation
  readonly seq: Seq
  readonly purpose: Candidate | undefined
}

function noteFile(files: Map<string, FileFact>, { path, operation, seq, purpose }: FileUse): void {
  const before = files.get(path)
  const why = operation === 'read' ? before?.purpose : moreTelling(before?.purpose, purpose)
  files.delete(path) // Re-inserted at the end: a Map keeps the order of insertion, and the latest is to be last.
  files.set(path, {
    ...{ path, operation: standing(before?.operation, operation), seq, times: (before?.times ?? 0) + 1 },
    ...(why === undefined ? {} : { purpose: why }),
  })
}

function lastRemark(entry: Entry): Candidate | undefined {
  const remark = readEntry(entry).remarks.at(-1)
  return remark === undefined ? undefined : { seq: entry.seq, remark }
}

function moreTelling(before: Candidate | undefined, now: Candidate | undefined): Candidate | undefined {
  if (before === undefined || now === undefined) return now ?? before
  return now.remark.names.length >= before.remark.names.length ? now : before
}

/** What a file is after another operation: whoever writes a file that was there before has not created it. */
function standing(before: FileOperation | undefined, now: FileOperation): FileOperation {
  if (before === undefined || before === 'deleted') return now
  if (now === 'read') return before
  return now === 'created' && before !== 'created' ? 'modified' : now
}
