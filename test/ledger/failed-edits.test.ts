import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/schema/json.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

const open = (...messages: readonly (readonly Json[])[]): readonly string[] =>
  sectionOf(summaryOf([says('user', 'Mend the tide tables.'), ...messages.flat()]), 'Open')
const edit = (path: string, result = 'ok', isError = false): readonly Json[] =>
  round('Edit', { file_path: path, old_string: 'ebb', new_string: `flood ${result.length}` }, result, isError)
const MISSING = 'ERROR:\nParameter `old_str` is required for command: str_replace.'

describe('F6 · a file that could not be edited', () => {
  it('is open, with the reason and how often it was tried', () => {
    expect(open(edit('moon.ts', MISSING, true), edit('moon.ts', MISSING, true))).toEqual([
      '- edit of moon.ts → failure: “Parameter `old_str` is required for command: str_replace.” (e3, 2×)',
    ])
  })

  it('is not once it was edited, nor while another file is in its place', () => {
    expect(open(edit('moon.ts', MISSING, true), edit('moon.ts'))).toEqual([])
    const [first] = open(edit('moon.ts', MISSING, true), edit('sun.ts'))
    expect(first).toContain('- edit of moon.ts → failure')
  })

  it('is edited if that happens behind the summary', () => {
    const messages = [says('user', 'go'), ...edit('moon.ts', MISSING, true), ...edit('moon.ts')]
    expect(sectionOf(summaryOf(messages, 2_000, [3, 4]), 'Open')).toEqual([])
  })

  it('is not told if a person did not want it, or the reason could close its quotation', () => {
    const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    expect(open(edit('moon.ts', refused, true))).toEqual([])
    expect(open(edit('moon.ts', 'No match for “ebb” here', true))).toEqual([])
  })
})
