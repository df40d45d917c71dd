import { floorSummary } from '../ledger/floor-summary.ts'
import { leadingSystem } from '../log/rounds.ts'
import { QUOTED_HEAD } from '../schema/agent-tools.ts'
import { CompactionError } from '../schema/failures.ts'
import { type EntryId, seqOf } from '../schema/ids.ts'
import { checkOptions } from './options.ts'
import { recall } from './recall.ts'
import { mayOpen } from './sensitivity.ts'
import type { ThreadState } from './thread-state.ts'
import { fitting, quoteHits } from './tools/quote-entries.ts'

/** What a thread knows that a goal needs. */
export interface Brief {
  readonly text: string
  readonly tokens: number
  /** Entries that it quotes as found for the goal, best first. */
  readonly sources: readonly EntryId[]
}

export interface BriefOptions {
  /** What is to be done with it, in words. */
  readonly goal: string
  /** Most tokens; 3,000 by default. */
  readonly tokens?: number | undefined
}

const USUAL_TOKENS = 3_000
const LEAST_TOKENS = 300
/** Of a brief, the share of what was found for the goal; the rest says where the work stands. */
const FOUND_SHARE = 0.5
const MOST_HITS = 12
/** What the handles in a brief are, to whoever reads it: in a thread that begins with it they have another name. */
const HANDLES = {
  host: 'e0 and so on are its entries.',
  'handed-off': 'below, e0 and so on are its entries; here they are called old:e0 and so on.',
} as const

/**
 * What a goal needs of a thread, in at most so many tokens: where the work stands (by a model's summary if there is one, chosen for the goal
 * without), and what was said that is about the goal, word for word. Every line names its entry.
 */
export async function briefOf(state: ThreadState, given: BriefOptions, reader: 'host' | 'handed-off' = 'host'): Promise<Brief> {
  const { goal, tokens } = checkedBrief(given)
  const { key, ports, log } = state
  if (log.length === 0) throw new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread: key.thread })
  const ranked = await recall(state, goal, { limit: MOST_HITS })
  const isOpen = await Promise.all(ranked.map(({ seq }) => mayOpen(state, seq, {})))
  const hits = ranked.filter((_, index) => isOpen[index])
  const room = Math.floor(tokens * FOUND_SHARE)
  const found = hits.length === 0 ? '' : quoteHits(hits, room, ports.counting)
  const head = `From the thread ${JSON.stringify(key.thread)}; ${HANDLES[reader]}`
  const left = tokens - ports.counting.count(`${head}\n\n${found}\n\n`)
  const account = accountOf(state, goal, left)
  const text = [head, account, found.replace(`${QUOTED_HEAD}\n`, `${QUOTED_HEAD} Found for the goal:\n`)]
    .filter((part) => part !== '')
    .join('\n\n')
  const cut = fitting(text, 0, tokens, ports.counting)
  return { text: cut, tokens: ports.counting.count(cut), sources: hits.map(({ handle }) => handle) }
}

function checkedBrief(given: BriefOptions): Required<BriefOptions> & { readonly tokens: number } {
  checkOptions('brief', given, { goal: 'text', tokens: 'number' })
  const { goal } = given
  if (typeof goal !== 'string' || goal.trim() === '') {
    const failure = { at: 'goal', expected: 'what is to be done, in words', found: goal === '' ? 'nothing' : `a ${typeof goal}` }
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure })
  }
  const tokens = Math.max(LEAST_TOKENS, Math.trunc(given.tokens ?? USUAL_TOKENS) || USUAL_TOKENS)
  return { goal, tokens }
}

/** Where the work stands. A page that a model has written is better than one that is chosen without, as far as it reaches. */
function accountOf(state: ThreadState, goal: string, tokens: number): string {
  const { log, ports, records } = state
  const isByModel = (state.commit?.receipt.summarizerCalls ?? 0) > 0
  const written = isByModel ? records.findLast((record) => record.action === 'summarize') : undefined
  const page = written?.action === 'summarize' ? fitting(written.summary, 0, Math.floor(tokens / 2), ports.counting) : ''
  const from = written === undefined ? leadingSystem(log.entries) : written.span.end
  const range = { from, end: seqOf(log.length) }
  const left = tokens - ports.counting.count(page)
  const rest =
    range.from >= range.end || left < LEAST_TOKENS / 3
      ? ''
      : floorSummary({
          ...{ log: log.cleaned(), ...range, tokens: left, shown: new Set(), tokenizer: ports.counting },
          instructions: goal,
        })
  return [page, rest].filter((part) => part !== '').join('\n\n')
}
