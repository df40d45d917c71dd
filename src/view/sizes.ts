import { MESSAGE_TOKENS, measureResult, partsInside, signatureTokens } from '../budget/measure.ts'
import { canCarry, isNative } from '../render/adapt-parts.ts'
import { fileText } from '../render/placeholders.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { DialectTraits, PromptMessage, PromptPart } from '../schema/prompt.ts'
import type { Prices } from '../schema/strategy.ts'
import { byteLength } from './byte-length.ts'
import type { MeasuredLog } from './measured-log.ts'
import { pricesIn } from './prices.ts'
import { sizeWithText } from './size-with-text.ts'

type EntryPart = Extract<PromptPart, { readonly kind: 'entry' }>

/** What things cost in one dialect. One place, so that trigger, plan and receipt agree. */
export interface Sizes {
  /** Each entry of the log as these messages show it, repairs included, its message's frame on the first block. */
  entries(messages: readonly PromptMessage[]): readonly number[]
  /** The same, added to what is known of others. */
  addEntries(sizes: number[], messages: readonly PromptMessage[]): void
  prices(sizes: readonly number[]): Prices
  /** Messages as they would be sent. */
  messages(messages: readonly PromptMessage[]): number
  part(part: PromptPart): number
  /** What a message costs besides its parts. */
  frame(message: PromptMessage): number
}

/** What sizes are taken by. */
interface Scales {
  readonly log: MeasuredLog
  readonly traits: DialectTraits
  readonly tokenizer: Tokenizer
  /** Tokens that a byte is worth; 0 while bytes are not short. */
  readonly perByte: number
}

/**
 * If bytes are what is short, `perByte` is the price of a byte in tokens: everything costs its tokens, or its bytes if that is more, so
 * that what fits by one count fits by both.
 */
export function sizesFor(log: MeasuredLog, traits: DialectTraits, counting: Tokenizer, perByte = 0): Sizes {
  const tokenizer = perByte === 0 ? counting : weighing(counting, perByte)
  const scales: Scales = { log, traits, tokenizer, perByte }
  const part = (given: PromptPart): number => partSize(scales, given)
  const frame = (message: PromptMessage): number => frameSize(message, log) + extraFrames(message, traits)
  return {
    part,
    frame,
    entries(messages) {
      const all = new Array<number>(log.length).fill(0)
      addEntrySizes(all, messages, { part, frame })
      return all
    },
    addEntries: (known, messages) => addEntrySizes(known, messages, { part, frame }),
    prices: (sizes) => pricesIn({ log, tokenizer, sizes, reader: traits, ownSize: (entry) => blockSize(scales, entry) }),
    messages: (messages) =>
      messages.reduce((total, message) => message.parts.reduce((sum, given) => sum + part(given), total + frame(message)), 0),
  }
}

function addEntrySizes(
  sizes: number[],
  messages: readonly PromptMessage[],
  { part: sizeOf, frame: frameOf }: Pick<Sizes, 'part' | 'frame'>,
): void {
  for (const message of messages) {
    let frame = frameOf(message)
    for (const part of message.parts) {
      const seq = entryBehind(part)
      if (seq === undefined) continue
      sizes[seq] = (sizes[seq] ?? 0) + frame + sizeOf(part)
      frame = 0
    }
  }
}

/** What a block costs in this dialect, shown as it is. */
function blockSize({ log, traits, tokenizer, perByte }: Scales, entry: Entry): number {
  if (!canCarry(entry, traits)) return 0
  if (entry.kind === 'file' && !isNative(entry, traits)) return tokenizer.count(fileText(entry))
  const size = Math.max(log.measures.tokens(entry.seq), Math.ceil(log.measures.bytes(entry.seq) * perByte))
  // A seal is worth nothing to another provider.
  if (entry.kind === 'text' || entry.kind === 'tool-call')
    return isNative(entry, traits) ? size : size - signatureTokens(entry.signature)
  if (entry.kind !== 'tool-result') return size
  // What answers nothing is quoted, without the id of a call.
  if (entry.answers.kind !== 'call') return tokenizer.count(entry.text)
  if (isNative(entry, traits)) return size
  // Pictures inside a result come along neither to another dialect nor into a quotation.
  if (perByte > 0) return measureResult(entry, entry.text, tokenizer)
  return size - partsInside(entry.raw, log.rules(entry.message.dialect), tokenizer)
}

function partSize(scales: Scales, part: PromptPart): number {
  const { tokenizer, traits } = scales
  const nameOf = (tool: string): number => (traits.namedResults === true ? tokenizer.count(tool) : 0)
  switch (part.kind) {
    case 'synthetic':
      return tokenizer.count(part.text)
    case 'no-result':
      return measureResult(part, part.text, tokenizer) + nameOf(part.tool)
    case 'entry': {
      const { entry, text, tool } = part
      const own = text === undefined ? blockSize(scales, entry) : sizeWithText(entry, text, tokenizer)
      const name = tool === undefined ? (entry.kind === 'tool-result' ? nameOf(entry.envelope.tool) : 0) : nameOf(tool)
      return own + name + renamed(part, tokenizer)
    }
  }
}

/** What another id, or another name of the tool, makes a block longer. */
function renamed({ entry, callId, tool }: EntryPart, tokenizer: Tokenizer): number {
  if (entry.kind !== 'tool-call' && entry.kind !== 'tool-result') return 0
  const longer = callId === undefined ? 0 : tokenizer.count(callId) - tokenizer.count(entry.callId)
  return entry.kind === 'tool-call' && tool !== undefined ? longer + tokenizer.count(tool) - tokenizer.count(entry.tool) : longer
}

/** The entries that messages show, stand for or quote. */
export function entriesBehind(messages: readonly PromptMessage[]): readonly Seq[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => entryBehind(part) ?? []))
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

/** Counts a text's tokens, or its bytes at their price if that is more. */
function weighing(tokenizer: Tokenizer, perByte: number): Tokenizer {
  const count = (text: string): number => Math.max(tokenizer.count(text), Math.ceil(byteLength(text) * perByte))
  return { name: tokenizer.name, count }
}

function frameSize(message: PromptMessage, log: MeasuredLog): number {
  const [first] = message.parts
  if (first?.kind === 'entry' && first.shell !== undefined) return pieceFrames(message, log)
  if (message.shell === undefined || first?.kind !== 'entry') return MESSAGE_TOKENS
  return frameOf(first.entry.seq - first.entry.message.block, log)
}

function frameOf(seq: number, { measures }: MeasuredLog): number {
  return measures.has(seq) ? measures.frame(seq) : MESSAGE_TOKENS
}

/** A message made of several has the frames of all. */
function pieceFrames(message: PromptMessage, log: MeasuredLog): number {
  const starts = new Set(
    message.parts.flatMap((part) => (part.kind === 'entry' ? [part.entry.seq - part.entry.message.block] : [])),
  )
  return [...starts].reduce((sum, start) => sum + frameOf(start, log), 0)
}

/** If a dialect gives each result a message of its own, one of ours becomes several. */
function extraFrames(message: PromptMessage, traits: DialectTraits): number {
  if (traits.results !== 'apart') return 0
  const results = message.parts.filter(isResult).length
  return Math.max(0, results < message.parts.length ? results : results - 1) * MESSAGE_TOKENS
}

function isResult(part: PromptPart): boolean {
  return part.kind === 'no-result' || (part.kind === 'entry' && part.entry.kind === 'tool-result')
}
