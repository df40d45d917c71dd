import { itemAt } from '../schema/at.ts'
import type { FileEntry, TextEntry, ToolResultEntry } from '../schema/entry.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { SeqRange } from '../schema/range.ts'
import type { CommandFact } from './command-facts.ts'
import { isEarlierSummary } from './earlier-summary.ts'
import type { FileFact } from './file-facts.ts'
import { isForbidden } from './in-vain.ts'
import { knownWork, workReaders } from './known-work.ts'
import { resultIn } from './observed.ts'
import { isOrder } from './orders.ts'
import type { PersonAnswer } from './person-answers.ts'
import type { Words } from './quote.ts'
import type { CallSteps, Step } from './read-call.ts'
import type { ReadLog } from './read-log.ts'
import { isRequest } from './requests.ts'
import { INSTRUCTIONS } from './tool-knowledge.ts'
import type { VersionControl } from './version-control.ts'

/** A step of the agent's plan, with the call that last said how far it is. */
export interface StepFact extends Step {
  readonly seq: Seq
}

/** What a span says about the work, found without a model. */
export interface Facts {
  /** What people wrote, oldest first; what is addressed to the client only (`/theme`) is not a request. */
  readonly requests: readonly TextEntry[]
  /** Rules of the project that the program around the agent gave it, and what it was told under way as the system. */
  readonly instructions: readonly TextEntry[]
  /**
   * One line a file with the last thing done to it, latest last. A file that was changed stays changed when it is read again; what a
   * tool refused to do was not done.
   */
  readonly files: readonly FileFact[]
  readonly commands: readonly CommandFact[]
  /** What git said of commits, pushes, branches and changed files. */
  readonly repository: VersionControl
  /** Calls of tools of which nothing is known but their name: with their arguments, as if they were commands. */
  readonly acts: readonly CommandFact[]
  /** The agent's plan as it last stood. */
  readonly steps: readonly StepFact[]
  /** Images and documents that came with messages. */
  readonly attached: readonly FileEntry[]
  /** Calls whose results had not come when the span ended. */
  readonly open: readonly Seq[]
  /** The last thing the agent said, or what it thought if it said nothing since. */
  readonly lastState: Words | undefined
  /** The calls that it has made since. */
  readonly since: readonly Seq[]
  /** The last summary that another product wrote when it compacted. */
  readonly foreignSummary: TextEntry | undefined
  /** What people said to calls, oldest first. */
  readonly answers: readonly PersonAnswer[]
}

const SAYS_SOMETHING = /\S/

/** Reads the facts off the entries of a range. */
export function extractFacts(log: ReadLog, { from, end }: SeqRange): Facts {
  const { entries, read } = log
  const requests: TextEntry[] = []
  const instructions: TextEntry[] = []
  const work = knownWork()
  const runs = work?.runFacts()
  /** 1 for calls without a result, by place. */
  const open = new Uint8Array(Math.max(0, end - from))
  let steps: readonly StepFact[] = []
  let lastState: Words | undefined
  let since: Seq[] = []
  let foreignSummary: TextEntry | undefined
  const answers: PersonAnswer[] = []
  const attached: FileEntry[] = []
  for (let seq = from; seq < end; seq = after(seq)) {
    const entry = entries[seq]
    if (entry?.kind === 'text' && SAYS_SOMETHING.test(entry.text)) {
      if (isRequest(entry)) requests.push(entry)
      if (isOrder(entry) || isInstruction(entry)) instructions.push(entry)
      if (isEarlierSummary(entry, entries[seq - 1])) foreignSummary = entry
    }
    if ((entry?.kind === 'text' || entry?.kind === 'reasoning') && entry.author === 'agent' && SAYS_SOMETHING.test(entry.text)) {
      lastState = entry
      since = []
    }
    const result = entry === undefined ? undefined : resultIn(entry, seq === from ? undefined : entries[seq - 1])
    if (result?.answers.kind === 'call') {
      const made = result.answers.seq
      if (made >= from) open[made - from] = 0
      if (isForbidden(result)) since = since.filter((seq) => seq !== made)
      runs?.result(made, result, read(entry ?? result))
      for (const answer of answersIn(log, result, made)) answers.push(answer)
    }
    if (entry?.kind === 'file') attached.push(entry)
    if (entry?.kind !== 'tool-call') continue
    open[seq - from] = 1
    since.push(seq)
    const { call } = read(entry)
    if (call === undefined) continue
    runs?.call(entry, call)
    if (call.steps !== undefined) steps = afterCall(steps, call.steps, seq)
  }
  // What came as a message is no part of the round of its call: the prompt may show it behind.
  const behind = entries[end]?.kind === 'text' ? resultIn(entries[end], entries[end - 1]) : undefined
  if (behind?.answers.kind === 'call' && open[behind.answers.seq - from] === 1) {
    open[behind.answers.seq - from] = 0
    runs?.result(behind.answers.seq, behind, read(itemAt(entries, end)))
  }
  const files = work?.fileFacts(log.remarks().files.since(from), end) ?? []
  const commands = runs?.commands() ?? []
  const repository = work?.versionControl(commands) ?? {}
  const facts = { requests, instructions, files, commands, repository, acts: runs?.acts(entries) ?? [], steps }
  return { ...facts, attached, open: callsLeft(open, from), lastState, since, foreignSummary, answers }
}

function callsLeft(open: Uint8Array, from: Seq): readonly Seq[] {
  const left: Seq[] = []
  for (let at = 0; at < open.length; at += 1) if (open[at] === 1) left.push(seqOf(from + at))
  return left
}

function isInstruction({ author, role, text }: TextEntry): boolean {
  return author === 'harness' && role === 'user' && INSTRUCTIONS.test(text)
}

function answersIn({ entries, read }: ReadLog, result: ToolResultEntry, made: Seq): readonly PersonAnswer[] {
  const call = entries[made]
  return workReaders().personAnswers(result, call, call === undefined ? undefined : read(call).call)
}

/** The plan after a call that states all of it, or one step. */
function afterCall(before: readonly StepFact[], { kind, steps }: CallSteps, seq: Seq): readonly StepFact[] {
  const all = steps.map((step) => ({ ...step, seq }))
  if (kind === 'all') return all
  const [step] = all
  if (step === undefined) return before
  // Steps that are made one by one are numbered in order, and later named by that number.
  const at = step.id === undefined ? -1 : before.findIndex(({ id }, index) => (id ?? String(index + 1)) === step.id)
  if (at === -1) return step.text === '' ? before : [...before, { ...step, id: step.id ?? String(before.length + 1) }]
  const { isAsBefore, ...stated } = step
  const known = before[at] ?? stated
  return before.with(at, {
    ...stated,
    text: stated.text === '' ? known.text : stated.text,
    status: isAsBefore === true ? known.status : stated.status,
  })
}
