/** `npm run laws -- [--runs N] [--seed S] [--law L3] [--workers N] [--stop] [--json]`: laws over generated transcripts, on all cores. */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { printCoverage } from '../src/testing/coverage.ts'
import { LAWS } from '../src/testing/laws.ts'
import { type LawsReport, runLaws } from '../src/testing/run-laws.ts'
import { ownEngine } from '../src/testing/subject.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '20261115' },
    law: { type: 'string', multiple: true },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    stop: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    child: { type: 'boolean', default: false },
  },
})
const [runs, seed, workers] = [Number(values.runs), Number(values.seed), Number(values.workers)]
const laws = LAWS.map((law) => law.name).filter((name) => values.law?.includes(name) ?? true)

if (values.child || workers <= 1) {
  const report = await runLaws({
    subject: ownEngine(),
    runs,
    seed,
    laws,
    stopAtFirst: values.stop,
    onProgress: (done) => process.send?.({ done }),
  })
  if (values.child) process.send?.({ report })
  else finish(report)
} else {
  const shares = Array.from(
    { length: workers },
    (_, index) => Math.floor(((index + 1) * runs) / workers) - Math.floor((index * runs) / workers),
  )
  const done = shares.map(() => 0)
  const started = performance.now()
  const reports = await Promise.all(
    shares.map((share, index) => {
      const from = seed + shares.slice(0, index).reduce((sum, other) => sum + other, 0)
      return runChild(share, from, (count) => {
        done[index] = count
        showProgress(done, started)
      })
    }),
  )
  finish(merge(reports))
}

function runChild(share: number, from: number, onProgress: (done: number) => void): Promise<LawsReport> {
  const flags = ['--child', '--runs', String(share), '--seed', String(from), ...laws.flatMap((law) => ['--law', law])]
  // Trials make garbage that dies at once: with more room for what is young, collecting it costs a third.
  const execArgv = [...process.execArgv, '--max-semi-space-size=64']
  const child = fork(new URL(import.meta.url), [...flags, ...(values.stop ? ['--stop'] : [])], { execArgv })
  return new Promise((resolve, reject) => {
    child.on('message', (message: { readonly done?: number; readonly report?: LawsReport }) => {
      if (message.done !== undefined) onProgress(message.done)
      if (message.report !== undefined) resolve(message.report)
    })
    child.on('exit', (code) => reject(new Error(`a worker ended with ${code}`)))
  })
}

function showProgress(done: readonly number[], started: number): void {
  if (!process.stderr.isTTY) return
  const all = done.reduce((sum, count) => sum + count, 0)
  const left = ((performance.now() - started) / 1000 / all) * (runs - all)
  process.stderr.write(`\r${all} of ${runs} transcripts, ${Math.ceil(left)} s to go `)
}

function merge(reports: readonly LawsReport[]): LawsReport {
  const cases: Record<string, number> = {}
  for (const report of reports) for (const [name, count] of Object.entries(report.cases)) cases[name] = (cases[name] ?? 0) + count
  return {
    trials: reports.reduce((sum, report) => sum + report.trials, 0),
    breaches: reports.flatMap((report) => report.breaches),
    cases,
  }
}

function finish(report: LawsReport): void {
  if (values.json) console.log(JSON.stringify(report))
  else print(report)
  process.exitCode = report.breaches.length === 0 ? 0 : 1
}

function print({ trials, breaches, cases }: LawsReport): void {
  console.log(`\n${trials} transcripts, seed ${seed}, laws ${laws.join(' ')}`)
  const coverage = new Map(Object.entries(cases).map(([number, count]) => [Number(number), count]))
  console.log(printCoverage(coverage))
  for (const { law, what, seed: from, runs: count, trial } of breaches) {
    console.log(
      `\nBROKEN ${law}: ${what}\n  again: npm run laws -- --law ${law} --seed ${from} --runs ${count}\n  trial: ${trial}`,
    )
  }
  console.log(`${trials - breaches.length} passed, ${breaches.length} failed`)
}
