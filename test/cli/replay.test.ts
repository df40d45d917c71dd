import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { progressOn } from '../../src/cli/replay/progress.ts'
import type { Replayed } from '../../src/cli/replay/replay-preset.ts'
import { replayTable } from '../../src/cli/replay/replay-table.ts'
import { sparkline } from '../../src/cli/replay/sparkline.ts'
import { stepsOf } from '../../src/cli/replay/steps.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { PRESETS } from '../../src/plan/presets/index.ts'
import { chat } from './conversations.ts'
import { file, palimpsest } from './program.ts'

describe.concurrent('palimpsest replay', () => {
  it('compares all presets in 80 columns; amp alone does not come to the end', async () => {
    const { exit, stdout, stderr } = await palimpsest(['replay', file(chat(40)), '--window', '6k'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    const [title, , heading, ...lines] = stdout.trimEnd().split('\n')
    expect(title).toMatch(/: 42 requests, window 6,000, openai-chat$/)
    expect(heading).toMatch(/^preset +compactions +last +largest +valid +recall +cost +size over time$/)
    const rows = lines.filter((line) => !line.startsWith(' '))
    expect(rows.map((row) => row.split(' ')[0])).toEqual([...PRESETS.keys()])
    for (const row of rows) {
      const [, name, compactions, last, largest] =
        /^(\S+) +(\d+) +([\d,]+) +([\d,]+) +yes +(?:–|\d+%) +– +[▁-█]+$/.exec(row) ?? []
      expect(Number(compactions) > 0).toBe(name !== 'amp')
      expect(tokens(last)).toBeLessThanOrEqual(tokens(largest))
      // The largest reserve is a quarter of the window; claude-code's is what lies above 95 %.
      expect(tokens(largest)).toBeLessThanOrEqual(6_000 * 0.95)
    }
    const stops = lines.filter((line) => line.startsWith('  stops at request'))
    expect(stops).toHaveLength(1)
    expect(lines[lines.indexOf(stops[0] ?? '') - 1]).toMatch(/^amp /)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('takes presets by name, each once and in the order given', async () => {
    const { exit, stdout } = await palimpsest(['replay', '-', '--preset', 'pi,amp,pi', '--to', 'anthropic'], {
      input: JSON.stringify(chat(2)),
    })
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^standard input: 4 requests, window 128,000, anthropic\n\npreset.*\npi .*\namp .*\n$/)
  })

  it('prints one object with --json: the size of every request under each preset, and why an agent had to stop', async () => {
    const args = ['replay', file(chat(40)), '--window', '6k', '--preset', 'balanced,amp', '--json']
    const { exit, stdout, stderr } = await palimpsest(args)
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    const printed = JSON.parse(stdout)
    expect(printed).toMatchObject({ requests: 42, dialect: 'openai-chat' })
    const [balanced, amp] = printed.presets
    expect(balanced).toMatchObject({ preset: 'balanced', window: 6_000, faults: 0, stopped: null })
    expect(balanced.tokens.each).toHaveLength(42)
    expect(balanced.tokens.largest).toBe(Math.max(...balanced.tokens.each))
    expect(amp).toMatchObject({ compactions: 0, stopped: { code: 'compaction-refused', at: amp.tokens.each.length + 1 } })
  })

  it('F9 · says what it would have cost otherwise where prices are known, and draws sizes and money of one preset', async () => {
    const args = ['replay', file(chat(40)), '--window', '6k', '--model', 'claude-sonnet-4-5']
    const { stdout } = await palimpsest([...args, '--preset', 'balanced'])
    expect(stdout.replaceAll('\n', ' ')).toMatch(/never compacted \$[\d.]+, above 95 % of the window \$[\d.]+\./)
    const [, tokens = '', money = ''] = stdout.split(/tokens of each prompt.*|dollars by then/)
    expect(tokens.trim().split('\n')).toHaveLength(8)
    expect(tokens).toMatch(/^6,000/m)
    const [, ...last] = money.trimEnd().split('\n')
    expect(last.map((line) => line.at(-1))).toEqual(['█', '█', '█', '█'])
    const [, ...lines] = stdout.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    const { presets } = JSON.parse((await palimpsest([...args, '--preset', 'balanced', '--json'])).stdout)
    expect(presets[0].spent.reduce((sum: number, one: number) => sum + one, 0)).toBeCloseTo(presets[0].dollars, 9)
    expect(presets[0].otherwise).toEqual({ uncompacted: expect.any(Number), late: expect.any(Number) })
  })

  it('case 19 · ends with 3 and says why where no preset comes to the end', async () => {
    const { exit, stdout, stderr } = await palimpsest(['replay', file(chat(1)), '--preset', 'layer', '--window', '20'])
    expect(exit).toBe(3)
    expect(stdout).toContain('stops at request 1 of 3')
    expect(stderr).toContain('What would help: a larger window')
  })

  it('F15 · compares presets by what is remembered, what it costs and whether it is valid', async () => {
    const rounds = Array.from({ length: 30 }, (_, round) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: `c${round}`,
            type: 'function',
            function: { name: 'read_file', arguments: `{"path":"src/part-${round % 10}.ts"}` },
          },
        ],
      },
      { role: 'tool', tool_call_id: `c${round}`, content: 'lorem ipsum dolor '.repeat(60) },
    ])
    const path = file({ messages: [{ role: 'user', content: 'Read everything three times.' }, ...rounds.flat()] })
    const args = [
      'replay',
      path,
      '--window',
      '6k',
      '--model',
      'claude-sonnet-4-5',
      '--preset',
      'balanced,claude-code,opencode',
      '--json',
    ]
    const { presets } = JSON.parse((await palimpsest(args)).stdout)
    for (const { preset, recall, dollars, faults, compactions } of presets) {
      expect([preset, faults, compactions > 0]).toEqual([preset, 0, true])
      expect(recall.asked).toBeGreaterThan(5)
      expect(recall.found).toBeLessThanOrEqual(recall.asked)
      expect(dollars).toBeGreaterThan(0)
    }
    expect(presets[0].recall.found / presets[0].recall.asked).toBeGreaterThan(0.9)
  })

  it('prints what the document shows', async () => {
    const args = ['replay', 'samples/ferry-timetable.json', '--preset', 'balanced,claude-code,amp,harness', '--window', '16k']
    const { stdout } = await palimpsest(args, { environment: { COLUMNS: '80' } })
    const document = readFileSync('docs/presets.md', 'utf8')
    expect(document).toContain(`\`\`\`text\n$ palimpsest ${args.join(' ')}\n${stdout}\`\`\``)
  })

  it('refuses a list with a name that it does not know', async () => {
    const { exit, stdout, stderr } = await palimpsest(['replay', 'never-read.json', '--preset', 'pi,'])
    expect({ exit, stdout }).toEqual({ exit: 64, stdout: '' })
    expect(stderr).toContain('Known presets are balanced')
  })
})

describe('the steps of a session', () => {
  const roles = (messages: readonly { readonly role: string }[]): string => messages.map(({ role }) => role).join(' ')

  it('are the calls that made it, without what was reported to them', () => {
    const messages = ['system', 'user', 'assistant', 'assistant', 'user', 'assistant', 'user']
    const { messages: drafts } = neutral.read(messages.map((role) => ({ role, content: role })))
    const reported = drafts.map((draft) => ({ ...draft, usage: { input: 9_000_000, output: 1, cacheRead: 0, cacheWrite: 0 } }))
    const steps = stepsOf(reported)
    expect(steps.map(({ arrived, answer }) => `${roles(arrived)} > ${roles(answer)}`)).toEqual([
      'system user > assistant assistant',
      'user > assistant',
      'user > ',
    ])
    expect(steps.flatMap(({ arrived, answer }) => [...arrived, ...answer]).filter((draft) => 'usage' in draft)).toEqual([])
  })

  it('begin with an answer where the session does', () => {
    const { messages } = neutral.read([{ role: 'assistant', content: 'Hello.' }])
    expect(stepsOf(messages)).toMatchObject([{ arrived: [], answer: [{ role: 'assistant' }] }])
  })
})

describe('a line of bars', () => {
  it('shows shares of the whole', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7, 8], 8, 20)).toBe('▁▁▂▃▄▅▆▇█')
    expect(sparkline([], 8, 20)).toBe('')
  })

  it('shows the largest where several share a column, and never leaves its ends', () => {
    expect(sparkline([1, 4, 8, 2], 8, 2)).toBe('▄█')
    expect(sparkline([900], 8, 2)).toBe('█')
  })

  it('ends where the agent had to stop', () => {
    const replayed: Replayed = {
      preset: 'amp',
      window: 8,
      compactions: 0,
      sizes: [1, 2],
      faults: 2,
      recall: { asked: 0, found: 0 },
      dollars: undefined,
      spent: [],
      otherwise: { uncompacted: 0, late: 0 },
      stopped: undefined,
    }
    const [, line] = replayTable([replayed], 100, { width: 80, colour: false })
    expect(line).toMatch(/2 not +– +– +▂$/)
  })
})

describe('progress', () => {
  it('is told on a terminal, now and then, and leaves nothing behind', () => {
    const written: string[] = []
    let now = 0
    const screen = { isTTY: true, write: (text: string) => written.push(text) }
    const progress = progressOn(screen, () => now)
    for (now = 0; now < 250; now += 10) progress.tell(`${now}`)
    progress.clear()
    expect(written).toEqual(['0', '100', '200', ''].map((text) => `\r\u001b[2K${text}`))
  })

  it('is kept from anything that is no terminal', () => {
    const written: string[] = []
    const progress = progressOn({ write: (text: string) => written.push(text) })
    progress.tell('half')
    progress.clear()
    expect(written).toEqual([])
  })
})

function tokens(text: string | undefined): number {
  return Number(text?.replaceAll(',', ''))
}
