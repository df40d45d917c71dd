import { describe, expect, it } from 'vitest'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Seq } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

/** What stands under a heading of the summary of all entries but the last `behind`. */
function under(heading: string, messages: readonly Json[], behind = 0): readonly string[] {
  const entries = neutralEntries([says('user', 'Mend the importer in src/import.ts.'), ...messages])
  const options = { shown: new Set<Seq>(), tokenizer: bpeTokenizer(), tokens: 1_000 }
  const text = floorSummary({ log: readLog(entries), ...rangeOf(0, entries.length - behind), ...options })
  const section = text.split('\n## ').find((part) => part.startsWith(heading)) ?? ''
  return section.split('\n').slice(1)
}

const open = (messages: readonly Json[], behind = 0) => under('Open', messages, behind)
const test = (command: string, isError = false) =>
  round('bash', { command }, isError ? 'Exit code: 1\n2 failed, 3 passed' : '5 passed', isError)
const FILLER = 'The rows of the table are read one by one, and nothing is kept of them after they were written. '.repeat(12)

describe('what is open', () => {
  it('case 96 · is a test that failed when it was run last, and stands in no other place', () => {
    const failing = [
      ...test('npm test', true),
      ...round('Edit', { file_path: 'src/import.ts', old_string: 'a', new_string: 'b' }),
    ]
    expect(open(failing)).toEqual([expect.stringMatching(/^- “npm test” → failure.*\(e1\)$/)])
    expect(under('Commands', failing)).toEqual([])
    expect(open([...failing, ...test('npm test -- --run')])).toEqual([])
    expect(open([...test('go test ./a', true), ...test('go test ./...')])).toEqual([])
    expect(open([...test('npm test'), ...test('npm run lint', true)])[0]).toContain('npm run lint')
    expect(open(round('bash', { command: 'ls nowhere' }, 'no such file', true))).toEqual([])
  })

  it('case 96 · is not a build that failed before tests of the same tools passed', () => {
    const built = round('bash', { command: 'go build ./...' }, 'pool.go:3:1: undefined: drain', true)
    expect(open(built)[0]).toContain('undefined: drain')
    expect(open([...built, ...test('go test ./...')])).toEqual([])
    expect(open([...built, ...test('npm test')])).toHaveLength(1)
  })

  it('case 96 · is not a test that is run again behind the summary', () => {
    expect(open([...test('npm test', true), ...test('npm test')], 2)).toEqual([])
  })

  it.each([
    'Next I will add a retry to `importRows`.',
    'Then I will add a retry to `importRows`.',
    'The retry of `importRows` is still missing.',
    'Als Nächstes werde ich `importRows` einen zweiten Versuch geben.',
    'Shall `importRows` retry when the disk is full?',
  ])('case 96 · is what the agent last said that comes next, until it does something: %s', (sentence) => {
    const said = says('assistant', `${FILLER}\n${sentence}\n${FILLER}`)
    expect(open([said])).toEqual([`- ${sentence} (e1)`])
    expect(open([says('assistant', sentence)])).toEqual([])
    if (sentence.endsWith('?')) expect(open([said, says('user', 'Yes.')])).toEqual([])
    else expect(open([said, ...test('npm test')])).toEqual([])
    expect(open([said, says('user', 'Yes.'), ...test('npm test')], 3)).toEqual([])
  })
})
