import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNames } from '../../src/ledger/names.ts'
import { statementsOf } from '../../src/ledger/statements.ts'

const names = (text: string): readonly string[] => readNames(text).names

describe('names read off a text', () => {
  it.each([
    ['a path, and the file it ends with', 'Fixed src/net/http.ts today', ['src/net/http.ts', 'http.ts']],
    ['symbols', 'callReader and MAX_ROUNDS and parse_text', ['callReader', 'MAX_ROUNDS', 'parse_text']],
    [
      'a member, and its own name',
      'strategy.TruncateDescription is gone',
      ['strategy.TruncateDescription', 'TruncateDescription'],
    ],
    ['an address', 'see https://example.org/a/b-c', ['https://example.org/a/b-c']],
    ['hashes, ids and versions', 'commit 3696270, PR #412, v1.24.0', ['3696270', '#412', 'v1.24.0', '24.0'].slice(0, 3)],
    ['numbers with units, and ports', 'wait 250ms on 8080', ['250ms', '8080']],
    ['whatever stands in backticks', 'the `retry` budget', ['retry']],
    ['nothing in plain prose', 'This is and/or was a sentence, e.g. an easy one.', []],
  ])('F5 · %s', (_, text, expected) => {
    expect(names(text)).toEqual(expect.arrayContaining(expected))
    if (expected.length === 0) expect(names(text)).toEqual([])
  })

  it('of an edit in the text, what is put in is a statement, not what is searched for', () => {
    const edit = '<<<<<<< SEARCH\nconst limit = oldLimit\n=======\nconst limit = newLimit\n>>>>>>> REPLACE'
    const [, code] = statementsOf(`I raise the limit in the file:\n\n\`\`\`ts\n${edit}\n\`\`\`\n`, { withCode: true })
    expect(code?.text).toBe('I raise the limit in the file: const limit = newLimit')
  })

  it('are not glued to an escaped line break of JSON arguments', () => {
    expect(names(String.raw`{"command":"cd x\nrun_tests\tfast_mode"}`)).toEqual(['run_tests', 'fast_mode'])
  })

  it('are verbatim pieces of the text, each once, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const found = names(text)
        expect(new Set(found).size).toBe(found.length)
        for (const name of found) expect(text).toContain(name)
      }),
    )
  })
})

describe('statements', () => {
  it('are sentences and list items, without marks and without code', () => {
    const text =
      'Two bugs were found. The first: `a.ts` leaks memory.\n```\nconst x = 1 and more words here\n```\n- b is far too slow'
    expect(statementsOf(text).map((statement) => statement.text)).toEqual([
      'Two bugs were found.',
      'The first: `a.ts` leaks memory.',
      'b is far too slow',
    ])
  })

  it('are verbatim pieces on one line, in order; a cut one says so', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ mode: 'sentences', maxCount: 8 }), { maxLength: 6 }), (paragraphs) => {
        const text = paragraphs.join('\n')
        let at = -1
        for (const statement of statementsOf(text)) {
          expect(text.slice(statement.at)).toSatisfy((rest: string) => rest.startsWith(statement.text.replace(/…$/, '')))
          expect(statement.text).not.toContain('\n')
          expect(statement.at).toBeGreaterThan(at)
          at = statement.at
        }
      }),
    )
  })

  it('of a very long sentence are cut at a word', () => {
    const [only] = statementsOf(`start ${'word '.repeat(400)}end`)
    expect(only?.text.length).toBeLessThanOrEqual(321)
    expect(only?.text.endsWith('word…')).toBe(true)
  })

  it.each([
    [
      'Chinese',
      '不要修改测试文件。端口是 8080，用 parseConfig 读取。',
      ['不要修改测试文件。', '端口是 8080，用 parseConfig 读取。'],
    ],
    ['Japanese', '必ずテストを実行。設定は config.ts です', ['必ずテストを実行。', '設定は config.ts です']],
    ['Korean', '테스트 파일을 수정하지 마세요.', ['테스트 파일을 수정하지 마세요.']],
  ])('B6 · are found where no space stands between words: %s', (_, text, expected) => {
    expect(statementsOf(text).map((statement) => statement.text)).toEqual(expected)
  })

  it('may be as short as asked for', () => {
    expect(statementsOf('No tests.').length).toBe(0)
    expect(statementsOf('No tests.', { fewestWords: 1, fewestLetters: 6 }).map(({ text }) => text)).toEqual(['No tests.'])
  })

  it('hold the code that follows them, where that is asked for', () => {
    const text =
      'I would name the field:\n\n```json\n{\n  "initial_share": 92\n}\n```\nThat is all there is.\n```\nrun_tests --fast\n'
    expect(statementsOf(text, { withCode: true }).map((statement) => statement.text)).toEqual([
      'I would name the field:',
      'I would name the field: { "initial_share": 92 }',
      'That is all there is.',
    ])
    const [only] = statementsOf(`\`\`\`\n${'call_it(now)\n'.repeat(900)}\`\`\`\nLater, far away, something is said.`, {
      withCode: true,
    })
    expect(only?.text).toMatch(/^call_it\(now\) call_it.*…$/)
    expect(only?.text.length).toBeLessThanOrEqual(281)
  })
})
