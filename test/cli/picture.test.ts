import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawBars } from '../../src/cli/picture/bars.ts'
import { canvasFor } from '../../src/cli/picture/canvas.ts'
import { drawPicture, type Picture } from '../../src/cli/picture/draw-picture.ts'
import { EMPTY_TALLY, KINDS, type Tally, totalOf } from '../../src/cli/picture/kinds.ts'
import { wrap } from '../../src/cli/picture/words.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { entryId, messageId, seqOf } from '../../src/schema/ids.ts'
import { chat } from './conversations.ts'
import { file, palimpsest } from './program.ts'

const picture: Picture = {
  title: 'session.json: openai-chat',
  before: { ...EMPTY_TALLY, system: 400, user: 300, assistant: 1_300, calls: 500, results: 5_500 },
  after: { ...EMPTY_TALLY, system: 400, summary: 600, user: 200, assistant: 600, calls: 300, results: 1_800, free: 100 },
  budget: 4_000,
  entries: Array.from({ length: 30 }, (_, seq) => entry(seq)),
  fates: [
    { from: 0, to: 0, fate: 'kept' },
    { from: 1, to: 17, fate: 'summarized' },
    { from: 18, to: 19, fate: 'cleared' },
    { from: 20, to: 29, fate: 'kept' },
  ],
  facts: ['8,000 -> 3,900 tokens.'],
}

function entry(seq: number): Entry {
  const message = { id: messageId(`m${seq}`), dialect: 'openai-chat', block: 0, blocks: 1 }
  const base = {
    seq: seqOf(seq),
    id: entryId(`e${seq}`),
    turn: 0,
    role: 'user',
    message,
    raw: null,
    kind: 'text',
    text: '',
  } as const
  return { ...base, author: seq % 10 === 1 ? 'person' : 'agent' }
}

describe('the picture', () => {
  it('shows what fills the window before and after, where the budget ends, and what became of each entry', () => {
    expect(`\n${drawPicture(picture, { width: 72, colour: false })}`).toMatchInlineSnapshot(`
      "
      session.json: openai-chat

      before  SSSuuaaaaaaaaacccooooooooooooooooooooooooooooooooooooo     8,000
      after   SSSMMMMuaaaaccoooooooooooo.                                3,900
                                        ^ budget 4,000 tokens

      tokens            before  of budget      after  of budget
      S system             400        10%        400        10%
      M summary              0         0%        600        15%
      u user text          300         8%        200         5%
      a assistant        1,300        33%        600        15%
      c tool calls         500        13%        300         8%
      o tool output      5,500       138%      1,800        45%
      . free space           0         0%        100         3%
      all                8,000       200%      3,900        98%

      The log, oldest to newest: 30 entries
      people   u         u         u
      fate    #~~~~~~~~~~~~~~~~~--##########
              # kept 11   - cleared 2   ~ summarized 17

      8,000 -> 3,900 tokens.
      "
    `)
  })

  it.each([40, 57, 80, 200])('keeps every line within %i columns', (width) => {
    const lines = drawPicture({ ...picture, facts: ['x'.repeat(300)] }, { width, colour: false }).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
    expect(lines.find((line) => line.startsWith('before'))?.length).toBe(width)
  })

  it('is the same with colour, but for the colour and the letters that colour makes needless', () => {
    const plain = drawPicture(picture, { width: 80, colour: false }).split('\n')
    const colourful = drawPicture(picture, { width: 80, colour: true })
    const stripped = stripVTControlCharacters(colourful).split('\n')
    expect(colourful).toContain('\u001b[')
    expect(stripped.map((line) => line.length)).toEqual(plain.map((line) => line.length))
  })

  it('cuts a bar off that is many times the budget, and says so', () => {
    const huge = { ...picture, before: { ...picture.before, results: 900_000 } }
    for (const colour of [true, false]) {
      const bar = stripVTControlCharacters(drawPicture(huge, { width: 80, colour })).split('\n')[2] ?? ''
      expect(bar).toMatch(/> +902,500$/)
      expect(bar).toHaveLength(80)
    }
  })

  it('has bars of exactly its width, whatever is in them', () => {
    const amounts = fc.array(fc.oneof(fc.constant(0), fc.nat(50), fc.nat(2_000_000)), { minLength: 10, maxLength: 10 })
    const tallyOf = (tokens: readonly number[]): Tally =>
      Object.fromEntries(KINDS.map(({ kind }, index) => [kind, tokens[index] ?? 0])) as Tally
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 40, max: 240 }), fc.boolean(), (old, now, width, colour) => {
        const [before, kept] = [tallyOf(old), tallyOf(now)]
        const budget = totalOf(kept) + 7
        const after = { ...kept, free: 7 }
        const lines = drawBars({ before, after, budget }, { width, colour }).map(stripVTControlCharacters)
        expect(lines.slice(0, 2).map((line) => line.length)).toEqual([width, width])
        expect(lines[2]?.length).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('does not let a file name steer the terminal', () => {
    const text = drawPicture({ ...picture, title: 'a\u001b[31mb\u0007c\u009b2J' }, { width: 80, colour: false })
    expect(/[^\P{Cc}\n]/u.test(text)).toBe(false)
  })
})

describe('the canvas', () => {
  it('has colour only on a terminal that allows it', () => {
    expect(canvasFor({ isTTY: true, columns: 100 }, {})).toEqual({ width: 100, colour: true })
    expect(canvasFor({ isTTY: true, columns: 100 }, { NO_COLOR: '1' }).colour).toBe(false)
    expect(canvasFor({ isTTY: true, columns: 100 }, { TERM: 'dumb' }).colour).toBe(false)
    expect(canvasFor({}, {}).colour).toBe(false)
  })

  it('takes its width from the terminal, then from COLUMNS, and keeps it reasonable', () => {
    expect(canvasFor({ isTTY: true, columns: 9 }, { COLUMNS: '120' }).width).toBe(20)
    expect(canvasFor({}, { COLUMNS: '120' }).width).toBe(120)
    expect(canvasFor({}, { COLUMNS: 'wide' }).width).toBe(80)
    expect(canvasFor({}, { COLUMNS: '100000' }).width).toBe(300)
  })
})

describe('wrapping', () => {
  it('breaks between words, and inside a word only where it must', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', '  three'])
    expect(wrap('abcdefghij', 6)).toEqual(['abcd', '  efgh', '  ij'])
    expect(wrap('', 8)).toEqual([''])
  })
})

describe('the picture of a real run', () => {
  it('adds up to the tokens of the receipt, and is as wide as it may be', async () => {
    const args = ['compact', file(chat(40)), '--window', '4k', '--to', 'anthropic']
    const { exit, stderr } = await palimpsest(args, { environment: { COLUMNS: '60' } })
    expect(exit).toBe(0)
    const [before, after] = (/^all .*$/m.exec(stderr)?.[0].match(/[\d,]+(?= |$)/g) ?? []).map(String)
    expect(stderr).toContain(`${before} -> ${after} tokens`)
    expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBe(60)
  })
})
