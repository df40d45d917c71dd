import { summarizerText } from '../../ledger/summarizer-input.ts'
import type { Entry } from '../../schema/entry.ts'
import { handleOf, type Seq } from '../../schema/ids.ts'
import type { SummarizerInput } from '../../schema/policy.ts'
import type { SeqRange } from '../../schema/range.ts'

/** One entry as a model is shown it. */
export interface Shown {
  readonly seq: Seq
  /** Who wrote it, with its handle: never taken from the content. */
  readonly label: string
  readonly text: string
}

/** What is shown of long contents if the policy does not say: all that people write, head and tail of the rest (D7). */
const USUAL: SummarizerInput = { message: 8_000, result: 4_000 }

const WHO = { person: 'person', harness: 'harness', agent: 'agent', tool: 'tool' } as const

/**
 * The entries of a range as a model is shown them: who wrote what, long contents by head and tail, files by name (B15). Failed
 * messages of the agent that say nothing are left out (A14); so is reasoning.
 */
export function transcriptOf(entries: readonly Entry[], range: SeqRange, input: SummarizerInput | undefined): readonly Shown[] {
  return entries.slice(range.from, range.end).flatMap((entry) => {
    if (entry.kind === 'reasoning' || entry.kind === 'turn-start' || entry.role === 'system' || isFailedAndEmpty(entry)) return []
    const isOwnWords = entry.kind === 'text' && entry.author === 'person'
    const limits = input ?? (isOwnWords ? { ...USUAL, message: Number.POSITIVE_INFINITY } : USUAL)
    const text = summarizerText(entry, limits).toWellFormed()
    return text.trim() === '' ? [] : [{ seq: entry.seq, label: labelOf(entry), text }]
  })
}

function isFailedAndEmpty(entry: Entry): boolean {
  const hasFailed = entry.error !== undefined || entry.finishReason === 'error' || entry.finishReason === 'aborted'
  return entry.author === 'agent' && hasFailed && entry.kind === 'text' && entry.text.trim() === ''
}

function labelOf(entry: Entry): string {
  const what =
    entry.kind === 'tool-result'
      ? `result of ${nameOf(entry.envelope.tool)}, ${entry.envelope.outcome}`
      : entry.kind === 'tool-call'
        ? 'call'
        : entry.kind === 'file'
          ? 'file, its content not shown'
          : 'text'
  const failed = entry.error === undefined ? '' : ', failed'
  return `${handleOf(entry.seq)} ${WHO[entry.author]}, ${what}${failed}`
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
