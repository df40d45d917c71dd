import { estimateText } from '../../src/budget/estimate-text.ts'
import { createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { countingPorts, type Work } from './counting-ports.ts'
import { agent, calls, messagesFor, prose, results, user } from './steps.ts'

/** After so many steps everything comes again, in other words: works can be compared. */
export const PERIOD = 12

/** How an agent lives. */
interface Life {
  readonly steps: number
  readonly window: number
  /** Tokens of the results of a period. */
  readonly sizes: readonly number[]
  /** A database; by default one in memory. */
  readonly path?: string
}

/** One step of it: append, prepare, settle. */
export interface Lived {
  readonly index: number
  readonly work: Work
  readonly isCompaction: boolean
  /** Milliseconds for prepare and settle: a hint, and nothing that `npm test` may look at. */
  readonly ms: number
}

/** In milliseconds. */
const SHORT = 1

/** A round of work. */
function stepOf(sizes: Life['sizes'], index: number): readonly Json[] {
  const id = String(index).padStart(6, '0')
  return messagesFor('openai-chat', [
    ...(index % PERIOD === 0 ? [user(`Request ${id}: ${prose(12, index)}`)] : []),
    calls([`call-${id}`, 'read_file', { path: `src/file-${id}.ts` }]),
    results([`call-${id}`, `content of file ${id}\n${prose(sizes[index % PERIOD] ?? 0, index)}`]),
    agent(`Answer ${id}: ${prose(20, index)}`),
  ])
}

/** A session on SQLite, with the work of each step. */
export async function liveAgent({ steps, window, sizes, path = ':memory:' }: Life): Promise<readonly Lived[]> {
  const store = await openSqliteStore(path)
  const counting = countingPorts(store)
  const tokenizer = { ...counting.ports.tokenizer, estimate: estimateText }
  const thread = await createCompactor({ ...counting.ports, tokenizer, clock: () => 0 }).thread('t')
  const lived: Lived[] = []
  let covered: number | undefined
  for (let index = 0; index < steps; index += 1) {
    const before = covered
    let ms = 0
    const work = await counting.during(async () => {
      await thread.append(stepOf(sizes, index))
      const [from, started] = [process.threadCpuUsage(), performance.now()]
      const { tokens, receipt } = await thread.prepare({ window, reserve: 0 })
      covered = receipt?.inputs.head
      await thread.settle({ usage: { inputTokens: tokens, outputTokens: 20 } })
      const { user: own, system } = process.threadCpuUsage(from)
      // What takes longer than that is interrupted by others; the thread's own time is told in steps of a millisecond.
      ms = Math.min(performance.now() - started, Math.max(SHORT, (own + system) / 1_000))
    })
    lived.push({ index, work, isCompaction: covered !== before, ms })
  }
  await store.close()
  return lived
}

/** The most that one of some steps took, field by field. */
export function mostWork(lived: readonly Lived[]): Readonly<Record<string, number>> {
  const fields = Object.keys(lived[0]?.work ?? {})
  return Object.fromEntries(fields.map((field) => [field, Math.max(...lived.map(({ work }) => work[field as keyof Work]))]))
}
