import { describe, expect, it } from 'vitest'
import { isFound, LABELLED, scoreOf } from '../support/labelled-sentences.ts'

const WANTED = { precision: 0.9, recall: 0.95 }

describe('F4 · of sentences that were labelled by reading', () => {
  it('there are about as many rules as others, in five languages', () => {
    expect(LABELLED.length).toBeGreaterThanOrEqual(200)
    const rules = LABELLED.filter(({ isRule }) => isRule).length
    expect(Math.abs(rules / LABELLED.length - 0.5)).toBeLessThan(0.1)
    expect(new Set(LABELLED.map(({ language }) => language))).toEqual(new Set(['en', 'de', 'fr', 'es', 'zh']))
  })

  it.each(['looked at', 'counted'] as const)('rules are known in the half that is %s', (half) => {
    const own = LABELLED.filter((sentence) => sentence.half === half)
    const { precision, recall } = scoreOf(own)
    const wrong = own.filter((sentence) => isFound(sentence) !== sentence.isRule).map(({ text }) => text)
    expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(WANTED.precision)
    expect(recall, wrong.join('\n')).toBeGreaterThanOrEqual(WANTED.recall)
  })
})
