import { setImmediate as pause } from 'node:timers/promises'
import type { ModelSources } from '../../engine/ports.ts'
import type { Prepared } from '../../engine/request.ts'
import type { RequestOptions } from '../../engine/request-options.ts'
import type { Thread } from '../../engine/thread.ts'
import { createCompactor } from '../../index.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import { type CompactionError, isFailure } from '../../schema/failures.ts'
import type { Policy } from '../../schema/policy.ts'
import type { Dialect, Tokenizer } from '../../schema/ports.ts'
import { fileIn } from '../stats/fill-of.ts'
import type { ReplayStep } from './steps.ts'

/** What became of a session under a preset. */
export interface Replayed {
  readonly preset: string
  readonly window: number
  readonly compactions: number
  /** Tokens of each request that was made. */
  readonly sizes: readonly number[]
  /** Requests that break a rule of the provider, or are larger than the budget. */
  readonly faults: number
  /** Files that the agent named again after a compaction, and how many of these names its request still held. */
  readonly recall: { readonly asked: number; readonly found: number }
  /** Dollars for all requests that were answered, by sizes and what each shares with the one before; `undefined` if prices are not known. */
  readonly dollars: number | undefined
  /** The same one by one. */
  readonly spent: readonly number[]
  /** The same requests without compaction, and with one above 95 % of the window. */
  readonly otherwise: { readonly uncompacted: number; readonly late: number }
  /** Why the agent had to stop, if it had to. */
  readonly stopped: CompactionError | undefined
}

interface ReplayOptions {
  readonly policy: Policy
  readonly request: RequestOptions
  readonly dialect: Dialect
  readonly tokenizer: Tokenizer
  readonly models: ModelSources
  /** Called before each call of the model. */
  readonly progress: (step: number) => void
}

/** Feeds a session to a thread as its agent would have: what came in, a request, the answer, and so on. */
export async function replayPreset(steps: readonly ReplayStep[], options: ReplayOptions): Promise<Replayed> {
  const { policy, request, dialect, tokenizer, models, progress } = options
  let now = 0
  const compactor = createCompactor({ policy, tokenizer, models, clock: () => now })
  const spent: number[] = []
  compactor.on('call-settled', ({ dollars }) => dollars !== null && spent.push(dollars))
  const thread = await compactor.thread('file')
  const judge = judgeWith(dialect)
  const memory = memoryOf()
  const sizes: number[] = []
  let window = 0
  let stopped: CompactionError | undefined
  try {
    for (const [index, { arrived, answer }] of steps.entries()) {
      progress(index)
      // Nothing else waits for anything: without a pause nobody could interrupt it.
      await pause()
      now = await hear(thread, arrived, now)
      const made = await thread.prepare(request)
      window = made.limits.window
      sizes.push(made.tokens)
      judge.look(made, index === steps.length - 1)
      memory.look(made, answer)
      now = await hear(thread, answer, now)
      if (answer.length > 0) await thread.settle()
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    stopped = error
  }
  const compactions = (await thread.commits()).length
  const { uncompacted, late } = await thread.cost()
  return {
    preset: policy.name,
    window,
    compactions,
    sizes,
    faults: judge.faults(),
    recall: memory.recall(),
    dollars: spent.length === 0 ? undefined : spent.reduce((sum, each) => sum + each, 0),
    spent,
    otherwise: { uncompacted: uncompacted.dollars, late: late.dollars },
    stopped,
  }
}

/** Appends, and tells the time of the session: a pause in it is a pause for the policy too. */
async function hear(thread: Thread, drafts: readonly MessageDraft[], now: number): Promise<number> {
  if (drafts.length > 0) await thread.appendDrafts(drafts)
  return drafts.reduce((latest, { time = 0 }) => Math.max(latest, time), now)
}

/** The engine checks every request as it grows. Here the first one behind each compaction, and the last, are checked whole once more. */
function judgeWith(dialect: Dialect): { look(made: Prepared, isLast: boolean): void; faults(): number } {
  let faults = 0
  let receipt: Prepared['receipt'] = null
  return {
    look(made, isLast) {
      const isNew = made.receipt !== receipt
      receipt = made.receipt
      const isOver = made.tokens > made.budget.limit
      if (isOver || ((isNew || isLast) && dialect.validate(made.request).length > 0)) faults += 1
    },
    faults: () => faults,
  }
}

/** Whether what the agent needs next is still there: files that its answer names, and that were named before. */
function memoryOf(): { look(made: Prepared, answer: readonly MessageDraft[]): void; recall(): Replayed['recall'] } {
  const seen = new Set<string>()
  let [asked, found] = [0, 0]
  return {
    look({ receipt, request }, answer) {
      const names = answer.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'tool-call' ? (fileIn(block.input) ?? []) : [])),
      )
      const again = receipt === null ? [] : names.filter((name) => seen.has(name))
      const text = again.length === 0 ? '' : JSON.stringify(request)
      asked += again.length
      found += again.filter((name) => text.includes(JSON.stringify(name).slice(1, -1))).length
      for (const name of names) seen.add(name)
    },
    recall: () => ({ asked, found }),
  }
}

function isRefusal(error: unknown): error is CompactionError {
  return isFailure(error, 'compaction-refused') || isFailure(error, 'fixed-part-too-large') || isFailure(error, 'too-many-bytes')
}
