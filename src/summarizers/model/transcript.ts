import { isForbidden } from '../../ledger/in-vain.ts'
import { summarizerText } from '../../ledger/summarizer-input.ts'
import { isPlanTool } from '../../ledger/tool-knowledge.ts'
import type { Entry, ToolResultEntry } from '../../schema/entry.ts'
import { handleOf, type Seq } from '../../schema/ids.ts'
import { changedNothing } from '../../schema/nothing-changed.ts'
import { personWords } from '../../schema/notices.ts'
import type { SummarizerInput } from '../../schema/policy.ts'
import type { SeqRange } from '../../schema/range.ts'
import { callText, inSameFolder } from './material/call-text.ts'
import { interestIn } from './material/interest.ts'
import { outputText } from './material/output-text.ts'
import { shortCode } from './material/short-code.ts'
import { tellingLines } from './material/telling-lines.ts'
import { withoutAttempt } from './material/tidy-output.ts'

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
/** Characters of what the harness says, and of a block of code that an agent shows. */
const NOTICE = 900
const CODE = 900
/** What comes last tells where the work stands: this share of the entries is shown longer. */
const NEWEST = 0.12
const NEWEST_SCALE = 2
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
      shown[shown.length - 1] = { ...call, label: `${call.label}, ${handleOf(entry.seq)} ${endOf(entry)}`, upTo: entry.seq }
    }
  }
  return shown
}

/** How a call ended, for a label: most went well. */
function endOf(result: ToolResultEntry): string {
  if (isForbidden(result)) return 'refused by a person'
  return result.envelope.outcome === 'success' ? 'done' : result.envelope.outcome
}

function isFailedAndEmpty(entry: Entry): boolean {
  const hasFailed = entry.error !== undefined || entry.finishReason === 'error' || entry.finishReason === 'aborted'
  return entry.author === 'agent' && hasFailed && entry.kind === 'text' && entry.text.trim() === ''
}

/**
 * Says each entry, knowing what the others show. What the agent wrote is told from its end on: of several versions of a passage the last
 * stands whole, and those before it name the lines that it shows. Then what tools said of it.
 */
function teller(entries: readonly Entry[], range: SeqRange): (entry: Entry) => string {
  const tell = oneTeller(entries, range)
  const isOfAgent = (entry: Entry): boolean =>
    entry.kind === 'text' ? entry.author === 'agent' : entry.kind === 'tool-call' && !isPlanTool(entry.tool)
  const order = [...entries.filter(isOfAgent).toReversed(), ...entries.filter((entry) => !isOfAgent(entry))]
  const told = new Map(order.map((entry) => [entry.seq, tell(entry)]))
  return ({ seq }) => told.get(seq) ?? ''
}

function oneTeller(entries: readonly Entry[], { from, end }: SeqRange): (entry: Entry) => string {
  const interest = interestIn(entries)
  const plan = new Map<string, string>()
  const newest = end - Math.ceil((end - from) * NEWEST)
  const made = entries.filter((entry) => entry.kind === 'tool-call')
  const calls = new Map(made.map((entry) => [entry.seq, entry]))
  const sameFolder = inSameFolder(made)
  return (entry) => {
    const scale = entry.seq >= newest ? NEWEST_SCALE : 1
    if (entry.kind === 'tool-call') return callText(entry, { interest, scale, plan, sameFolder })
    if (entry.kind === 'tool-result') {
      const call = entry.answers.kind === 'call' ? calls.get(entry.answers.seq) : undefined
      return outputText(entry, { interest, scale, call })
    }
    if (entry.kind !== 'text') return summarizerText(entry, USUAL)
    if (entry.author === 'person') return personWords(entry.text) || entry.text
    if (entry.author === 'harness' && entry.foreignSummary !== true) {
      const what = changedNothing('', entry.text) ? 'failed' : 'log'
      return (
        skillName(entry.text) ??
        tellingLines(withoutAttempt(entry.text.trim()), { interest, seq: entry.seq, most: NOTICE * scale, what })
      )
    }
    const selection = { interest, seq: entry.seq, most: CODE * scale }
    return interest.note(shortCode(summarizerText(entry, USUAL).trim(), selection), entry.seq)
  }
}

const SKILL = /^Base directory for this skill: \S*?([\w.-]{1,80})\s*\n/

/** The instructions of a skill, by its name: they say how to work, not what was done. */
function skillName(text: string): string | undefined {
  const name = SKILL.exec(text.trimStart().slice(0, 1_000))?.[1]
  return name === undefined ? undefined : `instructions of the skill ${name}, ${text.split('\n').length} lines`
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
      const { tool } = entry.envelope
      const end = endOf(entry)
      const to = entry.answers.kind === 'call' ? ` to ${handleOf(entry.answers.seq)}` : ''
      return `${who}${isOfLast ? '' : `, ${nameOf(tool)}${to}`}${end === 'done' ? '' : `, ${end}`}`
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
