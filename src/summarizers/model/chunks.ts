import type { Tokenizer } from '../../schema/ports.ts'
import type { Shown } from './transcript.ts'

/** What a label and its marks cost. */
const LABEL_TOKENS = 20

/**
 * Cuts a transcript into pieces that a summarizer's window can take, in order; an entry that alone is larger is cut itself (case 27).
 *
 *     100 tokens a chunk:   [30 40] [90] [100 of 250] [100 of 250] [50 of 250 · 20]
 */
export function chunksOf(shown: readonly Shown[], tokens: number, tokenizer: Tokenizer): readonly (readonly Shown[])[] {
  const chunks: Shown[][] = []
  let room = 0
  for (const part of shown.flatMap((entry) => partsOf(entry, tokens, tokenizer))) {
    const cost = sizeOf(part.text, tokenizer) + LABEL_TOKENS
    if (cost > room || chunks.length === 0) {
      chunks.push([])
      room = tokens
    }
    chunks.at(-1)?.push(part)
    room -= cost
  }
  return chunks
}

/** One entry in as many parts as it takes, each labelled as such. */
function partsOf(entry: Shown, tokens: number, tokenizer: Tokenizer): readonly Shown[] {
  const most = Math.max(1, tokens - LABEL_TOKENS)
  const size = sizeOf(entry.text, tokenizer)
  if (size <= most) return [entry]
  const parts = Math.ceil((size / most) * 1.1)
  const length = Math.ceil(entry.text.length / parts)
  const texts = Array.from({ length: parts }, (_, index) => entry.text.slice(index * length, (index + 1) * length).toWellFormed())
  // Denser in one place than on the whole: cut again.
  if (texts.some((text) => sizeOf(text, tokenizer) > most) && length > 1) {
    return texts.filter((text) => text !== '').flatMap((text) => partsOf({ ...entry, text }, tokens, tokenizer))
  }
  return texts
    .filter((text) => text !== '')
    .map((text, index) => ({ ...entry, label: `${entry.label}, part ${index + 1} of ${parts}`, text }))
}

function sizeOf(text: string, tokenizer: Tokenizer): number {
  return tokenizer.estimate?.(text) ?? tokenizer.count(text)
}
