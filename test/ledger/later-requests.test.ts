import { describe, expect, it } from 'vitest'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { says } from '../support/worked-session.ts'

/** What a summary says under "What people asked since". */
function asked(...texts: readonly string[]): readonly string[] {
  const messages = ['Build the importer.', ...texts].flatMap((text) => [says('user', text), says('assistant', 'Done.')])
  return sectionOf(summaryOf(messages, 1_500), 'What people asked since')
}

describe('F4 · of what people asked for since', () => {
  it('"go on" is counted, not quoted', () => {
    expect(
      asked('go on with round 1', 'ok, continue', 'weiter', 'continue avec la partie 3', 'sigue con la ronda 5', '继续第五轮'),
    ).toEqual(['- “go on” and the like: 6×, last in e12'])
  })

  it('"go on" stands behind what was asked for', () => {
    expect(asked('go on', 'Show the totals on the invoice page.', 'next')).toEqual([
      '- e4: Show the totals on the invoice page.',
      '- “go on” and the like: 2×, last in e6',
    ])
  })

  it('a command to the client above it, and what the client says again, leave it on one line', () => {
    expect(asked('/clear  \n\nThe hover shows "undefined".')).toEqual(['- e2: The hover shows "undefined".'])
    expect(asked('/clear  \n\n/ask why is it "NaN"?  \n\n why is it "NaN"?')).toEqual(['- e2: /ask why is it "NaN"?'])
    expect(asked('/ask why is it "NaN"?\nIt was a number.')).toEqual([
      '- e2:',
      '~~~',
      '/ask why is it "NaN"?',
      'It was a number.',
      '~~~',
    ])
  })

  it.each([
    'continue with the login page',
    'next time show me the log',
    'go on and delete the branch',
    'keep going until it builds',
  ])('it is not only "go on": %s', (text) => {
    expect(
      asked(text)
        .concat(sectionOf(asked(text).join('\n'), 'Rules'))
        .join('\n'),
    ).toContain(text)
  })

  it('a "go on" that answers a question stays with it', () => {
    const messages = [says('user', 'Build it.'), says('assistant', 'Shall I push to the fork?'), says('user', 'go ahead')]
    expect(sectionOf(summaryOf([...messages, says('assistant', 'Ok.')], 900), 'What people asked since')).toEqual([
      '- e2, to “Shall I push to the fork?”: go ahead',
    ])
  })

  it('F4 · a long rule that was said again, more exactly, is said once; a short one may be a wider rule', () => {
    const first = 'Always run the importer with --model small and --retries 0 and mock the queue in every test.'
    const again = 'Always run the importer with --model small and --retries 0 and --exit and mock only the queue in every test.'
    const talk = [
      says('user', 'Build the importer.'),
      says('assistant', 'Done.'),
      says('user', first),
      says('assistant', 'Done.'),
    ]
    const rules = (...texts: readonly string[]) =>
      sectionOf(
        summaryOf([...talk, ...texts.flatMap((text) => [says('user', text), says('assistant', 'Done.')])], 1_500),
        'Rules',
      )
    expect(rules(`/clear\n\n${again}`)).toEqual([`- e4: ${again}`])
    expect(rules('Never delete data.', 'Never delete data of the tests in /tmp.')).toHaveLength(3)
  })

  it('what was replaced is left out of what is quoted', () => {
    const [line] = asked(
      'Show the totals on the page. Start the demo on port 8080. Then take a screenshot.',
      'Start the demo on port 9090 instead.',
    ).slice(0)
    expect(line).toBe('- e2: Show the totals on the page. … Then take a screenshot.')
  })
})
