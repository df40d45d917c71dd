import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/schema/json.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { says } from '../support/worked-session.ts'

/** A call of SWE-agent without function calling: what its shell printed is the next message. */
const acted = (words: string, command: string, printed: string): readonly Json[] => [
  {
    role: 'assistant',
    content: [
      { type: 'text', text: `${words}\n\n\`\`\`\n${command}\n\`\`\`` },
      { type: 'tool_call', id: 'None', name: 'action', arguments: `${command}\n` },
    ],
  },
  says('user', `${printed}\n(Open file: /tides/moon.py)\n(Current directory: /tides)\nbash-$`),
]
const SYNTAX =
  "Your proposed edit has introduced new syntax error(s). Please understand the fixes and retry your edit commmand.\n\nERRORS:\n- E999 SyntaxError: unmatched ')'\n\nYour changes have NOT been applied."
const EDIT = 'edit 4:5\n    return ebb(hours))\nend_of_edit'
const page = (...messages: readonly (readonly Json[])[]): string =>
  summaryOf([says('user', 'The ebb comes an hour late. Mend it, please.'), ...messages.flat()])

describe('F5 · what a shell prints in a message of its own', () => {
  it('says how the command ended', () => {
    const failed = 'Traceback (most recent call last):\n  File "moon.py", line 4, in <module>\nKeyError: \'ebb\''
    const lines = sectionOf(
      page(acted('I run it.', 'python moon.py', failed), acted('And the tests.', 'pytest', '3 passed in 1s')),
      'Commands',
    )
    expect(lines).toEqual(["- “python moon.py” → failure: “KeyError: 'ebb'” (e2)", '- “pytest” → success: “3 passed in 1s” (e5)'])
  })

  it('tells edits that were not made from those that were, and counts the same failure', () => {
    const opened = acted('I open it.', 'open moon.py', '1:def ebb(hours):')
    const tried = [acted('I mend the return.', EDIT, SYNTAX), acted('Once more.', EDIT, SYNTAX)]
    const summary = page(opened, ...tried)
    expect(summary).not.toContain('moon.py: modified')
    expect(sectionOf(summary, 'Commands').join('\n')).toContain("→ failure: “- E999 SyntaxError: unmatched ')'” (e8, 2×)")
    const made = acted('Now with one bracket.', 'edit 4:5\n    return ebb(hours)\nend_of_edit', 'File updated.')
    expect(page(opened, ...tried, made)).toContain('- moon.py: modified (e11): Now with one bracket.')
  })

  it('is what came of a call though the summary ends between the two', () => {
    const messages = [says('user', 'Mend it.'), ...acted('I open it.', 'open moon.py', '1:x'), ...acted('Mended.', EDIT, SYNTAX)]
    expect(summaryOf(messages, 2_000, [6])).toContain('- last edit, not applied: the open file (e5)')
  })

  it('is no result if the message is something else', () => {
    const [call, printed] = acted('I run it.', 'python moon.py', 'Traceback (most recent call last):\nKeyError')
    const other = says('user', '<system-reminder>The tests changed.</system-reminder>')
    expect(page([call as Json, other, printed as Json])).toContain('- “python moon.py” → unknown (e2)')
  })

  it('F6 · code that the agent shows and then gives to the call is not told twice', () => {
    const first = acted('I count the hours of the ebb in moon.py first.', 'grep -c hours moon.py', '12')
    const summary = page(first, acted('There are twelve of them.', 'ls', 'moon.py'))
    expect(summary).toContain('- I count the hours of the ebb in moon.py first. (e1)')
    expect(summary.match(/grep -c hours/g)).toHaveLength(1)
  })
})
