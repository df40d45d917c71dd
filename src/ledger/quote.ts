import { excerptText, fitExcerpt } from '../log/excerpt.ts'
import type { ReasoningEntry, TextEntry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import { personWords } from '../schema/notices.ts'
import type { Excerpt } from '../schema/plan.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { hasMarker } from './check/markers.ts'
import { defused } from './defuse.ts'
import { fence } from './fence.ts'

/** Anything that a reader may take for the end of the line, or for a fence. */
const NEEDS_FENCE = /[\n\v\f\r\u0085\u2028\u2029]|~~~/
/** The same, and what would close a quotation on one line. */
const NEEDS_FENCE_IN_QUOTES = /[\n\v\f\r\u0085\u2028\u2029“”]|~~~/
/** Less of a text than this is not worth its line. */
const LEAST = 24

/** Words behind a label, verbatim; fenced if they could be taken for lines of their own. */
export function labelled(label: string, text: string): string {
  return NEEDS_FENCE.test(text) ? `- ${label}:\n${fence(text)}` : `- ${label}: ${text}`
}

/** Words that are data whatever they say: between quotation marks that they cannot close. */
export function quotedData(label: string, text: string): string {
  return NEEDS_FENCE_IN_QUOTES.test(text) ? `- ${label}:\n${fence(text)}` : `- ${label}: “${text}”`
}

/** Pieces of the same data on as few lines as stay readable, each between its own quotation marks. */
export function quotedPieces(label: string, texts: readonly string[], longest: number): readonly string[] {
  const lines: string[] = []
  let canGrow = false
  for (const text of texts) {
    const last = lines.at(-1)
    const isFenced = NEEDS_FENCE_IN_QUOTES.test(text)
    if (last === undefined || !canGrow || isFenced || last.length + text.length > longest) lines.push(quotedData(label, text))
    else lines[lines.length - 1] = `${last} “${text}”`
    canGrow = !isFenced
  }
  return lines
}

/** The label of words that the agent has from a tool. */
export function repeating(handle: string, source: Seq): string {
  return `${handle}, repeating ${handleOf(source)}`
}

/** An entry of words. */
export type Words = TextEntry | ReasoningEntry

/** What is quoted of an entry. */
interface Quote {
  readonly text: string
  readonly gap: Gap
}

/** What a quotation leaves out between its head and its tail: from where to where. Nothing if both are the same. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/**
 * A person's or the agent's words behind their handle, verbatim, head and tail if they are longer than `tokens`; an answer with its
 * question.
 */
export function quoteEntry(
  entry: Words,
  options: {
    readonly tokens: number
    readonly tokenizer: Tokenizer
    readonly question: string | undefined
    /** The entry of a tool whose words it repeats. */
    readonly source: Seq | undefined
  },
): Quote {
  const { tokens, tokenizer, question, source } = options
  const handle = source === undefined ? handleOf(entry.seq) : repeating(handleOf(entry.seq), source)
  const label = question === undefined ? handle : `${handle}, to ${question}`
  const words = entry.author === 'person' ? personWords(entry.text) : defused(entry.text)
  const most = Math.max(LEAST, Math.floor(tokens))
  // Other words that are a tool's, or could be taken for a person's turn (L12), are data; what a person wrote stays as it is.
  const isData = source !== undefined || (entry.author !== 'person' && hasMarker(entry.text))
  const said = isData ? quotedData : labelled
  const part = partOf(words, { tokens: most, tokenizer, handle: handleOf(entry.seq) })
  return { text: said(part.gap.to === 0 ? label : handle, part.text), gap: part.gap }
}

/** A text, or head and tail of it if it is longer than so many tokens. */
export function partOf(
  text: string,
  { tokens, tokenizer, handle }: { readonly tokens: number; readonly tokenizer: Tokenizer; readonly handle: string },
): Quote {
  const size = tokenizer.count(text)
  if (size <= tokens) return { text, gap: { from: 0, to: 0 } }
  const count = (candidate: Excerpt): number => tokenizer.count(excerptText(text, candidate, handle))
  const excerpt = fitExcerpt({ text, size, tokens, count })
  return { text: excerptText(text, excerpt, handle), gap: { from: excerpt.head, to: text.length - excerpt.tail } }
}
