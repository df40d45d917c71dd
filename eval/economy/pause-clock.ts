import { inProcess } from '../../src/engine/in-process.ts'
import type { BackgroundJobs } from '../../src/schema/jobs.ts'
import type { LedgerOperation } from '../../src/schema/ledger.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import type { SummaryAnswer, SummaryJob } from '../../src/schema/summary.ts'

/** A clock that only moves when it is told to, and a summarizer that takes its time by it. */
export interface SimulatedWorld {
  now(): number
  readonly summarizer: Summarizer
  readonly jobs: BackgroundJobs
  /** Moves the clock; whoever has written for long enough answers, and what comes of it is taken in. */
  pass(ms: number): Promise<void>
  /** Lets a call end; as long as it waits for a summary, time passes. Gives what came of it, and how long it has waited. */
  waited<Result>(call: Promise<Result>): Promise<{ readonly result: Result; readonly ms: number }>
}

interface Written {
  readonly due: number
  readonly signal: AbortSignal
  answer(): void
}

/** The machine's time in which the engine gets its own work done, modules that it loads on the way among it. */
const OWN_WORK_MS = 1_000

/** `takes` says how many milliseconds the next summary takes. */
export function simulatedWorld(takes: () => number): SimulatedWorld {
  let now = 0
  let written: Written[] = []
  const running = new Set<Promise<void>>()
  const runner = inProcess()
  const summarizer: Summarizer = {
    name: 'scripted',
    summarize: (job) =>
      new Promise((resolve, reject) => {
        const answer = (): void => (job.signal.aborted ? reject(job.signal.reason) : resolve(answerTo(job)))
        written.push({ due: now + takes(), signal: job.signal, answer })
      }),
  }
  const jobs: BackgroundJobs = {
    start: (job) =>
      runner.start({
        ...job,
        run() {
          const ended = job.run()
          running.add(ended)
          return ended.finally(() => running.delete(ended))
        },
      }),
    stop: runner.stop,
  }
  /** By this clock, the engine's own work takes no time: it does not move while a job does anything but wait for its summary. */
  async function settle(): Promise<void> {
    const end = performance.now() + OWN_WORK_MS
    do await turn()
    while (running.size > written.filter(({ signal }) => !signal.aborted).length && performance.now() < end)
  }
  async function doneBy(isDone: () => boolean): Promise<void> {
    const end = performance.now() + OWN_WORK_MS
    while (!isDone() && performance.now() < end) await turn()
  }
  async function answerUntil(end: number): Promise<void> {
    const due = written.filter((each) => each.due <= end)
    if (due.length === 0) return
    written = written.filter((each) => each.due > end)
    for (const each of due) each.answer()
    // Its answer is checked and kept.
    await settle()
  }
  return {
    ...{ now: () => now, summarizer, jobs },
    async pass(ms) {
      now += ms
      await settle()
      await answerUntil(now)
    },
    async waited(call) {
      const begun = now
      let isDone = false
      const done = call.finally(() => {
        isDone = true
      })
      done.catch(() => undefined)
      for (;;) {
        await doneBy(() => isDone)
        if (isDone || written.length === 0) break
        now = Math.max(now, Math.min(...written.map(({ due }) => due)))
        await answerUntil(now)
      }
      return { result: await done, ms: now - begun }
    },
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** What it says: some things that tools have said, word for word. */
function answerTo({ entries, from, end }: SummaryJob): SummaryAnswer {
  const operations = entries.slice(from, end).flatMap((entry): readonly LedgerOperation[] => {
    const [text] = entry.kind === 'tool-result' ? (JSON.stringify(entry).match(/Step \d+ came back with [a-z]+/) ?? []) : []
    return text === undefined
      ? []
      : [{ op: 'add', item: { kind: 'fact', text: `${text}.`, sources: [entry.seq], authority: 'tool' } }]
  })
  return {
    ...{ by: 'scripted', content: { kind: 'operations', operations: operations.slice(-5) }, finish: 'stop', toolCalls: 0 },
    ...{ attempts: [{ by: 'scripted', outcome: 'answered', detail: '', ms: 0 }], usage: null, money: 0.01, remarks: [] },
  }
}
