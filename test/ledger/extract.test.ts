import { describe, expect, it } from 'vitest'
import { dropIndexOf } from '../../src/ledger/drop-index.ts'
import { extractFacts } from '../../src/ledger/extract.ts'
import { fence } from '../../src/ledger/fence.ts'
import { oneLine } from '../../src/ledger/one-line.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, workedSession } from '../support/worked-session.ts'

const facts = (messages: readonly Json[]): ReturnType<typeof extractFacts> => {
  const entries = neutralEntries(messages)
  return extractFacts(readLog(entries), { ...rangeOf(0, entries.length) })
}

describe('facts found without a model', () => {
  const entries = workedSession()
  const all = extractFacts(readLog(entries), { ...rangeOf(0, entries.length) })

  it('what people wrote, oldest first; notices of the harness are not theirs', () => {
    expect(all.requests.map((request) => request.seq)).toEqual([0, 7, 16])
  })

  it('each file once, with the last change and how often it was changed; read again, a changed file stays changed', () => {
    expect(all.files).toEqual([
      { path: 'src/lexer.ts', operation: 'created', seq: 8, times: 1 },
      { path: 'src/parser.ts', operation: 'modified', seq: 3, times: 1 },
    ])
  })

  it('F5 · commands with their outcome, and the status they ended with', () => {
    expect(all.commands).toMatchObject([
      { command: 'npm test', outcome: 'failure', exit: 1, seq: 5 },
      { command: 'npm test', outcome: 'success', exit: 0, seq: 12 },
    ])
  })

  it('the last thing the agent said', () => {
    expect(all.lastState?.seq).toBe(15)
  })

  it('only of the span asked for', () => {
    const part = extractFacts(readLog(entries), { ...rangeOf(7, 12) })
    expect(part.requests.map((request) => request.seq)).toEqual([7])
    expect(part.commands).toEqual([])
    expect(part.lastState).toBeUndefined()
  })

  it('files of a patch, each with what the patch does to it', () => {
    const patch = '*** Begin Patch\n*** Add File: a.ts\n+1\n*** Update File: b.ts\n*** Delete File: c.ts\n*** End Patch'
    for (const input of [patch, { input: patch }]) {
      expect(facts(round('apply_patch', input)).files.map(({ path, operation }) => [path, operation])).toEqual([
        ['a.ts', 'created'],
        ['b.ts', 'modified'],
        ['c.ts', 'deleted'],
      ])
    }
  })

  it('an editor tool by its sub-command', () => {
    const messages = [
      ...round('str_replace_editor', { command: 'view', path: 'a.py' }),
      ...round('str_replace_editor', { command: 'create', path: 'b.py' }),
      ...round('str_replace_editor', { command: 'str_replace', path: 'c.py' }),
    ]
    expect(facts(messages).files.map(({ operation }) => operation)).toEqual(['read', 'created', 'modified'])
  })

  it('nothing from broken arguments, other tools or properties that every object has', () => {
    const nothing = [
      ...round('read_file', '{"path": "a'),
      ...round('weather', { path: 'a' }),
      ...round('constructor', { path: 'b' }),
    ]
    expect(facts(nothing)).toMatchObject({ files: [], commands: [] })
  })

  it('a command whose result never came has an unknown outcome', () => {
    const [call] = round('bash', { command: 'sleep 999' })
    expect(facts([call as Json]).commands).toMatchObject([{ command: 'sleep 999', outcome: 'unknown' }])
  })
})

describe('a text on one line', () => {
  it('has no line breaks, and is cut with a mark', () => {
    expect(oneLine('a\n  b\tc\r\nd', 20)).toBe('a b c d')
    expect(oneLine('abcdefgh', 3)).toBe('abc…')
  })

  it('case 33 · is never cut inside a character', () => {
    expect(oneLine(`abc${'👩‍👩‍👧‍👦'}def`, 6)).toBe('abc…')
  })
})

describe('a fence', () => {
  it.each([
    ['plain', '~~~'],
    ['with ~~~ inside', '~~~~'],
    ['with ~~~~~~ and ~~~ inside', '~~~~~~~'],
    ['~~', '~~~'],
    ['', '~~~'],
  ])('case 37 · around %j is longer than any mark inside it', (text, mark) => {
    expect(fence(text)).toBe(`${mark}\n${text}\n${mark}`)
  })
})

describe('the index that a dropped span leaves', () => {
  const entries = workedSession()

  it('C23 · has keywords by which it can be found: files, tools, the words used most', () => {
    const { keywords } = dropIndexOf(readLog(entries), { ...rangeOf(0, entries.length) })
    expect(keywords.slice(0, 2)).toEqual(['src/parser.ts', 'src/lexer.ts'])
    expect(keywords).toEqual(expect.arrayContaining(['read_file', 'bash', 'parser', 'lexer']))
    expect(new Set(keywords).size).toBe(keywords.length)
    expect(keywords.length).toBeLessThanOrEqual(24)
  })

  it('C23 · has one brief line: what was asked, or how much there was', () => {
    expect(dropIndexOf(readLog(entries), { ...rangeOf(7, 10) }).brief).toBe('use the new lexer, please')
    expect(dropIndexOf(readLog(entries), { ...rangeOf(1, 3) }).brief).toBe('2 entries')
  })

  it('C23 · has the time of the first and the last entry, where they are known', () => {
    const timed = entries.map((entry): Entry => ({ ...entry, time: 1000 + entry.seq }))
    expect(dropIndexOf(readLog(timed), { ...rangeOf(3, 9) }).time).toEqual({ from: 1003, to: 1008 })
    expect(dropIndexOf(readLog(entries), { ...rangeOf(3, 9) }).time).toBeNull()
  })

  it('C23 · can be made of any number of entries', () => {
    const [first] = entries as [Entry]
    const short = { ...first, text: 'ok', raw: null }
    const many = Array.from({ length: 200_000 }, (_, seq): Entry => ({ ...short, seq: seqOf(seq), time: seq }) as Entry)
    expect(dropIndexOf(readLog(many), { ...rangeOf(0, many.length) }).time).toEqual({ from: 0, to: many.length - 1 })
  })

  it('C23 · is the same every time, and plain data', () => {
    const index = dropIndexOf(readLog(entries), { ...rangeOf(0, 10) })
    expect(dropIndexOf(readLog(workedSession()), { ...rangeOf(0, 10) })).toEqual(index)
    expect(JSON.parse(JSON.stringify(index))).toEqual(index)
  })
})
