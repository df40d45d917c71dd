import { spawn } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { LAWS } from './all-laws.ts'
import { CASES } from './judge/coverage.ts'
import { type LawsReport, runLaws } from './judge/run-laws.ts'
import { ownEngine } from './judge/subject.ts'
import { everywhere } from './laws/everywhere.ts'

/** A sample; `npm run laws` looks at as many as it is told to. */
const RUNS = 100
const RUNS_EVERYWHERE = 40

describe(`the laws, over ${RUNS} generated transcripts`, () => {
  let report: LawsReport

  // The program itself runs, on all cores, as `npm run laws` would run it.
  beforeAll(async () => {
    report = await runProgram(['--runs', String(RUNS), '--deep', '2', '--json', ...LAWS.flatMap(({ name }) => ['--law', name])])
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

describe('transcripts that once broke a law', () => {
  it.each([
    // The summary came out shorter three times in a row, and what it left was not used.
    ['L14', 773_901],
    // A picture that was left out freed just more than half of what it might have taken.
    ['L14', 20_283_016],
    // In the smallest of windows, a few tokens more than the summary needs are a message.
    ['L14', 553_801],
    // A long summary beside a cut message had a few tokens more than a short one beside the whole message.
    ['L14', 987_200],
    // Room for a page with the task stayed empty, though the task was shown.
    ['L14', 7_006_100],
  ] as const)('%s · seed %i', async (law, seed) => {
    const report = await runLaws({ subject: ownEngine(), laws: [law], seed, runs: 100 })
    expect(report.breaches).toEqual([])
    expect(report.trials).toBe(100)
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
