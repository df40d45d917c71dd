import { readCall } from '../../ledger/read-call.ts'
import { summarizerText } from '../../ledger/summarizer-input.ts'
import { fileOperationOf, isCommandTool, isPlanTool, isQuestionTool, isStepTool } from '../../ledger/tool-knowledge.ts'
import type { Entry, ToolCallEntry, ToolResultEntry } from '../../schema/entry.ts'
import { handleOf, type Seq } from '../../schema/ids.ts'
import { personWords } from '../../schema/notices.ts'
import type { SummarizerInput } from '../../schema/policy.ts'
import type { SeqRange } from '../../schema/range.ts'
import { callText } from './material/call-text.ts'
import { type Interest, interestIn } from './material/interest.ts'
import { shortCode } from './material/short-code.ts'
import { tellingLines } from './material/telling-lines.ts'
import { tidyOutput } from './material/tidy-output.ts'

/** One entry as a model is shown it. */
export interface Shown {
  readonly seq: Seq
  /** Who wrote it, with its handle: never taken from the content. */
  readonly label: string
  readonly text: string
  /** The last entry that it stands for: a call may stand for its result, too. */
  readonly upTo?: Seq
}

/** What is shown of long contents if the policy does not say: all that people write, most of what agents say. */
const USUAL: SummarizerInput = { message: 8_000, result: 4_000 }
/** Characters of a result by what it comes from. */
const LENGTHS = {
  file: 800,
  log: 900,
  failed: 1_600,
  report: 4_000,
  answer: 4_000,
  other: 1_000,
  notice: 900,
  code: 900,
} as const
/** What comes last tells where the work stands: this share of the entries is shown longer. */
const NEWEST = 0.12
const NEWEST_SCALE = 2
/** An unknown tool that was given so much to do is another agent: its result is a report. */
const ORDER = 400

const WHO = { person: 'person', harness: 'harness', agent: 'agent', tool: 'tool' } as const

/**
 * The entries of a range as a model is shown them: who wrote what, files by name (B15), output by what matters of it. Failed messages of the
 * agent that say nothing are left out (A14); so is reasoning. If the policy says how much is shown, it is that, by head and tail (D7).
 */
export function transcriptOf(entries: readonly Entry[], range: SeqRange, input: SummarizerInput | undefined): readonly Shown[] {
  const own = entries.slice(range.from, range.end)
  const tell = input === undefined ? teller(own, range) : (entry: Entry) => summarizerText(entry, input)
  const shown: Shown[] = []
  for (const entry of own) {
    if (entry.kind === 'reasoning' || entry.kind === 'turn-start' || entry.role === 'system' || isFailedAndEmpty(entry)) continue
    const text = tell(entry).toWellFormed().trimEnd()
    const call = shown.at(-1)
    const isOfLast = entry.kind === 'tool-result' && entry.answers.kind === 'call' && call?.seq === entry.answers.seq
    if (text.trim() !== '') shown.push({ seq: entry.seq, label: labelOf(entry, isOfLast), text })
    else if (isOfLast && call !== undefined) {
      const outcome = entry.envelope.outcome === 'success' ? 'done' : entry.envelope.outcome
      shown[shown.length - 1] = { ...call, label: `${call.label}, ${handleOf(entry.seq)} ${outcome}`, upTo: entry.seq }
    }
  }
  return shown
}

function isFailedAndEmpty(entry: Entry): boolean {
  const hasFailed = entry.error !== undefined || entry.finishReason === 'error' || entry.finishReason === 'aborted'
  return entry.author === 'agent' && hasFailed && entry.kind === 'text' && entry.text.trim() === ''
}

/** Says each entry, knowing what was said before and what comes after. */
function teller(entries: readonly Entry[], { from, end }: SeqRange): (entry: Entry) => string {
  const interest = interestIn(entries)
  const plan = new Map<string, string>()
  const folder = { last: '' }
  const newest = end - Math.ceil((end - from) * NEWEST)
  const calls = new Map(entries.filter((entry) => entry.kind === 'tool-call').map((entry) => [entry.seq, entry]))
  return (entry) => {
    const scale = entry.seq >= newest ? NEWEST_SCALE : 1
    if (entry.kind === 'tool-call') return callText(entry, { interest, scale, plan, folder })
    if (entry.kind === 'tool-result') return outputText(entry, { interest, scale, calls })
    if (entry.kind !== 'text') return summarizerText(entry, USUAL)
    if (entry.author === 'person') return personWords(entry.text) || entry.text
    if (entry.author === 'harness' && entry.foreignSummary !== true) {
      return tellingLines(entry.text.trim(), { interest, seq: entry.seq, most: LENGTHS.notice * scale, what: 'log' })
    }
    const selection = { interest, seq: entry.seq, most: LENGTHS.code * scale }
    return interest.note(shortCode(summarizerText(entry, USUAL).trim(), selection), entry.seq)
  }
}

interface OutputScene {
  readonly interest: Interest
  readonly scale: number
  readonly calls: ReadonlyMap<Seq, ToolCallEntry>
}

/** What matters of a result; nothing of one that only says that a call was carried out. */
function outputText(result: ToolResultEntry, { interest, scale, calls }: OutputScene): string {
  const call = result.answers.kind === 'call' ? calls.get(result.answers.seq) : undefined
  const from = originOf(result, call)
  if (from === 'done') return ''
  const selection = { interest, seq: result.seq, most: LENGTHS[from] * scale }
  const text = tidyOutput(result.text)
  if (from === 'file') return tellingLines(text, { ...selection, what: 'file' })
  return tellingLines(text, from === 'log' || from === 'failed' ? { ...selection, what: 'log' } : selection)
}

/** What a result comes from; `done` if it only says that something was written, which stands in the call. */
function originOf({ envelope }: ToolResultEntry, call: ToolCallEntry | undefined): keyof typeof LENGTHS | 'done' {
  const { tool, outcome } = envelope
  const operation = fileOperationOf(tool)
  if (isQuestionTool(tool)) return 'answer'
  const isCommand = isCommandTool(tool)
  const isReport = operation === undefined && !isCommand && (call?.input.length ?? 0) > ORDER
  if (outcome !== 'success') return isReport ? 'report' : 'failed'
  if ((operation !== undefined && operation !== 'read') || isPlanTool(tool) || isStepTool(tool)) return 'done'
  if (operation === 'read' || (isCommand && call !== undefined && readsFiles(call))) return 'file'
  return isReport ? 'report' : isCommand ? 'log' : 'other'
}

/** A command that prints files is a way to read them. */
function readsFiles(call: ToolCallEntry): boolean {
  const { files, shellFiles } = readCall(call)
  const touched = [...files, ...shellFiles]
  return touched.length > 0 && touched.every(([, deed]) => deed === 'read')
}

/** Who wrote it, with as few words as tell it: a text is a text, and a result behind its call is that of the call. */
function labelOf(entry: Entry, isOfLast: boolean): string {
  const failed = entry.error === undefined ? '' : ', failed'
  return `${handleOf(entry.seq)} ${whatOf(entry, isOfLast)}${failed}`
}

function whatOf(entry: Entry, isOfLast: boolean): string {
  const who = WHO[entry.author]
  switch (entry.kind) {
    case 'tool-result': {
      const { tool, outcome } = entry.envelope
      const to = entry.answers.kind === 'call' ? ` to ${handleOf(entry.answers.seq)}` : ''
      return `${who}${isOfLast ? '' : `, ${nameOf(tool)}${to}`}${outcome === 'success' ? '' : `, ${outcome}`}`
    }
    case 'tool-call':
      return 'call'
    case 'file':
      return `${who}, file, its content not shown`
    default:
      return who
  }
}

/** A tool may be called anything: in a label it is a word. */
function nameOf(tool: string): string {
  return tool.replaceAll(/[^\w.-]/g, '_').slice(0, 64)
}

/** Files whose content no summary can tell (B15). */
export function unseenFiles(entries: readonly Entry[], { from, end }: SeqRange): readonly string[] {
  return entries
    .slice(from, end)
    .flatMap((entry) =>
      entry.kind === 'file' ? [`${handleOf(entry.seq)}: ${entry.media} ${entry.description}`.slice(0, 200)] : [],
    )
}
