import { fence } from '../ledger/fence.ts'
import { floorSummary } from '../ledger/floor-summary.ts'
import { leadingSystem } from '../log/rounds.ts'
import { nameIndex } from '../recall/name-index.ts'
import { QUOTED_HEAD } from '../schema/agent-tools.ts'
import { CompactionError } from '../schema/failures.ts'
import { foundIn } from '../schema/found-in.ts'
import { type EntryId, handleOf, seqOf } from '../schema/ids.ts'
import { askForGoal } from './ask-for-goal.ts'
import { stopIfCancelled } from './land.ts'
import { checkOptions } from './options.ts'
import { recall } from './recall.ts'
import { mayOpen } from './sensitivity.ts'
import type { ThreadState } from './thread-state.ts'
import { fitting, quotedHits } from './tools/quote-entries.ts'

/** What a thread knows that a goal needs. */
export interface Brief {
  readonly text: string
  readonly tokens: number
  /** Entries that it quotes as found for the goal, best first. */
  readonly sources: readonly EntryId[]
  /** Who says where the work stands: a model, or nobody but the log (`deterministic`). */
  readonly by: string
}

export interface BriefOptions {
  /** What is to be done with it, in words. */
  readonly goal: string
  /** Most tokens; 3,000 by default. */
  readonly tokens?: number | undefined
  /** Whether the summarizer is asked where the work stands, if there is one. It is by `handoff` unless told, and by nothing else. */
  readonly model?: boolean | undefined
  /** Ends it, also while a summarizer is asked: nothing is begun. */
  readonly signal?: AbortSignal | undefined
}

const USUAL_TOKENS = 3_000
const LEAST_TOKENS = 300
/** Of a brief, the shares of what was found for the goal and of names; the rest says where the work stands. See docs/recall.md. */
const FOUND_SHARE = 0.35
const NAMES_SHARE = 0.25
const MOST_HITS = 12
/** What the handles in a brief are, to whoever reads it: in a thread that begins with it they have another name. */
const HANDLES = {
  host: 'e0 and so on are its entries.',
  'handed-off': 'below, e0 and so on are its entries; here they are called old:e0 and so on.',
} as const

/** The names that were worked with, each with the entry where it stood last: in a few tokens, where to look. */
async function namesOf(state: ThreadState, tokens: number): Promise<readonly string[]> {
  const { entries } = state.log
  const isOpen = await Promise.all(entries.map(({ kind, seq }) => kind !== 'tool-result' || mayOpen(state, seq, {})))
  const index = nameIndex(entries.filter((_, at) => isOpen[at]))
  const list = fitting(index.map(({ name, last }) => `${name} ${handleOf(last)}`).join(', '), 0, tokens, state.ports.counting)
  // The last may have been cut.
  const whole = list.slice(0, Math.max(0, list.lastIndexOf(',')))
  return whole === '' ? [] : ['Names that were worked with, and where each stood last:', fence(whole)]
}

interface Checked {
  readonly goal: string
  readonly tokens: number
  readonly model: boolean
}

/**
 * What a goal needs of a thread, in at most so many tokens: where the work stands (by a model's summary if there is one, chosen for the goal
 * without), and what was said that is about the goal, word for word. Every line names its entry.
 */
export async function briefOf(state: ThreadState, given: BriefOptions, reader: keyof typeof HANDLES = 'host'): Promise<Brief> {
  const { goal, tokens, model } = checkedBrief(given, reader)
  const { key, ports, log } = state
  if (log.length === 0) throw new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread: key.thread })
  const ranked = await recall(state, goal, { limit: MOST_HITS })
  const isOpen = await Promise.all(ranked.map(({ seq }) => mayOpen(state, seq, {})))
  const hits = ranked.filter((_, index) => isOpen[index])
  const quoted = quotedHits(hits, Math.floor(tokens * FOUND_SHARE), ports.counting)
  const names = await namesOf(state, Math.floor(tokens * NAMES_SHARE))
  const found = [...(quoted.length === 0 ? [] : ['Found for the goal:', ...quoted]), ...names]
  const quotation = found.length === 0 ? '' : [QUOTED_HEAD, ...found].join('\n').toWellFormed()
  const head = `From the thread ${JSON.stringify(key.thread)}; ${HANDLES[reader]}`
  const left = tokens - ports.counting.count(`${head}\n\n${quotation}\n\n`)
  stopIfCancelled(given)
  const told = model ? await askForGoal(state, { goal, tokens: left, signal: given.signal }) : undefined
  stopIfCancelled(given)
  const account = told?.text ?? accountOf(state, goal, left)
  const text = [head, account, quotation].filter((part) => part !== '').join('\n\n')
  const cut = fitting(text, 0, tokens, ports.counting)
  return {
    text: cut,
    tokens: ports.counting.count(cut),
    sources: hits.map(({ handle }) => handle),
    by: told?.by ?? 'deterministic',
  }
}

function checkedBrief(given: BriefOptions, reader: keyof typeof HANDLES): Checked {
  checkOptions('brief', given, { goal: 'text', tokens: 'number', model: 'flag', signal: 'signal' })
  const { goal } = given
  if (typeof goal !== 'string' || goal.trim() === '') {
    const failure = { at: 'goal', expected: 'what is to be done, in words', found: goal === '' ? 'nothing' : foundIn(goal) }
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure })
  }
  const tokens = Math.max(LEAST_TOKENS, Math.trunc(given.tokens ?? USUAL_TOKENS) || USUAL_TOKENS)
  return { goal, tokens, model: given.model ?? reader === 'handed-off' }
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
