import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/schema/json.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { says } from '../support/worked-session.ts'

/** What a program prints by itself: no call asked for it. */
const notice = (text: string, id: string): Json => ({ role: 'tool', content: [{ type: 'tool_result', tool_call_id: id, text }] })
/** A document as long as a chapter. */
const CHAPTER = Array.from(
  { length: 160 },
  (_, at) => `- Gauge \`g${at}\` is read at ${at}:00 by \`reader-${at}\` of the harbour.`,
).join('\n')

describe('F6 · what a program around the agent prints by itself', () => {
  const messages = [
    notice('Model: harbour/tide-7 with whole edit format\nGit repo: .git with 304 files', 'a'),
    says('user', 'Translate gauges.md.'),
    says('assistant', CHAPTER),
    notice('Did not apply edit to gauges.md (--dry-run)', 'b'),
    says('assistant', CHAPTER.replaceAll('Gauge', 'Pegel')),
    notice('ConnectionError: the peer has closed the connection\nRetrying in 1.0 seconds...', 'c'),
  ]

  it('is told beside long documents that the agent wrote', () => {
    const summary = summaryOf(messages, 1_200)
    for (const words of ['harbour/tide-7 with whole edit format', 'Did not apply edit to gauges.md (--dry-run)'])
      expect(summary).toContain(words)
  })

  it('stands where the work stood, if it came last', () => {
    expect(sectionOf(summaryOf(messages, 1_200), 'Where it stood').at(-1)).toBe(
      '- e5: “ConnectionError: the peer has closed the connection Retrying in 1.0 seconds...”',
    )
  })
})

describe('F6 · lines that a person pasted', () => {
  it('are not told when what is quoted leaves them out', () => {
    const trace = Array.from({ length: 40 }, (_, at) => `    at tide${at} (/harbour/src/tides/moon-${at}.ts:${at}:9)`).join('\n')
    const summary = summaryOf(
      [says('user', 'Go on.'), says('assistant', 'Done.'), says('user', `it explodes when I restart:\n${trace}`)],
      900,
    )
    expect(summary).toContain('it explodes when I restart:')
    expect(summary).not.toMatch(/^- e2: at tide/m)
  })
})

describe('F4 · fields of a list of records', () => {
  const offers = (first: string, second: string): Json =>
    says(
      'assistant',
      `Two ferries:\n- Ferry ${first}\n  - Total price: $${first}07\n- Ferry ${second}\n  - Total price: $${second}16`,
    )

  it('take nothing back: another list has other values', () => {
    const summary = summaryOf([
      says('user', 'Which ferries are there?'),
      offers('2', '3'),
      says('user', 'And by night?'),
      offers('4', '5'),
    ])
    for (const price of ['$207', '$316']) expect(summary).toContain(`Total price: ${price}`)
  })

  it('and a value that is said once in each message does', () => {
    const summary = summaryOf([
      ...[says('user', 'Book it.'), says('assistant', 'I add the fee.\n- Total price: $207'), says('user', 'Without the car.')],
      ...[says('assistant', 'I take it off.\n- Total price: $107'), says('user', 'Good.'), says('assistant', 'Booked.')],
    ])
    expect(summary).toContain('Total price: $107')
    expect(summary).not.toContain('$207')
  })
})
