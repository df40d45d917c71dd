import { spawn } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { LAWS } from './all-laws.ts'
import { CASES } from './judge/coverage.ts'
import type { LawsReport } from './judge/run-laws.ts'
import { everywhere } from './laws/everywhere.ts'

const RUNS = 2_000
const RUNS_EVERYWHERE = 250

describe(`the laws, over ${RUNS} generated transcripts`, () => {
  let report: LawsReport

  // The program itself runs, on all cores, as `npm run laws` would run it.
  beforeAll(async () => {
    report = await runLaws(['--runs', String(RUNS), '--deep', '1', '--json', ...LAWS.flatMap(({ name }) => ['--law', name])])
  }, 280_000)

  it.each(LAWS)('$name · $title', ({ name }) => {
    expect(report.breaches.filter((breach) => breach.law === name)).toEqual([])
  })

  it('runs as many transcripts as it says', () => {
    expect(report.trials).toBe(RUNS)
  })

  it('reaches the kinds of damage it is meant to reach, each more than a few times', () => {
    expect(Object.keys(CASES).filter((number) => (report.cases[number] ?? 0) < 10)).toEqual([])
  })
})

describe('transcripts that once broke a law', () => {
  it.each([
    // The summary came out shorter three times in a row, and what it left went to nobody.
    ['L14', 773_901],
    // A picture that was left out freed just more than half of what it might have taken.
    ['L14', 20_283_016],
    // In the smallest of windows, a few tokens more than the summary needs are a message.
    ['L14', 553_801],
    // A long summary beside a cut message had a few tokens more than a short one beside the whole message.
    ['L14', 987_200],
  ])('%s · seed %i', { timeout: 60_000 }, async (law, seed) => {
    const report = await runLaws(['--law', law, '--deep', '1', '--seed', String(seed), '--runs', '100', '--json'])
    expect(report.breaches).toEqual([])
    expect(report.trials).toBe(100)
  })
})

describe(`every dialect, over ${RUNS_EVERYWHERE} generated transcripts`, () => {
  it(everywhere.title, { timeout: 280_000 }, async () => {
    const { breaches, trials } = await runLaws(['--runs', String(RUNS_EVERYWHERE), '--law', 'everywhere', '--json'])
    expect({ breaches, trials }).toEqual({ breaches: [], trials: RUNS_EVERYWHERE })
  })
})

function runLaws(flags: readonly string[]): Promise<LawsReport> {
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
