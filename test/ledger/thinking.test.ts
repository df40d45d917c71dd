import { describe, expect, it } from 'vitest'
import { summaryOf } from '../support/summary-of.ts'
import { says } from '../support/worked-session.ts'

describe('thinking aloud', () => {
  it.each([
    "I'm wondering if `parseRow` is called twice for each table.",
    'Hmm, maybe `parseRow` keeps the rows of the table.',
    'Wait, `parseRow` could be called twice for each table.',
    'What if `parseRow` is called twice for each table?',
    'Running the tests of `parseRow` now…',
    'Ich frage mich, ob `parseRow` zweimal je Tabelle gerufen wird.',
    'Je me demande si `parseRow` est appelé deux fois par table.',
    'Me pregunto si `parseRow` se llama dos veces por tabla.',
  ])('case 96 · was told as a finding: %s', (sentence) => {
    const finding = 'The root cause is that `parseRow` is called for empty tables.'
    const text = summaryOf([
      says('user', 'Why is it slow?'),
      says('assistant', `${sentence}\n${finding}`),
      says('assistant', 'Done.'),
    ])
    expect(text).toContain(finding)
    expect(text).not.toContain(sentence)
  })
})

describe('what is only polite', () => {
  it.each([
    'I can help you with that.',
    'I apologize for the confusion.',
    "You're right, that was my mistake.",
    'Please let me know how you would like to proceed!',
    'Would you like to choose a different option?',
    'Here are the necessary changes:',
    'Das mache ich gern.',
    'Je vous prie de m’excuser.',
    'Lamento la confusión.',
  ])('case 96 · is not told: %s', (sentence) => {
    const finding = 'The table is read twice because the harbour is listed twice.'
    const text = summaryOf([
      says('user', 'Why is it slow?'),
      says('assistant', `${sentence}\n${finding}`),
      says('assistant', 'Done.'),
    ])
    expect(text).toContain(finding)
    expect(text).not.toContain(sentence)
  })

  it('case 96 · is told if it names something', () => {
    const asked = 'Would you like to keep `parseRow`?'
    expect(summaryOf([says('user', 'Go.'), says('assistant', asked), says('assistant', 'Done.')])).toContain(asked)
  })
})
