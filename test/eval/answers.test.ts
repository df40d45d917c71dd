import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { falsify } from '../../eval/answers/falsify.ts'
import { answerFiles } from '../../eval/answers/files.ts'
import { materialOf, sayMaterial } from '../../eval/answers/material.ts'
import { promptAbout } from '../../eval/answers/prompt.ts'
import { printAnswers, printRefused } from '../../eval/answers/report.ts'
import { measureAnswer } from '../../eval/answers/run.ts'
import { judgeTwins, printTwins } from '../../eval/answers/twins.ts'
import { printVerdicts } from '../../eval/answers/verdicts.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { transcriptOf } from '../../src/summarizers/model/transcript.ts'
import { coding } from '../../src/summarizers/profiles.ts'
import { neutralEntries } from '../support/logs.ts'

const text = (role: string, words: string): JsonObject => ({ role, content: [{ type: 'text', text: words }] })
const FILLER = 'The harbour board was looked through line by line and nothing else came up. '.repeat(60)
const messages = [
  text('user', 'The night board shows ferries twice. Never change src/index.ts.'),
  text('assistant', 'The night board in src/boards/night.ts merges 4 lists. It does not read the tide table.'),
  ...Array.from({ length: 10 }, (_, at) => [
    text('user', `Go on with part ${at}. ${FILLER}`),
    text('assistant', `Part ${at} is read. ${FILLER}`),
  ]).flat(),
  { ...text('user', 'This session is being continued. The board in src/boards/night.ts was read.'), compactSummary: true },
  text('assistant', 'Next I change src/boards/night.ts.'),
] as const
const operations = [
  ['fact', 'src/boards/night.ts merges 4 lists.'],
  ['fact', 'The night board does not read the tide table.'],
  ['fact', 'The night board merges 9 lists of src/boards/day.ts.'],
].map(([kind, words]) => ({ op: 'add', item: { kind, text: words, sources: [1], authority: 'assistant' } }))

describe('npm run answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'))
  beforeAll(() => {
    mkdirSync(join(folder, 'answers'))
    mkdirSync(join(folder, 'sessions/harbour'), { recursive: true })
    writeFileSync(join(folder, 'sessions/harbour/one.json'), JSON.stringify({ id: 'one', source: 'harbour', messages }))
    const answer = { session: 'harbour/one', from: 0, to: messages.length - 2, answer: { operations } }
    writeFileSync(join(folder, 'answers/one.json'), JSON.stringify(answer))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('says what was taken of an answer, what was refused and why, and what its falsified twins came to', async () => {
    const [file] = answerFiles(join(folder, 'answers'), join(folder, 'sessions'))
    if (file === undefined) throw new Error('expected an answer')
    const measured = await measureAnswer(file)
    expect(measured.account.by).toBe('answers')
    expect(measured.pages.map(({ name }) => name)).toEqual(['deterministic', 'with the answer', 'the product’s own'])
    const beside = measured.pages.slice(0, 2).map(({ text: page }) => /In full below: [^.]+/.exec(page)?.[0])
    expect(beside[0]).toBe(beside[1])
    expect(printAnswers([measured])).toContain('3 operations: 0 refused (0.0 %), 1 in a lighter form')
    expect(printVerdicts([measured])).toBe('refused, and whether that is right')
    const rejected = [{ reason: 'speaks-for-user' as const, text: 'add: The person chose a minor release.' }]
    const known = { ...measured, file: { ...file, name: '23' }, account: { ...measured.account, rejected } }
    expect(printVerdicts([known])).toMatch(
      /23 +speaks-for-user +right: of a person +The person chose a minor release\.\n +1 +right: of a person/,
    )
    expect(printVerdicts([{ ...known, file }])).toContain('not looked at')
    expect(printRefused([measured])).toMatch(/lighter not-in-source \([^)]+\) fact of assistant, e1\n/)
    const twins = judgeTwins(file.operations, measured.entries, measured.record.span)
    expect(twins.map(({ class: name, isRefused }) => `${name} ${isRefused}`)).toEqual([
      'number true',
      'path true',
      'negation taken out true',
    ])
    expect(printTwins(twins)).toMatch(/all {24}3 {7}3 {2}100\.0 %/)
  })

  it('says what a model would be asked about a session, word for word', async () => {
    const prompt = await promptAbout({ name: 'one', messages: messages.slice(0, -2), window: 8_000 }, coding)
    expect(prompt).toMatch(
      /^You keep the notes .+\[e1 agent \w{6}\]\nThe night board in src\/boards\/night\.ts merges 4 lists\./s,
    )
    expect(prompt.endsWith('Now the JSON object.')).toBe(true)
  })
})

describe('falsified twins', () => {
  const paths = ['src/a.ts', 'src/b.ts', 'src/c.json']
  const source = 'nightGate opens 9 gates and 17 doors; nightBoard has 4 lists.'
  it.each([
    ['number', 'It has 4 lists.', ['It has 7 lists.']],
    ['number', 'It has three lists in v1.2.3.', ['It has five lists in v1.2.3.']],
    ['negation put in', 'It is read.', ['It is not read.']],
    ['negation put in', 'It is read, but not written.', []],
    ['negation taken out', 'It has not been read.', ['It has been read.']],
    ['negation taken out', 'It works without Redis.', ['It works with Redis.']],
    ['path', 'src/a.ts reads it.', ['src/b.ts reads it.']],
    ['path', 'src/c.json holds it.', []],
    ['done/pending', 'The import was added.', ['The import was still to be added.']],
    ['done/pending', 'The test fails.', ['The test passes.']],
    ['guess as fact', 'It is probably slow.', ['It is slow.']],
    ['guess as fact', 'It is slow.', []],
    ['line, version, time', 'a.ts:12 fails at 10:45.', ['a.ts:15 fails at 10:45.', 'a.ts:12 fails at 10:48.']],
    ['number of the sources', 'It has 4 lists.', ['It has 9 lists.']],
    ['name of the sources', 'nightBoard fails.', ['nightGate fails.']],
    ['names swapped', 'nightBoard calls mergeLists twice.', ['mergeLists calls nightBoard twice.']],
    ['names swapped', 'nightBoard and mergeLists are read.', []],
    ['cause and effect', 'The board is slow because it merges lists.', ['it merges lists because The board is slow.']],
    ['before/after', 'It was read after the merge.', ['It was read before the merge.']],
    ['more/less', 'It takes at most two lists.', ['It takes at least two lists.']],
    ['all/some', 'All lists are merged.', ['Only some of lists are merged.']],
    ['opposite deed', 'The gate was added.', ['The gate was removed.']],
  ] as const)('%s · %s', (name, original, twins) => {
    expect(falsify(name, original, { paths, source })).toEqual(twins)
  })
})

describe('what a model is shown', () => {
  it('D7 · of a session that is mostly output is less than half of what heads and tails of all entries have, and says all that people said', () => {
    const source = Array.from(
      { length: 120 },
      (_, line) => `export function harbour${line}(): number { return ${line * 7} }`,
    ).join('\n')
    const read = (at: number): readonly JsonObject[] => [
      {
        role: 'assistant',
        content: [{ type: 'tool_call', id: `c${at}`, name: 'read_file', arguments: `{"path":"src/board${at % 3}.ts"}` }],
      },
      { role: 'tool', content: [{ type: 'tool_result', tool_call_id: `c${at}`, text: source }] },
      text('assistant', `The function harbour${at} of src/board${at % 3}.ts is right.`),
      text('user', `And harbour${at + 1}?`),
    ]
    const entries = neutralEntries([
      text('user', 'Which harbour is wrong?'),
      ...Array.from({ length: 12 }, (_, at) => read(at)).flat(),
    ])
    const range = rangeOf(0, entries.length)
    const { tokens, before } = materialOf(entries, range)
    expect(tokens / before).toBeLessThan(0.5)
    const shown = transcriptOf(entries, range, undefined)
      .map((entry) => entry.text)
      .join('\n')
    for (let at = 0; at < 12; at += 1) expect(shown).toContain(`And harbour${at + 1}?`)
    expect(sayMaterial([{ tokens: 1_234, before: 4_000 }])).toBe('1,234 of 4,000 tokens (31 %)')
  })
})
