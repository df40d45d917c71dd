import type { Entry } from '../../src/schema/entry.ts'
import type { SummarizerInput } from '../../src/schema/policy.ts'
import type { SeqRange } from '../../src/schema/range.ts'
import { transcriptOf } from '../../src/summarizers/model/transcript.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'

const tokenizer = bpeTokenizer()

/** What a model was shown before its material was chosen: every entry by its head and tail, as long as this. */
const BEFORE: SummarizerInput = { message: 8_000, result: 4_000 }

/** What a model is shown of a range, in tokens, beside the same range by heads and tails. */
export interface Material {
  readonly tokens: number
  readonly before: number
}

export function materialOf(entries: readonly Entry[], range: SeqRange): Material {
  return { tokens: tokensOf(entries, range, undefined), before: tokensOf(entries, range, BEFORE) }
}

function tokensOf(entries: readonly Entry[], range: SeqRange, input: SummarizerInput | undefined): number {
  return transcriptOf(entries, range, input).reduce((sum, { label, text }) => sum + tokenizer.count(`[${label}]\n${text}\n\n`), 0)
}

/** `12,345 of 30,000 tokens (41 %)` of one or several. */
export function sayMaterial(materials: readonly Material[]): string {
  const sum = (field: keyof Material): number => materials.reduce((total, material) => total + material[field], 0)
  const [tokens, before] = [sum('tokens'), sum('before')]
  return `${tokens.toLocaleString('en')} of ${before.toLocaleString('en')} tokens (${Math.round((100 * tokens) / Math.max(1, before))} %)`
}
