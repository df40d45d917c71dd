import { MESSAGE_TOKENS, measureEntry, measureShell } from '../../budget/measure.ts'
import { readLog } from '../../ledger/read-log.ts'
import { noRedaction } from '../../redact/redact.ts'
import { summaryText } from '../../render/placeholders.ts'
import type { Entry } from '../../schema/entry.ts'
import type { PlanRecord } from '../../schema/plan.ts'
import type { Tokenizer } from '../../schema/ports.ts'
import type { DialectTraits, Prompt, PromptMessage, PromptPart } from '../../schema/prompt.ts'
import { type Sizes, sizesFor } from '../../view/sizes.ts'
import { EMPTY_TALLY, type Kind, type Tally, totalOf } from './kinds.ts'

/** Counts what fills a prompt, by kind. */
export type TallyPrompt = (prompt: Prompt, records: readonly PlanRecord[]) => Tally

/** Counts with the engine's own prices, so that the kinds add up to the tokens of the receipt. */
export function tallyWith(options: {
  readonly entries: readonly Entry[]
  readonly traits: DialectTraits
  readonly tokenizer: Tokenizer
  /** Tokens of the request that are no messages of the log. */
  readonly outside: { readonly system: number; readonly tools: number }
  readonly budget: number
}): TallyPrompt {
  const { entries, traits, tokenizer, outside, budget } = options
  const log = {
    entries,
    hashes: [],
    measures: entries.map((entry) => ({
      tokens: measureEntry(entry, tokenizer),
      frame: entry.message.block === 0 ? measureShell(entry.message.shell, tokenizer) : 0,
      bytes: 0,
    })),
    fingerprint: () => '',
    redact: noRedaction,
    cleaned: () => readLog(entries),
    cleanedWhole: () => readLog(entries),
  }
  const sizes = sizesFor(log, traits, tokenizer)
  return (prompt, records) => {
    const summaries = new Set(records.flatMap((record) => (record.action === 'summarize' ? [summaryText(record)] : [])))
    const tally: Record<Kind, number> = { ...EMPTY_TALLY, ...outside }
    for (const message of [...prompt.system, ...prompt.messages]) addMessage(tally, message, { sizes, summaries })
    return { ...tally, free: Math.max(0, budget - totalOf(tally)) }
  }
}

interface Knowledge {
  readonly sizes: Sizes
  readonly summaries: ReadonlySet<string>
}

/** Each part to its kind; what the message costs besides goes to the kind of its first part. */
function addMessage(tally: Record<Kind, number>, message: PromptMessage, { sizes, summaries }: Knowledge): void {
  let frame = sizes.messages([message])
  for (const part of message.parts) {
    const own = sizes.messages([{ role: message.role, parts: [part] }]) - MESSAGE_TOKENS
    tally[kindOf(part, summaries)] += own
    frame -= own
  }
  const [first] = message.parts
  tally[first === undefined ? 'other' : kindOf(first, summaries)] += frame
}

function kindOf(part: PromptPart, summaries: ReadonlySet<string>): Kind {
  if (part.kind === 'no-result') return 'results'
  if (part.kind === 'synthetic') return summaries.has(part.text) ? 'summary' : 'other'
  const { entry } = part
  switch (entry.kind) {
    case 'text':
      return entry.foreignSummary === true ? 'summary' : kindOfText(entry.role)
    case 'reasoning':
      return 'reasoning'
    case 'tool-call':
      return 'calls'
    case 'tool-result':
      return 'results'
    case 'file':
      return 'files'
    case 'opaque':
    case 'turn-start':
      return 'other'
  }
}

function kindOfText(role: Entry['role']): Kind {
  return role === 'tool' ? 'results' : role
}
