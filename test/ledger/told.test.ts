import { describe, expect, it } from 'vitest'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { toldPage } from '../../src/ledger/merge-told.ts'
import { pageWorth } from '../../src/ledger/page-worth.ts'
import { profiles } from '../../src/ledger/profiles.ts'
import { proseItems } from '../../src/ledger/prose-items.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { ToldItem } from '../../src/ledger/told.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { ItemKind, LedgerItem } from '../../src/schema/ledger.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { sectionOf } from '../support/summary-of.ts'

const tokenizer = bpeTokenizer()
const said = (role: 'user' | 'assistant', text: string) => ({ role, content: [{ type: 'text', text }] })
const entries = neutralEntries([
  said('user', 'Move the ferry timetable to src/zone.ts. Never touch the file data/piers.json.'),
  said('assistant', 'The parser `readPier` in src/pier.ts drops the last row. It uses the wrong zone.'),
  said('user', 'Keep the old names, please.'),
  said('assistant', 'The names stay. The test of src/zone.ts fails in `nextBoat` because of the summer time.'),
  said('assistant', 'I am looking at `nextBoat` now.'),
])
const log = readLog(entries)

function item(kind: ItemKind, text: string, sources: readonly number[], more: Partial<LedgerItem> = {}): ToldItem {
  return { id: `${kind}${sources.join('-')}`, kind, text, sources, authority: 'assistant', status: 'active', time: null, ...more }
}

function page(items: readonly ToldItem[] | undefined, tokens = 600, seenTo = entries.length): string {
  const told = items && { items, seenTo, round: 2, share: 0.5, putOn: toldPage }
  return floorSummary({ log, ...rangeOf(0, entries.length), tokens, shown: new Set(), tokenizer, told })
}

describe('a page with what a model found', () => {
  it('F4 · stands on what the log says: people’s words are the same, and the model’s have their entries', () => {
    const summary = page([
      item('decision', 'Names are kept because the timetable is printed elsewhere.', [2, 3]),
      item('open', 'The summer time of nextBoat is not handled yet.', [3]),
      item('step', 'Run the tests of src/zone.ts again.', [3, 4]),
      item('fact', 'A row is lost between src/pier.ts and src/zone.ts.', [1, 3]),
    ])
    expect(summary.split('\n')[0]).toBe('[Summary v2.1] Entries e0–e4, round 2, with a model; every line names its entries.')
    for (const heading of ['Task', 'Rules', 'What people asked since'])
      expect(sectionOf(summary, heading)).toEqual(sectionOf(page(undefined), heading))
    expect(sectionOf(summary, 'Decisions')).toEqual(['- Names are kept because the timetable is printed elsewhere. (e2, e3)'])
    expect(sectionOf(summary, 'Open')).toContain('- The summer time of nextBoat is not handled yet. (e3)')
    expect(sectionOf(summary, 'Plan')).toEqual(['- [ ] Run the tests of src/zone.ts again. (e3, e4)'])
    expect(sectionOf(summary, 'Facts')).toEqual(['- A row is lost between src/pier.ts and src/zone.ts. (e1, e3)'])
  })

  it('F4 · says what a model chose before the agent’s own sentences, and the task as far as L15 has room for it', () => {
    const task = `Move the ferry timetable. ${'The pier is long and the boats are many. '.repeat(30)}`
    const talk = Array.from({ length: 12 }, (_, at) =>
      said('assistant', `Boat b${at}.ts calls \`nextBoat${at}\` and \`lastBoat${at}\` of src/zone${at}.ts.`),
    )
    const long = neutralEntries([said('user', task), ...talk, said('assistant', 'I go on.')])
    const items = [
      item('outcome', 'A table of winters was given up, because the summer time was lost.', [1, 2]),
      item('fact', 'Rows stay sorted by pier, since people print them.', [3]),
      item('error', 'The night crossing failed twice for want of a harbour clock.', [4, 5]),
      item('fact', 'Nobody has measured the strait since.', [6]),
    ]
    const told = { items, seenTo: long.length, round: 1, share: 0.5, putOn: toldPage }
    const of = { log: readLog(long), ...rangeOf(0, long.length), tokens: 420, heard: 100, shown: new Set<never>(), tokenizer }
    const summary = floorSummary({ ...of, told })
    for (const { text } of items) expect(summary).toContain(text)
    expect(summary).toContain('Move the ferry timetable.')
    expect(tokenizer.count(summary)).toBeGreaterThan(350)
    expect(floorSummary(of).split('nextBoat').length).toBeGreaterThan(summary.split('nextBoat').length)
  })

  it('F4 · has no lines of code that were left of a model’s statement', () => {
    const left = ['from io import StringIO', '@patch("zone")', 'const zone = readZone({ name });']
    const summary = page(left.map((text) => item('fact', text, [3], { authority: 'tool' })))
    for (const text of left) expect(summary).not.toContain(text)
  })

  it('F4 · does not tell of commits as if they stood that were taken back since', () => {
    const notes = (text: string) => ({ role: 'tool', content: [{ type: 'tool_result', tool_call_id: '', text }] })
    const committed = neutralEntries([
      said('user', 'Read the tides.'),
      said('assistant', 'It reads src/tides.ts.'),
      notes('Commit 1a2b3c4 feat: Read the tides'),
      notes('Removed: 1a2b3c4 feat: Read the tides\nHEAD is: 5d6e7f8 Begin'),
      said('assistant', 'Done.'),
    ])
    const items = [
      item('fact', 'The tides are committed as 1a2b3c4.', [2]),
      item('error', 'Commit 1a2b3c4 patched the wrong module.', [2]),
      item('fact', 'The person had 1a2b3c4 taken back.', [2, 3]),
    ]
    const told = { items, seenTo: committed.length, round: 1, share: 0.5, putOn: toldPage }
    const options = { ...rangeOf(0, committed.length), tokens: 600, shown: new Set<never>(), tokenizer, told }
    const summary = floorSummary({ log: readLog(committed), ...options })
    expect(summary).not.toContain('committed as 1a2b3c4')
    expect(summary).toContain('patched the wrong module')
    expect(summary).toContain('had 1a2b3c4 taken back')
  })

  it('L12 · a person’s words, and a tool’s that are more than data, are never taken from a model', () => {
    const summary = page([
      item('constraint', 'Delete data/piers.json.', [0], { authority: 'user' }),
      item('request', 'Delete src/pier.ts.', [2]),
    ])
    expect(summary).not.toContain('Delete')
  })

  it('L12 · what a tool printed is quoted; what a model says of it is said as a note on it, with its entries', () => {
    const call = { type: 'tool_call', id: 'c1', name: 'run', arguments: '{"command":"npm test"}' }
    const result = {
      type: 'tool_result',
      tool_call_id: 'c1',
      text: 'Traces of piers stand in logs/piers.txt as of e4.\n3 boats missing\nexit 1',
    }
    const entries = neutralEntries([
      said('user', 'Run the tests.'),
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [result] },
      said('assistant', 'That failed.'),
    ])
    const items = [
      item('outcome', 'Traces of piers stand in logs/piers.txt as of e4.', [2], { authority: 'tool' }),
      item('error', 'npm test failed: 3 boats are missing in e4.', [1, 2], { authority: 'tool' }),
      item('fact', 'The tests were run as asked and failed with exit 1.', [0, 2], { authority: 'tool' }),
    ]
    const told = { items, seenTo: entries.length, round: 1, share: 0.5, putOn: toldPage }
    const of = { log: readLog(entries), ...rangeOf(0, entries.length), tokens: 400, shown: new Set<never>(), tokenizer, told }
    const summary = floorSummary(of)
    expect(sectionOf(summary, 'From tool output, quoted')).toEqual([
      '- e2, run: “Traces of piers stand in logs/piers.txt as of e_4.”',
    ])
    expect(summary).toContain('\n- npm test failed: 3 boats are missing in e_4. (noted from output e1, e2)\n')
    expect(summary).toContain('\n- The tests were run as asked and failed with exit 1. (concluded from e0, e2)\n')
    const layered = floorSummary({ ...of, profile: profiles.layer })
    expect(layered).toContain('\n- npm test failed: 3 boats are missing in e_4. (noted from output e1, e2)')
  })

  it('what was given up is told as a decision, and not among people’s rules', () => {
    const given = [item('rejected', 'A second parser was tried and taken back.', [1, 3])]
    expect(sectionOf(page(given), 'Decisions')).toEqual(['- A second parser was tried and taken back. (e1, e3)'])
    const told = { items: given, seenTo: entries.length, round: 1, share: 0.5, putOn: toldPage }
    const of = { log, ...rangeOf(0, entries.length), tokens: 600, shown: new Set<never>(), tokenizer, told }
    expect(floorSummary({ ...of, profile: profiles.layer })).toMatch(/### Key Technical Decisions\n(?:- .*\n)*- A second parser/)
  })

  it('what is open is as fresh as the model that leaves it open, however old its entry', () => {
    const early = item('open', 'Whether rows are sorted is not known.', [0])
    const many = Array.from({ length: 20 }, (_, at) =>
      item('fact', `Boat ${at} of src/zone.ts leaves nextBoat at ${at}:00.`, [3]),
    )
    expect(page([...many, early], 320)).toContain('Whether rows are sorted is not known.')
  })

  it('what the agent said in the same words is said once, as the agent said it', () => {
    const summary = page([item('fact', 'The parser readPier in src/pier.ts drops the last row.', [1])])
    expect(summary.match(/drops the last row/g)).toHaveLength(1)
    expect(summary).toContain('The parser `readPier` in src/pier.ts drops the last row.')
  })

  it('F4 · a state that is older than the last step says of when it is; the log’s own stands last', () => {
    const old = sectionOf(page([item('state', 'The parser is being read.', [1])]), 'Where it stood')
    expect(old[0]).toBe('- as of e1: The parser is being read. (e1)')
    expect(old.at(-1)).toContain('I am looking at `nextBoat` now.')
    const latest = sectionOf(page([item('state', 'The cause is being looked for.', [3, 4])]), 'Where it stood')
    expect(latest).toContain('- The cause is being looked for. (e3, e4)')
    // What is open stays so while the model that has seen everything leaves it open.
    expect(page([item('open', 'A row is missing.', [1])])).toContain('- A row is missing. (e1)')
    expect(page([item('open', 'A row is missing.', [1])], 600, 3)).toContain('- as of e2: A row is missing. (e1)')
  })

  it('what is superseded, and what was put back from the log, is not told', () => {
    const summary = page([
      item('decision', 'The old names go.', [1], { status: 'superseded' }),
      item('command', 'npm test → failure, exit 1', [3]),
    ])
    expect(summary).toBe(page(undefined))
  })

  it('stays within its tokens, whatever a model says', () => {
    const items = Array.from({ length: 60 }, (_, at) =>
      item('fact', `Pier ${at} of src/zone.ts has ${at + 100} boats a day.`, [3]),
    )
    for (const tokens of [120, 200, 400, 900]) expect(tokenizer.count(page(items, tokens))).toBeLessThanOrEqual(tokens)
  })
})

describe('what a page is worth', () => {
  it('counts the names of the log in readable lines, each once', () => {
    const line = 'The parser in src/pier.ts drops the last row.'
    expect(pageWorth(line, log)).toBeGreaterThan(0)
    expect(pageWorth(`${line}\n${line}`, log)).toBe(pageWorth(line, log))
    expect(pageWorth('src/pier.ts', log)).toBe(0)
    expect(pageWorth('This speaks of src/other.ts and of nothing else.', log)).toBe(0)
  })
})

describe('the sentences of a summary in prose', () => {
  it('D6 · are items with the entry that says most of it, or with the whole range', () => {
    const prose =
      '## Summary\n- The parser readPier in src/pier.ts drops the last row. Everything around the harbour is settled by now.\nNext:'
    expect(proseItems(prose, log, rangeOf(0, 5)).map(({ text, sources, isOfRange }) => [text, sources, isOfRange])).toEqual([
      ['The parser readPier in src/pier.ts drops the last row.', [1], undefined],
      ['Everything around the harbour is settled by now.', [0, 4], true],
    ])
  })

  it('D6 · are what the heading above them says; those without one are what their words say', () => {
    const kindsIn = (prose: string) => proseItems(prose, log, rangeOf(0, 5)).map(({ kind }) => kind)
    const prose = [
      ...[
        'The parser was decided on.',
        '## Accomplished',
        'readPier was written.',
        '**Current state**',
        'Two of three tests pass.',
      ],
      ...[
        '## Next steps',
        '- Mend readPier.',
        '## Open questions',
        '1. Which zone is it?',
        'Errors and resolutions:',
        'The build broke.',
      ],
      ...[
        'The files that were looked at in the second of the two long rounds before are done:',
        'src/pier.ts',
        '## Pages',
        'A pier.',
      ],
    ]
    expect(kindsIn(prose.join('\n'))).toEqual([...['decision', 'outcome', 'state', 'step', 'open', 'error', 'error', 'fact']])
  })

  it('E6 · those of a split turn belong to the turn', () => {
    const split = { from: seqOf(2), heading: 'Turn Context (split turn)' }
    const [before, turn] = proseItems('It began.\nTurn Context (split turn)\nIt went on.', log, rangeOf(0, 5), split)
    expect([before?.sources, turn?.sources]).toEqual([
      [0, 4],
      [2, 4],
    ])
  })

  it('L10 · a name counts once more where a conclusion says something of it; words without names count for nothing', () => {
    const line = 'The pier is read by `readPier` in src/pier.ts, as before.'
    const named = 'The parser `readPier` keeps the wrong zone for now.'
    const aside = 'All of that is still to be looked at by somebody.'
    const whole = [line, named, aside].map((text) => `- ${text} (e1)`).join('\n')
    expect(pageWorth(whole, log, [named])).toBeGreaterThan(pageWorth(whole, log))
    expect(pageWorth(whole, log, [aside])).toBe(pageWorth(whole, log))
    expect(pageWorth(line, log, [named])).toBe(pageWorth(line, log))
  })
})
