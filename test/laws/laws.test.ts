import { spawn } from 'node:child_process'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { LAWS } from './all-laws.ts'
import { CASES } from './judge/coverage.ts'
import { type LawsReport, runLaws } from './judge/run-laws.ts'
import { ownEngine } from './judge/subject.ts'
import { type Trial, trials } from './judge/trials.ts'
import { everywhere } from './laws/everywhere.ts'
import { worthIt } from './laws/worth-it.ts'

/** A sample; `npm run laws` looks at as many as it is told to. */
const RUNS = 100
/** Of so many, one is looked at by every law, not only as it goes out in every dialect. */
const DEEP_EVERY = 5
const RUNS_EVERYWHERE = 15

describe(`the laws, over ${RUNS} generated transcripts`, () => {
  let report: LawsReport

  // The program itself runs, on all cores, as `npm run laws` would run it.
  beforeAll(async () => {
    const named = LAWS.flatMap(({ name }) => ['--law', name])
    report = await runProgram(['--runs', String(RUNS), '--deep', String(DEEP_EVERY), '--json', ...named])
  })

  it.each(LAWS)('$name · $title', ({ name }) => {
    expect(report.breaches.filter((breach) => breach.law === name)).toEqual([])
  })

  it('runs as many transcripts as it says', () => {
    expect(report.trials).toBe(RUNS)
  })

  it('reaches the kinds of damage it is meant to reach, each more than once', () => {
    expect(Object.keys(CASES).filter((number) => (report.cases[number] ?? 0) < 2)).toEqual([])
  })
})

describe('a transcript that broke a law once', () => {
  it('L14 · a long message that was answered is not cut for a page that nobody writes', async () => {
    const trial = fc.sample(trials, { seed: 20_264_615, numRuns: 47 })[46] as Trial
    expect(await worthIt.check(ownEngine(), trial)).toEqual([])
  })

  it('L14, case 33 · a message that was answered is not cut where nothing is there that a page could tell', async () => {
    const call = (id: string, name: string, line: number) => {
      const input = JSON.stringify({ path: `src/file-${line}.ts`, lines: line })
      return { id, type: 'function', function: { name, arguments: input } }
    }
    const words = 'window step 404 parser early read run fails log again budget window step 404 parser early file the when log'
    const listing = `\`\`\`ts\n${words.replaceAll(' ', ';\n')}\n\`\`\` q7z`
    const marked = { cache_control: { type: 'ephemeral' } }
    const long = { cache_control: { type: 'ephemeral', ttl: '1h' } }
    const input = [
      {
        role: 'user',
        content: [
          { type: 'text', text: `icon.css:1: url(data:image/png;base64,${'AAAB3NzaC1'.repeat(30)}) q1z`, ...long },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
        ...marked,
      },
      {
        role: 'assistant',
        content: [],
        reasoning_content: 'log q8z',
        tool_calls: [
          call('call_2', 'n'.repeat(90), 2),
          call('call_3', 'search', 3),
          call(`call_4_${'0123456789'.repeat(6)}`, 'bash', 4),
        ],
      },
      { role: 'tool', tool_call_id: 'call_2', content: '', ...marked },
      { role: 'tool', tool_call_id: 'call_3', content: '', ...long },
      {
        role: 'tool',
        tool_call_id: `call_4_${'0123456789'.repeat(6)}`,
        content: [
          { type: 'text', text: listing },
          { type: 'image_url', image_url: { url: 'https://example.org/shot.png' } },
        ],
        ...marked,
      },
    ]
    const trial: Trial = {
      transcript: { dialect: 'openai-chat', input, messages: input, cases: new Set() },
      target: 'openai-chat',
      ...{ window: 353, reserve: 0, laterWindow: 582, policy: { trigger: 1, release: 1, summaryRole: 'assistant' } },
      ...{ pins: [], cuts: [], system: 'You are a careful engineer.' },
    }
    expect(await worthIt.check(ownEngine(), trial)).toEqual([])
  })

  it.each([
    ['more than a quarter in tokens, not in characters', 91_003_300, 45],
    ['more than a quarter of what system text in front of the log leaves', 91_007_300, 69],
    ['although thinking that pins brought along was left out', 91_013_100, 21],
  ])('L5, L15, case 33 · a long message that was answered is cut for a page: %s', async (_, seed, at) => {
    const trial = fc.sample(trials, { seed, numRuns: at + 1 })[at] as Trial
    expect(await everywhere.check(ownEngine(), trial)).toEqual([])
  })
})

describe(`every dialect, over ${RUNS_EVERYWHERE} generated transcripts`, () => {
  it(everywhere.title, async () => {
    const asked = { runs: RUNS_EVERYWHERE, seed: 20_261_115, laws: ['everywhere'] } as const
    const { breaches, trials } = await runLaws({ subject: ownEngine(), ...asked })
    expect({ breaches, trials }).toEqual({ breaches: [], trials: RUNS_EVERYWHERE })
  })
})

function runProgram(flags: readonly string[]): Promise<LawsReport> {
  const child = spawn(process.execPath, ['scripts/laws.ts', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (data) => {
    printed += String(data)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(JSON.parse(printed)))
  })
}
