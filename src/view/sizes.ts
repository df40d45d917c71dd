import { CALL_TOKENS, MESSAGE_TOKENS, measureCall, measureResult, partsInside, signatureTokens } from '../budget/measure.ts'
import { providerOf } from '../budget/overheads.ts'
import { rememberCounts } from '../budget/remember-counts.ts'
import { pointerOf } from '../engine/artifacts.ts'
import { fitExcerpt } from '../log/excerpt.ts'
import type { Pointer, Prices, Shortened } from '../plan/scene.ts'
import { canCarry, isNative } from '../render/adapt-parts.ts'
import { clearedText, externalizedText, fileText, shortenedText } from '../render/placeholders.ts'
import type { Entry, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Excerpt } from '../schema/plan.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { DialectTraits, PromptMessage, PromptPart } from '../schema/prompt.ts'
import { byteLength } from './byte-length.ts'
import type { MeasuredLog } from './measured-log.ts'

type EntryPart = Extract<PromptPart, { readonly kind: 'entry' }>

/** What things cost in one dialect. One place, so that trigger, plan and receipt agree. */
export interface Sizes {
  /** Each entry of the log as these messages show it, repairs included, its message's frame on the first block. */
  entries(messages: readonly PromptMessage[]): readonly number[]
  prices(sizes: readonly number[]): Prices
  /** Messages as they would be sent. */
  messages(messages: readonly PromptMessage[]): number
}

/**
 * Where bytes are what is short, `perByte` is the price of a byte in tokens: everything costs its tokens, or its bytes where that is
 * more, so that what fits by one count fits by both.
 */
export function sizesFor(log: MeasuredLog, traits: DialectTraits, given: Tokenizer, perByte = 0): Sizes {
  const tokenizer = perByte === 0 ? rememberCounts(given) : weighing(rememberCounts(given), perByte)
  const blockOf = (entry: Entry): number => {
    if (!canCarry(entry, traits)) return 0
    if (entry.kind === 'file' && !isNative(entry, traits)) return tokenizer.count(fileText(entry))
    const measure = log.measures[entry.seq]
    const size = measure === undefined ? 0 : Math.max(measure.tokens, Math.ceil(measure.bytes * perByte))
    // A seal is worth nothing to another provider.
    if (entry.kind === 'text' || entry.kind === 'tool-call')
      return isNative(entry, traits) ? size : size - signatureTokens(entry.signature)
    if (entry.kind !== 'tool-result') return size
    // What answers nothing is quoted, without the id of a call.
    if (entry.answers.kind !== 'call') return tokenizer.count(entry.text)
    if (isNative(entry, traits)) return size
    // Pictures inside a result come along neither to another dialect nor into a quotation.
    if (perByte > 0) return measureResult(entry, entry.text, tokenizer)
    return size - partsInside(entry.raw, providerOf(entry.message.dialect), tokenizer)
  }
  const nameOf = (tool: string): number => (traits.namedResults === true ? tokenizer.count(tool) : 0)
  const resultName = (entry: Entry): number => (entry.kind === 'tool-result' ? nameOf(entry.envelope.tool) : 0)

  /** What another id, or another name of the tool, makes a block longer. */
  const renamed = ({ entry, callId, tool }: EntryPart): number => {
    if (entry.kind !== 'tool-call' && entry.kind !== 'tool-result') return 0
    const longer = callId === undefined ? 0 : tokenizer.count(callId) - tokenizer.count(entry.callId)
    return entry.kind === 'tool-call' && tool !== undefined
      ? longer + tokenizer.count(tool) - tokenizer.count(entry.tool)
      : longer
  }

  const partSize = (part: PromptPart): number => {
    switch (part.kind) {
      case 'synthetic':
        return tokenizer.count(part.text)
      case 'no-result':
        return measureResult(part, part.text, tokenizer) + nameOf(part.tool)
      case 'entry': {
        const own = part.text === undefined ? blockOf(part.entry) : sizeWithText(part.entry, part.text, tokenizer)
        return own + (part.tool === undefined ? resultName(part.entry) : nameOf(part.tool)) + renamed(part)
      }
    }
  }
  const frameOf = (message: PromptMessage): number => frameSize(message, log) + extraFrames(message, traits)
  const messageSize = (message: PromptMessage): number =>
    message.parts.reduce((sum, part) => sum + partSize(part), frameOf(message))

  return {
    entries(messages) {
      const sizes = new Array<number>(log.entries.length).fill(0)
      for (const message of messages) {
        let frame = frameOf(message)
        for (const part of message.parts) {
          const seq = entryBehind(part)
          if (seq === undefined) continue
          sizes[seq] = (sizes[seq] ?? 0) + frame + partSize(part)
          frame = 0
        }
      }
      return sizes
    },
    prices(sizes) {
      /** What an entry costs besides its own text: names, frames, what repairs add. */
      const besides = (entry: Entry): number => Math.max(0, (sizes[entry.seq] ?? 0) - blockOf(entry))
      const cleared = new Map<Seq, number>()
      const clearedSize = (entry: ToolResultEntry, note?: string): number => {
        const before = note === undefined ? cleared.get(entry.seq) : undefined
        const size = before ?? sizeWithText(entry, clearedText(entry, note), tokenizer) + besides(entry)
        if (note === undefined) cleared.set(entry.seq, size)
        return size
      }
      const pointers = new Map<Seq, Pointer>()
      const known = new Map<Seq, Map<number, Shortened>>()
      return {
        cleared: (entry, note) => (entry.kind === 'tool-result' ? clearedSize(entry, note) : (sizes[entry.seq] ?? 0)),
        externalized(entry) {
          const made = pointers.get(entry.seq) ?? pointerOf(entry, log.fingerprint, log.redact)
          pointers.set(entry.seq, made)
          return { ...made, tokens: sizeWithText(entry, externalizedText(made), tokenizer) + besides(entry) }
        },
        shortened(entry, tokens) {
          const before = known.get(entry.seq)?.get(tokens)
          if (before !== undefined) return before
          const made = shortenEntry({ entry, tokens, size: sizes[entry.seq] ?? 0, besides: besides(entry), tokenizer })
          known.set(entry.seq, (known.get(entry.seq) ?? new Map<number, Shortened>()).set(tokens, made))
          return made
        },
        summaryFrame: 2 * MESSAGE_TOKENS + CALL_TOKENS,
        messageFrame: MESSAGE_TOKENS,
      }
    },
    messages: (messages) => messages.reduce((total, message) => total + messageSize(message), 0),
  }
}

/** The entry that a part shows, stands for or quotes. */
function entryBehind(part: PromptPart): Seq | undefined {
  switch (part.kind) {
    case 'entry':
      return part.entry.seq
    case 'no-result':
      return part.call
    case 'synthetic':
      return part.quotes
  }
}

/** Counts a text's tokens, or its bytes at their price where that is more. */
function weighing(tokenizer: Tokenizer, perByte: number): Tokenizer {
  const count = (text: string): number => Math.max(tokenizer.count(text), Math.ceil(byteLength(text) * perByte))
  return { name: tokenizer.name, count }
}

function frameSize(message: PromptMessage, log: MeasuredLog): number {
  const [first] = message.parts
  if (first?.kind === 'entry' && first.shell !== undefined) return pieceFrames(message, log)
  if (message.shell === undefined || first?.kind !== 'entry') return MESSAGE_TOKENS
  return log.measures[first.entry.seq - first.entry.message.block]?.frame ?? MESSAGE_TOKENS
}

/** A message made of several has the frames of all. */
function pieceFrames(message: PromptMessage, log: MeasuredLog): number {
  const starts = new Set(
    message.parts.flatMap((part) => (part.kind === 'entry' ? [part.entry.seq - part.entry.message.block] : [])),
  )
  return [...starts].reduce((sum, start) => sum + (log.measures[start]?.frame ?? MESSAGE_TOKENS), 0)
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
      return entry.answers.kind === 'call' ? measureResult(entry, text, tokenizer) : tokenizer.count(text)
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
