import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/schema/json.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

const page = (...messages: readonly (readonly Json[])[]): string =>
  summaryOf([says('user', 'Mend the tide tables.'), ...messages.flat()])
const stood = (...messages: readonly (readonly Json[])[]): readonly string[] => sectionOf(page(...messages), 'Where it stood')
const edit = (before: string, after: string, result = 'ok', isError = false): readonly Json[] =>
  round('Edit', { file_path: 'src/moon.ts', old_string: before, new_string: after }, result, isError)

describe('the last edit on a page', () => {
  it('F6 · is said by the first line that it replaced', () => {
    const lines = stood(edit('a\nconst HOURS = 12', 'a\nconst HOURS = 24'), [says('assistant', 'The tide is mended.')])
    expect(lines[0]).toBe('- last edit: src/moon.ts: “const HOURS = 12” → “const HOURS = 24” (e1)')
  })

  it('F6 · shows of long lines the place where they differ', () => {
    const line = (hours: string): string => `const words = "${'the tide comes and goes, '.repeat(8)}every ${hours} hours"`
    const [said = ''] = stood(edit(line('twelve'), line('six')))
    expect(said).toContain('every twelve hours"” → “…')
    expect(said).toContain('every six hours"” (e1)')
    expect(said.length).toBeLessThan(180)
  })

  it('F6 · is said to put in or take out, where it does only that', () => {
    expect(stood(edit('a', 'a\nebb()'))).toContain('- last edit: src/moon.ts: “ebb()” put in (e1)')
    expect(stood(edit('a\nflood()', 'a'))).toContain('- last edit: src/moon.ts: “flood()” taken out (e1)')
  })

  it('F6 · of several files of a patch is that of the first, by its own lines', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/moon.ts\n@@\n keep\n-ebb(1)\n+ebb(2)\n*** Update File: b.ts\n@@\n-x1\n+x2\n*** End Patch'
    expect(stood(round('apply_patch', patch))).toContain('- last edit: src/moon.ts: “ebb(1)” → “ebb(2)” (e1)')
  })

  it('F6 · says if it was not applied, or has no result', () => {
    expect(stood(edit('a', 'ebb()'), edit('b', 'flood()', 'String to replace not found in file.', true))).toContain(
      '- last edit, not applied: src/moon.ts (e3)',
    )
    expect(stood(edit('a', 'ebb()').slice(0, 1))).toContain('- last edit, no result yet: src/moon.ts: “a” → “ebb()” (e1)')
  })

  it('F6 · in a shell that answers by messages is applied unless the message says otherwise', () => {
    const act = {
      role: 'assistant',
      content: [{ type: 'tool_call', id: null, name: 'action', arguments: 'edit 4:4\nebb()\nend_of_edit' }],
    }
    const answer = (text: string): Json => ({ role: 'tool', content: [{ type: 'tool_result', tool_call_id: null, text }] })
    expect(stood([act, answer('[File: moon.ts]\n4:ebb()')])).toContain('- last edit: the open file: “ebb()” put in (e1)')
    const refused = 'Your proposed edit has introduced new syntax error(s).\n\nYour changes have NOT been applied.'
    expect(stood([act, answer(refused)])).toContain('- last edit, not applied: the open file (e1)')
  })

  it('F6 · is not said behind a file that was written as a whole', () => {
    expect(stood(edit('a', 'ebb()'), round('Write', { file_path: 'src/b.ts', content: 'x' })).join('\n')).not.toContain(
      'last edit',
    )
  })

  it('F6 · is not said once it was taken back', () => {
    const undone = stood(edit('a', 'ebb()'), round('bash', { command: 'git checkout -- src/moon.ts' }))
    expect(undone.join('\n')).not.toContain('last edit')
  })

  it('L12 · cannot close its quotation or name an entry', () => {
    const [line] = stood(edit('a', 'say(“e4”) // ~~~~'))
    expect(line).toBe('- last edit: src/moon.ts: “a” → “say("e_4") // ~~” (e1)')
  })
})

describe('the last output on a page', () => {
  const bash = (command: string, result: string, isError = false): readonly Json[] => round('bash', { command }, result, isError)
  const word = [says('assistant', 'I look at the gauges.')]

  it('F6 · is quoted if the agent has not spoken of it', () => {
    expect(stood(word, bash('tides list', 'gauge-7f2a  high\ngauge-91bc  low'))).toContain(
      '- “tides list” printed: “gauge-7f2a high gauge-91bc low” (e2)',
    )
    expect(stood(bash('tides list', 'gauge-7f2a  high'), word).join('\n')).not.toContain('printed')
  })

  it('F6 · is quoted by its last lines if it is long', () => {
    const long = Array.from({ length: 40 }, (_, at) => `gauge-${at} stands at ${at} feet`).join('\n')
    const line = stood(word, bash('tides list', long)).find((one) => one.includes('printed')) ?? ''
    expect(line).toContain('“… gauge-')
    expect(line).toContain('gauge-39 stands at 39 feet” (e2)')
    expect(line.length).toBeLessThan(360)
  })

  it('F6 · is not quoted if it shows a file, or the command failed', () => {
    expect(stood(word, bash('cat moon.ts', 'ebb()')).join('\n')).not.toContain('printed')
    expect(stood(word, bash('tides list', 'no such harbour', true)).join('\n')).not.toContain('printed')
  })
})

describe('checks on a page', () => {
  const bash = (command: string, result: string): readonly Json[] => round('bash', { command }, result)

  it('F6 · are said with both counts, where each has a line of its own', () => {
    expect(page(bash('bun test moon', ' 204 pass\n 0 fail\n 310 expect() calls'))).toContain(
      'success: “204 pass 0 fail 310 expect() calls”',
    )
  })

  it('F6 · come before other commands that were run since', () => {
    const others = Array.from({ length: 60 }, (_, at) => bash(`tides push harbour-${at} --quietly`, 'ok')).flat()
    const text = summaryOf(
      [says('user', 'Mend the tide tables.'), ...bash('bun test moon', ' 204 pass\n 0 fail'), ...others],
      500,
    )
    expect(text).toContain('204 pass 0 fail')
  })
})
