import { expect, it } from 'vitest'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

it('what the agent said is not told again as an argument of the call that it hands its words on with', () => {
  const words = 'The parser in `src/parser.ts` forgets the defaults of `CommandSpec` parents.'
  const printed = summaryOf([
    says('user', 'Mend it.'),
    says('assistant', words),
    ...round('run', { command: 'ls', thought: words }, 'src'),
    ...round('run', { command: 'ls', thought: 'Its caller in `src/main.ts` relies on `CommandSpec` children, too.' }, 'src'),
    says('assistant', 'Done.'),
  ])
  const said = sectionOf(printed, 'What the agent').join('\n')
  expect(said.split('forgets the defaults')).toHaveLength(2)
  expect(said).toContain('argument of run: “Its caller')
})
