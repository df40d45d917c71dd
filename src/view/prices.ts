import { CALL_TOKENS, MESSAGE_TOKENS } from '../budget/measure.ts'
import { excerptFrom, fitExcerpt } from '../log/excerpt.ts'
import { clearedText, externalizedText, LOOKUP_LINE, type Reader, shortenedText } from '../render/placeholders.ts'
import type { Entry, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Excerpt } from '../schema/plan.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { Pointer, Prices, Shortened } from '../schema/strategy.ts'
import type { MeasuredLog } from './measured-log.ts'
import { pointerOf } from './pointer.ts'
import { sizeWithText } from './size-with-text.ts'

/** What entries would cost under the actions of a plan. Strategies ask for the same prices again and again: each is found once. */
export function pricesIn(scales: {
  readonly log: MeasuredLog
  readonly tokenizer: Tokenizer
  /** Each entry as it is shown now. */
  readonly sizes: readonly number[]
  /** For whom it is shown. */
  readonly reader: Reader
  /** A block's own cost, without names, frames and what repairs add. */
  ownSize(entry: Entry): number
}): Prices {
  const { log, tokenizer, sizes, reader } = scales
  const besides = (entry: Entry): number => Math.max(0, (sizes[entry.seq] ?? 0) - scales.ownSize(entry))
  const cleared = new Map<Seq, number>()
  const clearedSize = (entry: ToolResultEntry, note?: string): number => {
    const before = note === undefined ? cleared.get(entry.seq) : undefined
    const size = before ?? sizeWithText(entry, clearedText(entry, note), tokenizer) + besides(entry)
    if (note === undefined) cleared.set(entry.seq, size)
    return size
  }
  const pointers = new Map<Seq, Pointer>()
  const known = new Map<Seq, Map<string, Shortened>>()
  return {
    cleared: (entry, note) => (entry.kind === 'tool-result' ? clearedSize(entry, note) : (sizes[entry.seq] ?? 0)),
    externalized(entry) {
      const made = pointers.get(entry.seq) ?? pointerOf(entry, log.fingerprint, log.redact)
      pointers.set(entry.seq, made)
      return { ...made, tokens: sizeWithText(entry, externalizedText(made, reader), tokenizer) + besides(entry) }
    },
    shortened(entry, tokens, whole) {
      const asked = `${tokens} ${whole}`
      const before = known.get(entry.seq)?.get(asked)
      if (before !== undefined) return before
      const made = shortenEntry({ entry, tokens, whole, size: sizes[entry.seq] ?? 0, besides: besides(entry), tokenizer })
      known.set(entry.seq, (known.get(entry.seq) ?? new Map<string, Shortened>()).set(asked, made))
      return made
    },
    summaryFrame: 2 * MESSAGE_TOKENS + CALL_TOKENS + (reader.lookup === true ? tokenizer.count(LOOKUP_LINE) : 0),
    messageFrame: MESSAGE_TOKENS,
  }
}

function shortenEntry(options: {
  readonly entry: Entry
  readonly tokens: number
  readonly whole: number | undefined
  readonly size: number
  readonly besides: number
  readonly tokenizer: Tokenizer
}): Shortened {
  const { entry, besides, tokenizer, tokens, whole } = options
  const cost = (excerpt: Excerpt): number => sizeWithText(entry, shortenedText(entry, excerpt), tokenizer) + besides
  const text = entry.kind === 'tool-call' ? entry.input : 'text' in entry ? entry.text : ''
  const asked = { text, size: options.size, tokens, count: cost }
  const excerpt = (whole === undefined ? undefined : excerptFrom(whole, asked)) ?? fitExcerpt(asked)
  return { excerpt, tokens: cost(excerpt) }
}
