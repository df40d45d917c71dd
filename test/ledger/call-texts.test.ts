import { describe, expect, it } from 'vitest'
import { callTexts } from '../../src/ledger/call-texts.ts'
import { readEntry } from '../../src/ledger/read-entry.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import { neutralEntries } from '../support/logs.ts'
import { summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

const texts = (args: Json): Texts => read(JSON.stringify(args), args)

interface Texts {
  readonly used: string
  readonly fresh: string
}

function read(input: string, args: Json | undefined): Texts {
  const found = callTexts(input, args)
  return { used: found.used(), fresh: found.fresh() }
}

describe('the texts of a call', () => {
  it('are its values in order, without their names', () => {
    const args = { path: 'src/a.ts', edits: [{ line: 120, text: 'one\ntwo' }, 'three'], isDry: true, note: null }
    expect(texts(args).used).toBe('src/a.ts\n120\none\ntwo\nthree')
  })

  it('are fresh but for what the call takes out', () => {
    const args = {
      file_path: 'a.ts',
      old_string: 'gone',
      new_string: 'here',
      edits: [{ oldText: 'gone too', newText: 'also here' }],
    }
    expect(texts(args).fresh).toBe('a.ts\nhere\nalso here')
    expect(texts(args).used).toBe('a.ts\nhere\nalso here')
  })

  it('are not fresh where they stand there only to say where, or are a command', () => {
    const args = { file_path: 'a.ts', old_string: '// kept\nlet a = 1', new_string: '// kept\n// made\nlet a = 2' }
    expect(texts(args).fresh).toBe('a.ts\n// made\nlet a = 2')
    expect(texts({ command: 'npm test -- src/pool.ts' })).toEqual({ used: 'npm test -- src/pool.ts', fresh: '' })
    expect(texts({ command: "cat > a.md <<'EOF'\nWhat it is for.\nEOF" }).fresh).toContain('What it is for.')
  })

  it('are, of a patch, the lines that it adds', () => {
    const patch = '*** Begin Patch\n*** Update File: a.ts\n-// the old way\n+// the new way\n*** End Patch'
    expect(texts({ input: patch }).fresh).toBe('// the new way')
    expect(read(patch, undefined).fresh).toBe('// the new way')
  })

  it('are what stands there, where it is no JSON', () => {
    expect(read('{"path": "src/a', undefined)).toEqual({ used: '{"path": "src/a', fresh: '{"path": "src/a' })
  })

  it('are read as far as is worth it, however long or deep they are', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}"x"${']'.repeat(5_000)}`) as Json
    expect(read('', deep).used).toBe('x')
    expect(texts(['y'.repeat(100_000), 'z']).used.length).toBeLessThanOrEqual(8_000)
  })
})

describe('names that a call uses', () => {
  const namesOf = (input: object): readonly string[] =>
    readEntry(neutralEntries(round('edit_file', input)).find(({ kind }) => kind === 'tool-call') as Entry).names

  it('are those of its values: the names of its arguments do not count as names', () => {
    expect(namesOf({ file_path: 'src/pool.ts', new_string: 'drain\\nflushAll()' })).toEqual([
      'src/pool.ts',
      'pool.ts',
      'flushAll',
    ])
  })

  it('are found far into what it writes, with the comment that says what they are', () => {
    const code = `${'let x = 1\n'.repeat(300)}// drainPool waits until every socket of the pool is closed.\nfunction drainPool() {}`
    const entry = neutralEntries(round('write_file', { path: 'src/pool.ts', content: code })).at(0) as Entry
    expect(readEntry(entry).names).toContain('drainPool')
    expect(readEntry(entry).remarks.map(({ text }) => text)).toContain(
      '// drainPool waits until every socket of the pool is closed.',
    )
  })
})

describe('what a long call says on a page', () => {
  const brief = Array.from({ length: 40 }, (_, at) => `Read docs/part-${at}.md before you write about harbour${at}.ts, please.`)
  const found = Array.from({ length: 20 }, (_, at) =>
    says('assistant', `The quay of src/quay-${at}.ts is closed on Sundays because of \`tide${at}\`.`),
  )

  it('leaves room for what the agent found elsewhere', () => {
    const page = summaryOf(
      [says('user', 'Go.'), ...found, ...round('spawn_agent', { prompt: brief.join('\n') }), says('assistant', 'Done.')],
      600,
    )
    expect(page.split('argument of spawn_agent').length - 1).toBeLessThanOrEqual(2)
    expect(page.match(/src\/quay-\d+\.ts/g)?.length ?? 0).toBeGreaterThan(8)
  })

  it('is not what stands in the plan already', () => {
    const plan = [{ step: 'Move the table of src/quay.ts to src/pier.ts now', status: 'in_progress' }]
    const page = summaryOf([says('user', 'Go.'), ...round('update_plan', { plan }), says('assistant', 'Done.')])
    expect(page.split('Move the table').length - 1).toBe(1)
  })
})
