import { CALL_TOKENS, MESSAGE_TOKENS, measureCall, measureResult, partsInside } from '../budget/measure.ts'
import { providerOf } from '../budget/overheads.ts'
import { fitExcerpt } from '../log/excerpt.ts'
import type { Prices, Shortened } from '../plan/scene.ts'
import { canCarry, isNative } from '../render/adapt-parts.ts'
import { clearedText, fileText, missingResultText, shortenedText, strayResultText } from '../render/placeholders.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Excerpt } from '../schema/plan.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { DialectTraits, PromptMessage, PromptPart } from '../schema/prompt.ts'
import type { MeasuredLog } from './measured-log.ts'

/** What things cost in one dialect. One place, so that trigger, plan and receipt agree. */
export interface Sizes {
  /** Each entry as the dialect shows it, its message's frame on the first block. Looks at the whole log. */
  entries(): readonly number[]
  prices(sizes: readonly number[]): Prices
  /** Messages as they would be sent. */
  messages(messages: readonly PromptMessage[]): number
}

export function sizesFor(log: MeasuredLog, traits: DialectTraits, tokenizer: Tokenizer): Sizes {
  const blockOf = (entry: Entry): number => {
    if (!canCarry(entry, traits)) return 0
    if (entry.kind === 'file' && !isNative(entry, traits)) return tokenizer.count(fileText(entry))
    const size = log.blocks[entry.seq] ?? 0
    if (entry.kind !== 'tool-result' || (isNative(entry, traits) && entry.answers.kind === 'call')) return size
    // Pictures inside a result come along neither to another dialect nor into a quotation.
    return size - partsInside(entry.raw, providerOf(entry.message.dialect), tokenizer)
  }
  const frameOf = (entry: Entry): number => log.frames[entry.seq] ?? 0

  const partSize = (part: PromptPart): number => {
    switch (part.kind) {
      case 'synthetic':
        return tokenizer.count(part.text)
      case 'no-result':
        return measureResult(part, part.text, tokenizer)
      case 'entry': {
        const own = part.text === undefined ? blockOf(part.entry) : sizeWithText(part.entry, part.text, tokenizer)
        return part.callId === undefined ? own : own + tokenizer.count(part.callId)
      }
    }
  }
  const messageSize = (message: PromptMessage): number =>
    frameSize(message, log) + extraFrames(message, traits) + message.parts.reduce((sum, part) => sum + partSize(part), 0)

  /** What an entry costs besides what it shows. */
  const besides = (entry: Entry, answered: ReadonlySet<Seq>): number => {
    const apart = traits.results === 'apart' && entry.kind === 'tool-result' && entry.message.block > 0 ? MESSAGE_TOKENS : 0
    return frameOf(entry) + apart + repairSize(entry, answered, tokenizer)
  }

  return {
    entries() {
      const answered = answeredCalls(log.entries)
      return log.entries.map((entry) => blockOf(entry) + besides(entry, answered))
    },
    prices(sizes) {
      const answered = answeredCalls(log.entries)
      return {
        cleared: (entry) =>
          entry.kind === 'tool-result'
            ? measureResult(entry, clearedText(entry), tokenizer) + besides(entry, answered)
            : (sizes[entry.seq] ?? 0),
        shortened: (entry, tokens) =>
          shortenEntry({ entry, tokens, size: sizes[entry.seq] ?? 0, besides: besides(entry, answered), tokenizer }),
        summaryFrame: 2 * MESSAGE_TOKENS + CALL_TOKENS,
        messageFrame: MESSAGE_TOKENS,
      }
    },
    messages: (messages) => messages.reduce((total, message) => total + messageSize(message), 0),
  }
}

/** What repairs will add: a placeholder for a result that never came, the quotation around one that answers nothing. */
function repairSize(entry: Entry, answered: ReadonlySet<Seq>, tokenizer: Tokenizer): number {
  if (entry.kind === 'tool-call' && !answered.has(entry.seq)) {
    return measureResult(entry, missingResultText(entry), tokenizer) + MESSAGE_TOKENS
  }
  return entry.kind === 'tool-result' && entry.answers.kind !== 'call' ? tokenizer.count(strayResultText(entry, '')) : 0
}

function frameSize(message: PromptMessage, log: MeasuredLog): number {
  const [first] = message.parts
  if (first?.kind === 'entry' && first.shell !== undefined) return pieceFrames(message, log)
  if (message.shell === undefined || first?.kind !== 'entry') return MESSAGE_TOKENS
  return log.frames[first.entry.seq - first.entry.message.block] ?? MESSAGE_TOKENS
}

/** A message made of several has the frames of all. */
function pieceFrames(message: PromptMessage, log: MeasuredLog): number {
  const starts = new Set(
    message.parts.flatMap((part) => (part.kind === 'entry' ? [part.entry.seq - part.entry.message.block] : [])),
  )
  return [...starts].reduce((sum, start) => sum + (log.frames[start] ?? MESSAGE_TOKENS), 0)
}

function answeredCalls(entries: readonly Entry[]): ReadonlySet<Seq> {
  const answered = new Set<Seq>()
  for (const entry of entries) if (entry.kind === 'tool-result' && entry.answers.kind === 'call') answered.add(entry.answers.seq)
  return answered
}

/** Where a dialect gives each result a message of its own, one of ours becomes several. */
function extraFrames(message: PromptMessage, traits: DialectTraits): number {
  if (traits.results !== 'apart') return 0
  const results = message.parts.filter(isResult).length
  return Math.max(0, results < message.parts.length ? results : results - 1) * MESSAGE_TOKENS
}

function isResult(part: PromptPart): boolean {
  return part.kind === 'no-result' || (part.kind === 'entry' && part.entry.kind === 'tool-result')
}

/** What an entry costs when it shows `text` instead of its own. */
function sizeWithText(entry: Entry, text: string, tokenizer: Tokenizer): number {
  switch (entry.kind) {
    case 'tool-call':
      return measureCall(entry, text, tokenizer)
    case 'tool-result':
      return measureResult(entry, text, tokenizer)
    case 'text':
    case 'reasoning':
    case 'file':
    case 'opaque':
    case 'turn-start':
      return tokenizer.count(text)
  }
}

function shortenEntry(options: {
  readonly entry: Entry
  readonly tokens: number
  readonly size: number
  readonly besides: number
  readonly tokenizer: Tokenizer
}): Shortened {
  const { entry, besides, tokenizer } = options
  const cost = (excerpt: Excerpt): number => sizeWithText(entry, shortenedText(entry, excerpt), tokenizer) + besides
  const text = entry.kind === 'tool-call' ? entry.input : 'text' in entry ? entry.text : ''
  const excerpt = fitExcerpt({ text, size: options.size, tokens: options.tokens, count: cost })
  return { excerpt, tokens: cost(excerpt) }
}
