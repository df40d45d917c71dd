import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Timing } from '../../bench/contestant.ts'
import { growthOf } from '../../bench/growth.ts'
import type { Report, Row } from '../../bench/report.ts'
import { alignColumns, formatRatio, formatTime, formatTiming, printOperation, printReport, wrap } from '../../bench/table.ts'
import { targetsOf } from '../../bench/targets.ts'

const took = (ms: number): Timing => ({ kind: 'time', ms, low: ms, high: ms, samples: 9 })

const row = (operation: Row['operation'], messages: number, times: Row['times']): Row => ({
  operation,
  session: 'real',
  messages,
  tokens: messages * 480,
  times,
})

const report: Report = {
  machine: { node: 'v24.0.0', cpu: 'A processor', cores: 2, load: 0.5 },
  sizes: [1_000, 10_000],
  limit: 20,
  contestants: [
    { name: 'Palimpsest', about: 'Ours.' },
    { name: 'slow', about: 'Theirs.' },
    { name: 'idle', about: 'Does nothing.' },
  ],
  rows: [
    row('check', 1_000, { Palimpsest: took(0.004), slow: took(40) }),
    row('check', 10_000, { Palimpsest: took(0.004), slow: { kind: 'over', seconds: 20 } }),
    row('compact', 1_000, { Palimpsest: took(8), slow: took(0.4) }),
    row('compact', 10_000, { Palimpsest: took(160), slow: took(4) }),
  ],
  tokenizers: {
    texts: [{ kind: 'prose', characters: 10_000, ours: 1, library: 1.5 }],
    runs: [
      { characters: 16_000, ours: 4, library: 100 },
      { characters: 32_000, ours: 8, library: 400 },
      { characters: 64_000, ours: 16, library: null },
    ],
  },
  agent: null,
  memory: null,
}

describe('growth', () => {
  it('is the power by which time grows', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 3, noNaN: true }),
        fc.double({ min: 0.001, max: 100, noNaN: true }),
        fc.uniqueArray(fc.integer({ min: 10, max: 1_000_000 }), { minLength: 2, maxLength: 5 }),
        (power, unit, sizes) => {
          const points = sizes.map((size) => ({ size, ms: unit * size ** power }))
          expect(growthOf(points)).toBeCloseTo(power, 6)
        },
      ),
    )
  })

  it('needs two sizes', () => {
    expect(growthOf([])).toBeNull()
    expect(growthOf([{ size: 1_000, ms: 3 }])).toBeNull()
  })
})

describe('the table', () => {
  it('has a row a size, a column a contestant, ratios to ours, and growth', () => {
    expect(printOperation(report, 'check').split('\n')).toEqual([
      'check: must anything be done? Nothing is new, and nothing must',
      'session  messages     tokens  Palimpsest                   slow',
      'real        1,000    480,000     4.00 µs  40.0 ms       10,000×',
      'real       10,000  4,800,000     4.00 µs   > 20 s  > 5,000,000×',
      '           growth                 n^0.00',
    ])
    expect(printOperation(report, 'compact')).toContain('400 µs  0.050×')
    expect(printOperation(report, 'compact')).toContain('n^1.30')
  })

  it('says what each contestant does, and which targets are met', () => {
    const printed = printReport(report)
    for (const { name, about } of report.contestants) expect(printed).toContain(`${name}: ${about}`)
    expect(Math.max(...printed.split('\n').map((line) => line.length))).toBeLessThanOrEqual(130)
    expect(printed).toContain('The library’s time grows as n^2.00')
    expect(printed).toMatch(/growth of compact, real +at most n\^1.1 +n\^1.30 +MISSED/)
    expect(printed).toMatch(/64,000 times the letter a +at most 500 ms +16.0 ms +met/)
  })

  it('writes times with a unit that fits', () => {
    expect([0.0042, 0.5, 1, 999, 1_000, 14_200].map(formatTime)).toEqual([
      '4.20 µs',
      '500 µs',
      '1.00 ms',
      '999 ms',
      '1.00 s',
      '14.2 s',
    ])
    expect(formatTiming({ kind: 'over', seconds: 20 })).toBe('> 20 s')
  })

  it('writes ratios with three digits, and none where ours was stopped', () => {
    expect(formatRatio(took(123_456), took(1))).toBe('123,000×')
    expect(formatRatio(took(1), took(80))).toBe('0.013×')
    expect(formatRatio({ kind: 'over', seconds: 2 }, took(1))).toBe('> 2,000×')
    expect(formatRatio(took(1), { kind: 'over', seconds: 2 })).toBe('')
  })

  it('breaks long lines between words, and loses none', () => {
    const text = Array.from({ length: 80 }, (_, index) => `word${index}`).join(' ')
    const lines = wrap(text).split('\n')
    expect(lines.map((line) => line.trim()).join(' ')).toBe(text)
    expect(lines.length).toBeGreaterThan(3)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(130)
  })

  it('aligns columns', () => {
    expect(
      alignColumns([
        ['a', 'b'],
        ['long', '1'],
        ['x', '1,000'],
      ]),
    ).toBe('a         b\nlong      1\nx     1,000')
  })
})

describe('targets', () => {
  it('are judged by what was run', () => {
    const missed = targetsOf(report).filter((target) => !target.isMet)
    expect(missed.map((target) => target.what)).toEqual(['growth of compact, real'])
    expect(targetsOf({ ...report, rows: [], tokenizers: null })).toEqual([])
    const rows = [row('first', 1_000, { Palimpsest: took(80), 'naive recount': took(50) })]
    const agent = { steps: 2_000, median: 0.2, slow: 4, compactions: 30, slowest: 40 }
    const targets = targetsOf({ ...report, rows, tokenizers: null, agent })
    expect(targets.map(({ what, isMet }) => [what, isMet])).toEqual([
      ['load and compact, real, 1,000 messages', false],
      ['half of the steps of an agent', true],
      ['99 of 100 steps of an agent', false],
      ['compactions of an agent', true],
    ])
  })

  it('bound the memory of a process, at its peak or over its start', () => {
    const uses = [
      { what: 'append', start: 80, peak: 510, most: 500 },
      { what: 'open', start: 80, peak: 120, mostOver: 60 },
      { what: 'another', start: 80, peak: 300 },
    ]
    const measured: Report = { ...report, rows: [], tokenizers: null, memory: { messages: 100_000, uses } }
    expect(targetsOf(measured)).toEqual([
      { what: 'memory, append', wanted: 'at most 500 MiB', found: '510 MiB', isMet: false },
      { what: 'memory over start, open', wanted: 'at most 60 MiB', found: '40.0 MiB', isMet: true },
    ])
    expect(printReport(measured)).toMatch(
      /memory: 100,000 messages[^\n]*\n +at its start +at its peak +between\nappend +80 +510 +430\n/,
    )
  })

  it('are missed where even ours was stopped', () => {
    const stopped = row('compact', 1_000, { Palimpsest: { kind: 'over', seconds: 20 } })
    expect(targetsOf({ ...report, rows: [stopped], tokenizers: null }).map((target) => target.isMet)).toEqual([false])
  })
})
