import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isForeign } from '../../src/ledger/languages/foreign.ts'

const LABELLED = readFileSync(new URL('rule-sentences.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const ENGLISH = LABELLED.filter((line) => line.startsWith('en')).map((line) => line.slice(5))
const OTHERS = LABELLED.filter((line) => !line.startsWith('en')).map((line) => line.slice(5))

/** The share of some sentences that are foreign. */
function share(sentences: readonly string[]): number {
  return sentences.filter(isForeign).length / sentences.length
}

describe('what is not English', () => {
  it.each([
    'Usa siempre tabs',
    'Keine Tests.',
    'ne pas pousser',
    'Zürich',
    '不要',
    'не надо',
    '{"text":"\\u4e0d\\u8981"}',
    'la clé',
    'per favore usa sempre i test',
  ])('is seen: %s', (text) => {
    expect(isForeign(text)).toBe(true)
  })

  it.each([
    'Never push to main.',
    'We met in Los Angeles.',
    'const de = 1',
    'Chunk ID: 66cada',
    'a — b … “c” → 1 × 2 😀',
    '{"text":"\\u2014\\ud83d\\ude00"}',
    '',
  ])('is nothing of this: %s', (text) => {
    expect(isForeign(text)).toBe(false)
  })

  it('is seen in nearly every sentence of another language, and in next to none of English', () => {
    expect(share(OTHERS)).toBeGreaterThan(0.95)
    expect(share(ENGLISH)).toBeLessThan(0.005)
  })

  it('L7 · is seen in every text that holds it, also in a list, in JSON and in colours: what is loaded for a text is enough for its sentences', () => {
    const holding = fc.oneof(
      fc.constant((sentence: string) => sentence),
      fc.constant((sentence: string) => `- ${sentence}`),
      fc.constant((sentence: string) => JSON.stringify({ text: `\n${sentence}\n`, at: 1 })),
      fc.constant((sentence: string) => `\u001b[31m${sentence}\u001b[0m`),
      fc.constant((sentence: string) => `> "${sentence}"`),
    )
    const around = fc.array(fc.constantFrom(...ENGLISH), { maxLength: 3 })
    fc.assert(
      fc.property(
        fc.constantFrom(...OTHERS),
        holding,
        around,
        around,
        fc.constantFrom('\n', '\n\n', ' '),
        (sentence, hold, before, after, gap) => {
          const text = [...before, hold(sentence), ...after].join(gap)
          expect(isForeign(text) || !isForeign(sentence)).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
