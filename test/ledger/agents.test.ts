import { describe, expect, it } from 'vitest'
import { kindOfWish } from '../../src/ledger/cues.ts'
import { extractFacts } from '../../src/ledger/extract.ts'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readEntry } from '../../src/ledger/read-entry.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

/* What was wrong in summaries of real sessions, one case each. */

const facts = (messages: readonly Json[]): ReturnType<typeof extractFacts> => {
  const entries = neutralEntries(messages)
  return extractFacts(readLog(entries), { ...rangeOf(0, entries.length) })
}
const filesOf = (messages: readonly Json[]) => facts(messages).files.map(({ path, operation }) => `${path}: ${operation}`)
const summary = (messages: readonly Json[]): string => {
  const entries = neutralEntries(messages)
  return floorSummary({
    log: readLog(entries),
    ...rangeOf(0, entries.length),
    tokens: 2_000,
    shown: new Set(),
    tokenizer: bpeTokenizer(),
  })
}
const written = (messages: readonly Json[]): readonly string[] =>
  neutralEntries(messages).flatMap((entry) => readEntry(entry).remarks.map(({ text }) => text))

describe('F5 · files', () => {
  it('what a tool or a person refused was not done', () => {
    const rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    expect(
      filesOf([
        ...round('Edit', { file_path: 'a.ts', new_string: '1' }),
        ...round('Edit', { file_path: 'b.ts', new_string: '12' }, rejected),
        ...round('Write', { file_path: 'c.ts', content: '123' }, 'EACCES', true),
        ...round('Read', { file_path: 'no-such-file.ts' }, 'Error: not found'),
      ]),
    ).toEqual(['a.ts: modified'])
  })

  it('one that is written again was not created; one that is deleted is not modified', () => {
    const patch = '*** Begin Patch\n*** Delete File: c.ts\n*** End Patch'
    expect(
      filesOf([
        ...round('Read', { file_path: 'a.ts' }),
        ...round('Write', { file_path: 'a.ts', content: '1' }),
        ...round('Write', { file_path: 'b.ts', content: '12' }),
        ...round('Write', { file_path: 'c.ts', content: '123' }),
        ...round('apply_patch', patch),
      ]),
    ).toEqual(['a.ts: modified', 'b.ts: created', 'c.ts: deleted'])
  })

  it('a patch that a failing command applied may have been applied', () => {
    const command = 'apply_patch <<EOF\n*** Begin Patch\n*** Add File: a.ts\n+1\n*** End Patch\nEOF\nnpm test'
    expect(filesOf(round('shell', { command }, 'exit code: 1'))).toEqual(['a.ts: created'])
  })

  it('SWE-agent’s commands are its input as it is', () => {
    const messages = [
      ...round('action', 'create reproduce.py\n'),
      ...round('action', 'open src/a.py'),
      ...round('action', 'ls -F'),
    ]
    expect(filesOf(messages)).toEqual(['reproduce.py: created', 'src/a.py: read'])
    expect(facts(messages).commands.map(({ command }) => command)).toEqual(['create reproduce.py', 'open src/a.py', 'ls -F'])
    expect(facts(round('action', '{"command": "ls')).commands).toEqual([])
  })
})

describe('what people paste', () => {
  it('lines of code in a long message are not what they said, and their own words are', () => {
    const pasted = `The reviewer says this about src/stream.ts, please fix it.\n${'const decoder = new TextDecoder(); // in src/stream.ts\n'.repeat(40)}`
    const said = written([says('user', pasted)])
    expect(said).toEqual(['The reviewer says this about src/stream.ts, please fix it.'])
    expect(written([says('user', 'const decoder = new TextDecoder(); // why in src/stream.ts?')])).toHaveLength(1)
  })
})

describe('F5 · commands', () => {
  const failing = (text: string): readonly Json[] => round('bash', { command: 'npm test' }, text, true)

  it('one that failed says why, in the tool’s words, quoted; words that could close the quotation are left out', () => {
    expect(summary(failing('TypeError: parse is not a function in src/a.ts'))).toContain(
      '- “npm test” → failure: “TypeError: parse is not a function in src/a.ts” (e0)',
    )
    expect(summary(failing('Error: expected “a” but found b in src/a.ts'))).toContain('- “npm test” → failure (e0)')
  })

  it('one that was run again is said once, as it ended last', () => {
    const again = summary([
      ...failing('Error: no'),
      ...failing('Error: still no'),
      ...round('bash', { command: 'npm test' }, 'ok'),
    ])
    expect(again).toContain('- “npm test” → success, after a failure at e2 with “Error: still no” (e4)')
    expect(again.match(/npm test/g)).toHaveLength(1)
  })
})

describe('what people ask', () => {
  it('a word to the client is no task', () => {
    expect(facts([says('user', '/mode'), says('user', 'Port the selector.'), says('user', '/theme ')]).requests).toMatchObject([
      { text: 'Port the selector.' },
    ])
    expect(facts([says('user', '/etc/hosts is wrong')]).requests).toHaveLength(1)
  })

  it.each([
    ['What do we do with auto commits, always fill in 100 %?', 'request'],
    ["I don't understand, does it capture the theme?", 'request'],
    ['Can you make sure the line count is correct?', 'request'],
    ['Could you please never push to main?', 'constraint'],
    ['Kannst du bitte nie auf main pushen?', 'constraint'],
    ['Never push to main.', 'constraint'],
    ['No, the block should stay as is', 'rejected'],
  ])('who asks sets no rule, who asks politely does: %s', (sentence, kind) => {
    expect(kindOfWish(sentence)).toBe(kind)
  })

  it('a message that is one rule is quoted once', () => {
    const text = summary([says('user', 'Fix it.'), says('user', 'Never touch the generated files in src/gen, please')])
    expect(text.match(/Never touch the generated files/g)).toHaveLength(1)
  })
})

describe('what is said', () => {
  it('text that an edit or a patch takes away is no longer said', () => {
    const edit = {
      file_path: 'a.ts',
      old_string: '// Reads every file of src/old before the parser',
      new_string: '// Reads only src/new before the parser',
    }
    expect(written(round('Edit', edit))).toEqual(['// Reads only src/new before the parser'])
    const patch =
      '*** Begin Patch\n*** Update File: a.md\n-It starts the old parser in src/old first\n+It starts the new parser in src/new first\n*** End Patch'
    expect(written(round('apply_patch', { input: patch }))).toEqual(['It starts the new parser in src/new first'])
  })

  it('lines of code are not', () => {
    const code = [
      't.Errorf("expected no added lines in src/a.go but got some", added)',
      'return fmt.Errorf("failed to delete the branch src/a.go here", err)',
      'state, err = s.initializeSession(repo for src/a.go here now',
      'export type TargetAgent = keyof typeof TARGET_AGENTS for all;',
      'import { one, two } from "the/module/with/a/path"',
    ]
    expect(
      written(
        round('Write', { file_path: 'a.go', content: `${code.join('\n')}\n// The parser in src/a.go is slow for long lines` }),
      ),
    ).toEqual(['// The parser in src/a.go is slow for long lines'])
  })

  it('what an agent prints around output is not, nor that a tool did as it was told', () => {
    const output = 'Chunk ID: 5a2\nWall time: 0.2000 seconds\nOutput:\nThe parser in src/a.ts has 3 faults'
    expect(written(round('exec_command', { cmd: 'x' }, output))).toEqual(['The parser in src/a.ts has 3 faults'])
    expect(written(round('Edit', { path: 'a' }, 'The file /src/a.ts has been updated successfully.'))).toEqual([])
    expect(written(round('edit', { path: 'a' }, 'Successfully replaced text in packages/a.ts.'))).toEqual([])
    expect(written(round('read', { path: 'a' }, '  12\tThe parser in src/a.ts has 3 faults'))).toEqual([
      'The parser in src/a.ts has 3 faults',
    ])
  })
})

describe('other languages', () => {
  it.each([
    ['ja', '必ずテストを実行してください。', '必ずテストを実行してください。'],
    ['ja', 'いい感じです。Redis は使わないでください。', 'Redis は使わないでください。'],
    ['zh', '不要使用 Redis。端口是 8080。', '不要使用 Redis。'],
    ['ko', 'Redis는 절대 사용하지 마세요. 감사합니다.', 'Redis는 절대 사용하지 마세요.'],
    ['ru', 'Никогда не используй Redis здесь.', 'Никогда не используй Redis здесь.'],
    ['ar', 'يجب ألا تغير الاختبارات.', 'يجب ألا تغير الاختبارات.'],
    ['de', 'Bitte ändere die Tests niemals.', 'Bitte ändere die Tests niemals.'],
  ])('F4 · a rule in %s is found, whole: %s', (_, text, rule) => {
    const [entry] = neutralEntries([says('user', text)])
    if (entry === undefined) throw new Error('expected an entry')
    expect(
      readEntry(entry)
        .remarks.filter(({ kind }) => kind === 'constraint')
        .map((remark) => remark.text),
    ).toEqual([rule])
  })

  it.each([
    ['## Aufgabe, wörtlich', ['Bitte baue den Importer, und das ist nicht alles.']],
    ['## 依頼（原文）', ['src/import.ts を直してください。', 'log '.repeat(200)]],
    ['## 任务（原文）', ['请修复 src/import.ts', 'log '.repeat(200)]],
    [
      '## Aufgabe, wörtlich',
      ['Fix it.', 'Und jetzt bitte die Tests, aber nicht in test/live.', 'Das ist gut, mach bitte weiter mit dem Rest.'],
    ],
    [
      '## Task, verbatim',
      ['Please fix the button that says キャンセル.', 'And the one with the icon.', 'y y y y y y y', 'ok', 'go on'],
    ],
    ['## المهمة، حرفيًا', ['أصلح src/import.ts من فضلك']],
  ])('C6 · headings follow people, not what they paste: %s', (heading, texts) => {
    const text = summary(texts.map((one) => says('user', one)))
    expect(text).toContain(heading)
    expect(text).toContain(texts[0])
  })
})
