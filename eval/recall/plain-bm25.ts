import { searchable } from '../../src/recall/terms.ts'
import type { Entry } from '../../src/schema/entry.ts'

interface Document {
  readonly seq: number
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/** BM25 as every textbook has it, over words as they are: what recall is held against. */
export function plainBm25(entries: readonly Entry[]): (text: string, most: number) => readonly number[] {
  const documents = entries.map((entry): Document => {
    const words = wordsIn(searchable(entry))
    return { seq: entry.seq, counts: countsOf(words), length: words.length }
  })
  const holding = new Map<string, number>()
  for (const { counts } of documents) for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1)
  const usual = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length)
  return (text, most) => {
    const asked = [...new Set(wordsIn(text))]
    const scored = documents.map(({ seq, counts, length }) => {
      const score = asked.reduce((sum, word) => {
        const count = counts.get(word) ?? 0
        const held = holding.get(word) ?? 0
        const rarity = Math.log(1 + (documents.length - held + 0.5) / (held + 0.5))
        return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / usual))
      }, 0)
      return { seq, score }
    })
    const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || b.seq - a.seq)
    return best.slice(0, most).map(({ seq }) => seq)
  }
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
