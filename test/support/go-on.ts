import { CompactionError, isCompactionError, isFailure } from '../../src/schema/failures.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Store } from '../../src/schema/ports.ts'
import { lightEngine } from './light-engine.ts'

/** What to write, and until when. */
export interface Going {
  readonly name: string
  readonly threads: readonly string[]
  readonly until: number
  /** What the threads are compacted for. */
  readonly window: number
}

/** Failures for which the advice is to try again. */
const PASSING: ReadonlySet<string | undefined> = new Set(['unreachable', 'busy', 'timeout'])

/** Does something until the server lets it, and notes what was in the way. */
export async function patiently<Result>(work: () => Promise<Result>, failures: Failures = {}): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isFailure(error, 'store-unusable') || !PASSING.has(error.failure.reason)) throw error
      note(failures, error)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

type Failures = Record<string, number>

/** Writes as a careful host does: what failed for a time is tried again, and what may be written is looked for. */
export async function goOn({ name, threads, until, window }: Going, store: Store): Promise<Json> {
  const engine = lightEngine({ store })
  const failures: Failures = {}
  const passes = <Result>(work: () => Promise<Result>): Promise<Result> => patiently(work, failures)
  const open = await passes(() => Promise.all(threads.map((thread) => engine.thread(thread))))
  let step = 0
  for (; Date.now() < until; step += 1) {
    const place = (step + name.length) % threads.length
    const messages = [0, 1, 2, 3, 4].map((part) => ({ role: 'user', content: `${name}:${step}:${part}` }))
    for (let isWritten = false; !isWritten; ) {
      try {
        await passes(async () => open[place]?.append(messages))
        isWritten = true
      } catch (error) {
        if (!isCompactionError(error)) throw error
        note(failures, error)
        if (error.failure.code === 'log-conflict') continue
        if (!isFailure(error, 'store-unusable') || error.failure.reason !== 'unconfirmed') throw error
        const again = await passes(() => engine.thread(threads[place] ?? ''))
        open[place] = again
        const entries = await passes(() => again.entries())
        isWritten = entries.some((entry) => entry.kind === 'text' && entry.text === `${name}:${step}:0`)
      }
    }
    // A compaction may be lost on the way: the next one makes up for it.
    if (step % 50 === 49) await open[place]?.compact({ window }).catch((error: unknown) => note(failures, error))
  }
  return { steps: step, failures }
}

function note(failures: Failures, error: unknown): void {
  if (!(error instanceof CompactionError)) throw error
  const { failure } = error
  const kind = failure.code === 'store-unusable' ? `${failure.reason}` : failure.code
  failures[kind] = (failures[kind] ?? 0) + 1
}
