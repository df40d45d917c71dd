import { describe, expect, it } from 'vitest'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { says } from '../support/worked-session.ts'

/** What a summary says of a conversation in which a person says some things, one after the other. */
function saidOf(...texts: readonly string[]): string {
  const messages = ['Build the importer.', ...texts].flatMap((text) => [says('user', text), says('assistant', 'Done.')])
  return summaryOf(messages, 1_500)
}

describe('F4 · what a person says in the place of something is said alone', () => {
  it.each([
    ['Use tabs.', 'No, spaces please'],
    ['tabs not spaces', 'no, spaces please'],
    ['retry at most three times', 'retry at most 5 times instead'],
    ['The timeout is thirty seconds.', 'The timeout is 60 seconds now.'],
    ['only support Node 20', 'actually support Node 22, not Node 20'],
    ['Never push to main.', 'you may push to main now'],
    ['Always run the e2e suite.', "Don't run the e2e suite."],
    ['Answer in German.', 'from now on answer in English'],
    ['use npm', 'use pnpm instead'],
    ['Add a CSV export to the invoices page.', 'Forget the CSV export, make it a PDF export.'],
    ['Start the demo on port 8080.', 'Start the demo on port 9090 instead.'],
    ['Antworte immer auf Deutsch.', 'Antworte ab jetzt auf Englisch.'],
    ['Utilise toujours npm.', 'Utilise désormais pnpm, plus npm.'],
    ['Usa comillas dobles en SQL.', 'Mejor comillas simples en SQL, no dobles.'],
    ['缩进用四个空格', '改成两个空格缩进'],
  ])('%s ← %s', (earlier, later) => {
    const printed = saidOf(earlier, 'go on with round 2', later)
    expect(printed).toContain(later)
    expect(printed.split('\n').filter((line) => line.endsWith(`: ${earlier}`))).toEqual([])
  })

  it.each([
    ['Use tabs in Makefiles.', 'Use spaces in Python files.'],
    ['retry at most 3 times', 'retry the upload at most 5 times'],
    ['Never push to main.', 'can you push to main now?'],
    ['Never push to main.', 'I pushed to main now'],
    ['Never touch src/a.ts.', 'Never touch src/b.ts.'],
    ['only support Node 20', 'also support Node 22 now'],
    ['Error messages in English only.', 'Answer in German from now on.'],
    ['Every endpoint must have tests.', 'forget it'],
    ['Never delete production data.', 'now delete the temporary files'],
    ['Don’t run the e2e suite.', 'now run the unit suite'],
    ['Use double quotes in SQL.', 'Use single quotes in JavaScript.'],
    ['never log e-mail addresses', 'you may log user ids now'],
    ['Never set the spare limit above 10.', 'Correction: never set the billing limit above 5.'],
  ])('but %s stands beside %s', (earlier, later) => {
    expect(sectionOf(saidOf(earlier, later), 'Rules').some((line) => line.endsWith(`: ${earlier}`))).toBe(true)
  })
})

describe('L15 · an old refusal', () => {
  it.each(["I don't want Redis here", "let's not use Redis", 'we decided against Redis', 'no, do not add Redis'])(
    'does not fade: %s',
    (refusal) => {
      const rounds = Array.from({ length: 60 }, (_, at) => [
        says('assistant', `In src/part${at}.ts I moved \`counter${at}\` into \`once${at}\`, because it was computed twice.`),
        says('user', `Now look at src/part${at + 1}.ts and tell me what \`counter${at + 1}\` is for`),
      ])
      const messages = [
        says('user', 'Port the importer.'),
        says('assistant', 'I would use Redis.'),
        says('user', refusal),
        ...rounds.flat(),
      ]
      expect(sectionOf(summaryOf(messages, 500), 'Rules')).toEqual([`- e2: ${refusal}`])
    },
  )
})
