/**
 * `npm run laws -- [--runs N] [--deep N] [--seed S] [--law L3]… [--workers N] [--stop] [--json] [--resume FILE]`: laws over
 * generated transcripts, on all cores. Every transcript goes out in every dialect; every tenth (`--deep 10`) is looked at by all the
 * other laws, too. With a file, what is done is kept there, and the next run goes on where this one was ended.
 */
import { fork } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { ALL_LAWS } from '../test/laws/all-laws.ts'
import { printCoverage } from '../test/laws/judge/coverage.ts'
import { CHUNK, type LawsReport, runLaws } from '../test/laws/judge/run-laws.ts'
import { ownEngine } from '../test/laws/judge/subject.ts'

/** A piece of the run that a worker does at a time. */
interface Chunk {
  readonly seed: number
  readonly runs: number
}

/** What is written to the file: the question that was asked, and what is known so far. */
interface Progress {
  readonly asked: string
  readonly done: readonly number[]
  readonly report: LawsReport
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    deep: { type: 'string', default: '10' },
    seed: { type: 'string', default: '20261115' },
    law: { type: 'string', multiple: true },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    resume: { type: 'string' },
    stop: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    child: { type: 'boolean', default: false },
  },
})
const [runs, seed, workers] = [Number(values.runs), Number(values.seed), Number(values.workers)]
const deepEvery = Number(values.deep)
const laws = ALL_LAWS.map((law) => law.name).filter((name) => values.law?.includes(name) ?? true)
const asked = JSON.stringify({ runs, seed, laws, deepEvery })
const EMPTY: LawsReport = { trials: 0, breaches: [], cases: {} }

if (values.child) serve()
else await conduct()

/** A worker: chunks in, reports out. */
function serve(): void {
  const subject = ownEngine()
  process.on('message', async (chunk: Chunk) => {
    process.send?.(await runLaws({ subject, ...chunk, laws, deepEvery, stopAtFirst: values.stop }))
  })
}

async function conduct(): Promise<void> {
  const { done, report: known } = readProgress()
  const isDone = new Set(done)
  const queue = chunks().filter((chunk) => !isDone.has(chunk.seed))
  let report = known
  const started = performance.now()
  const take = (): Chunk | undefined => (values.stop && report.breaches.length > 0 ? undefined : queue.shift())
  const finished = (chunk: Chunk, made: LawsReport): void => {
    report = merge(report, made)
    isDone.add(chunk.seed)
    if (values.resume !== undefined) save(values.resume, { asked, done: [...isDone], report })
    for (const breach of made.breaches) process.stderr.write(`\rBROKEN ${breach.law} at seed ${chunk.seed}: ${breach.what}\n`)
    showProgress(report.trials, known.trials, started)
  }
  const shares = Array.from({ length: Math.max(1, Math.min(workers, queue.length)) }, () => work(take, finished))
  await Promise.all(shares)
  if (values.json) console.log(JSON.stringify(report))
  else print(report)
  process.exitCode = report.breaches.length === 0 ? 0 : 1
}

/** One worker until nothing is left. */
function work(take: () => Chunk | undefined, finished: (chunk: Chunk, made: LawsReport) => void): Promise<void> {
  const flags = ['--child', '--deep', values.deep, ...laws.flatMap((law) => ['--law', law]), ...(values.stop ? ['--stop'] : [])]
  // Trials make garbage that dies at once: with more room for what is young, collecting it costs a third.
  const child = fork(new URL(import.meta.url), flags, { execArgv: [...process.execArgv, '--max-semi-space-size=64'] })
  return new Promise((resolve, reject) => {
    let chunk: Chunk | undefined
    const next = (): void => {
      chunk = take()
      if (chunk === undefined) child.kill()
      else child.send(chunk)
    }
    child.on('message', (made: LawsReport) => {
      if (chunk !== undefined) finished(chunk, made)
      next()
    })
    child.on('exit', (code) => {
      if (chunk === undefined) resolve()
      else reject(new Error(`a worker ended with ${code} at seed ${chunk.seed}`))
    })
    next()
  })
}

function chunks(): Chunk[] {
  const made: Chunk[] = []
  for (let from = 0; from < runs; from += CHUNK) made.push({ seed: seed + from, runs: Math.min(CHUNK, runs - from) })
  return made
}

function readProgress(): Progress {
  const nothing: Progress = { asked, done: [], report: EMPTY }
  if (values.resume === undefined || !existsSync(values.resume)) return nothing
  const kept = JSON.parse(readFileSync(values.resume, 'utf8')) as Progress
  if (kept.asked === asked) return kept
  throw new Error(`${values.resume} is the progress of another run: ${kept.asked}. Name another file, or remove it.`)
}

/** Written beside and moved, so that a run that is killed leaves the old progress or the new. */
function save(file: string, progress: Progress): void {
  writeFileSync(`${file}.new`, JSON.stringify(progress))
  renameSync(`${file}.new`, file)
}

function showProgress(all: number, before: number, started: number): void {
  if (!process.stderr.isTTY) return
  const left = ((performance.now() - started) / 1000 / (all - before)) * (runs - all)
  process.stderr.write(`\r${all} of ${runs} transcripts, ${Math.ceil(left)} s to go `)
}

function merge(a: LawsReport, b: LawsReport): LawsReport {
  const cases: Record<string, number> = { ...a.cases }
  for (const [name, count] of Object.entries(b.cases)) cases[name] = (cases[name] ?? 0) + count
  return { trials: a.trials + b.trials, breaches: [...a.breaches, ...b.breaches], cases }
}

function print({ trials, breaches, cases }: LawsReport): void {
  console.log(`\n${trials} transcripts, seed ${seed}, one in ${deepEvery} looked at deeply; laws ${laws.join(' ')}`)
  const coverage = new Map(Object.entries(cases).map(([number, count]) => [Number(number), count]))
  console.log(printCoverage(coverage))
  for (const { law, what, seed: from, runs: count, trial } of breaches) {
    console.log(
      `\nBROKEN ${law}: ${what}\n  again: npm run laws -- --law ${law} --deep ${deepEvery} --seed ${from} --runs ${count}\n  trial: ${trial}`,
    )
  }
  console.log(`${trials - breaches.length} passed, ${breaches.length} failed`)
}
