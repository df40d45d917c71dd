import { availableParallelism, cpus, loadavg } from 'node:os'
import { liveAgent } from './agent.ts'
import { type Contestant, makeWatch, OPERATIONS, type Opened, type Operation, type Timing } from './contestant.ts'
import { type Effort, timeAgain, timeEach } from './measure.ts'
import { measureMemory } from './memory.ts'
import { ours } from './our.ts'
import { naiveRecount } from './peers/naive-recount.ts'
import { prune } from './peers/prune-messages.ts'
import { summarization } from './peers/summarization.ts'
import { trim } from './peers/trim-messages.ts'
import type { Report, Row } from './report.ts'
import { type ChatMessage, makeSession, SESSION_KINDS, type SessionKind } from './sessions.ts'
import { compareTokenizers } from './tokenizers.ts'

export interface Settings {
  readonly sizes: readonly number[]
  readonly operations: readonly Operation[]
  readonly tokenizers: 'compared' | 'left-out'
  /** Steps of an agent's life; none if 0. */
  readonly steps: number
  /** Messages of the histories whose memory is measured; none if 0. */
  readonly remembered: number
  /** Seconds after which a single run is stopped. */
  readonly limit: number
  /** Milliseconds for one number. */
  readonly budget: number
  /** Samples of each kind of text. */
  readonly samples: number
  readonly onProgress: Progress
}

/** What is being done, and of that, which number. */
export type Progress = (what: string, detail?: string) => void

/** Ours first: the others are divided by it. */
const CONTESTANTS: readonly Contestant[] = [ours, naiveRecount, prune, trim, summarization]
const STEPS = 120
const WARM_UP = 400
/** Milliseconds for a number that is thrown away: enough for a compiler to see what is run often. */
const WARM_UP_BUDGET = 250
/** A compaction brings a history down to this part of it: 480,000 tokens to 128,000. */
const WINDOW_SHARE = 1 / 3.75

/** Measures everything, one contestant after another on the same session. */
export async function runBench(settings: Settings): Promise<Report> {
  const { sizes, onProgress } = settings
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '?', cores: availableParallelism(), load: loadavg()[0] ?? 0 }
  const rows: Row[] = []
  if (settings.operations.length > 0) {
    onProgress('warming up')
    // Code that runs for the first time is slow, and would be so in the first row alone.
    for (const kind of SESSION_KINDS)
      await measureSession(kind, WARM_UP, { ...settings, budget: WARM_UP_BUDGET, onProgress: () => undefined })
    for (const kind of SESSION_KINDS) for (const size of sizes) rows.push(...(await measureSession(kind, size, settings)))
  }
  const { samples, steps, remembered } = settings
  if (steps > 0) onProgress('the life of an agent')
  return {
    machine,
    sizes,
    limit: settings.limit,
    contestants: CONTESTANTS.map(({ name, about }) => ({ name, about })),
    rows,
    tokenizers: settings.tokenizers === 'compared' ? compareTokenizers({ samples, onProgress }) : null,
    agent: steps > 0 ? await liveAgent(steps) : null,
    memory:
      remembered > 0 ? { messages: remembered, uses: measureMemory(remembered, (what) => onProgress('memory', what)) } : null,
  }
}

async function measureSession(kind: SessionKind, size: number, settings: Settings): Promise<readonly Row[]> {
  const label = `${kind}, ${size.toLocaleString('en')} messages`
  settings.onProgress(label, 'writing the session')
  // Beside the measured steps, one to look how long a step takes and one to warm up.
  const messages = makeSession(kind, size + STEPS + 2)
  const [history, next] = [messages.slice(0, size), messages.slice(size)]
  const times = new Map<Operation, Record<string, Timing>>(settings.operations.map((operation) => [operation, {}]))
  const effort = { watch: makeWatch(settings.limit), budget: settings.budget }
  let tokens = 0
  for (const contestant of CONTESTANTS) {
    settings.onProgress(label, `${contestant.name}, load`)
    const opened = await contestant.open(history, effort.watch)
    if (contestant === ours) tokens = Number(await opened.check())
    for (const operation of settings.operations) {
      settings.onProgress(label, `${contestant.name}, ${operation}`)
      const fresh = unseen(kind, size, contestant.name)
      const options = { effort, next, fresh, tokens: Math.round(tokens * WINDOW_SHARE) }
      const time = await measureOperation(operation, contestant, opened, options)
      if (time !== null) Object.assign(times.get(operation) ?? {}, { [contestant.name]: time })
    }
  }
  return OPERATIONS.filter((operation) => times.has(operation)).map((operation) => ({
    operation,
    session: kind,
    messages: size,
    tokens,
    times: times.get(operation) ?? {},
  }))
}

/** How many histories a contestant was given that it had not seen. */
const given = new Map<string, number>()

/** A history of which a contestant has seen no text: a tokenizer that keeps what it counted does not know it, ours or another. */
function unseen(kind: SessionKind, size: number, name: string): () => readonly ChatMessage[] {
  return () => {
    const count = (given.get(name) ?? 1) + 1
    given.set(name, count)
    return makeSession(kind, size, count)
  }
}

interface Options {
  readonly effort: Effort
  readonly next: readonly ChatMessage[]
  fresh(): readonly ChatMessage[]
  readonly tokens: number
}

async function measureOperation(
  operation: Operation,
  contestant: Contestant,
  opened: Opened,
  options: Options,
): Promise<Timing | null> {
  const { effort, next, fresh, tokens } = options
  const compaction = async (): Promise<() => unknown> => (await contestant.open(fresh(), effort.watch)).compaction(tokens)
  switch (operation) {
    case 'load':
      return opened.loading
    case 'check':
      return timeAgain(() => opened.check(), effort)
    case 'request':
      return timeAgain(() => opened.request(), effort)
    case 'compact':
      return timeEach(() => opened.compaction(tokens), effort, 40)
    case 'unread':
      return timeEach(() => contestant.unread?.(fresh(), tokens) ?? compaction(), effort, 40)
    case 'first':
      return timeEach(() => contestant.first?.(fresh(), tokens) ?? compaction(), effort, 40)
    case 'open': {
      const { stored } = contestant
      return stored === undefined ? null : timeEach(() => stored(fresh(), tokens), effort, 40)
    }
    case 'step': {
      const messages = next.values()
      return timeEach(() => opened.step(messages.next().value as ChatMessage), effort, STEPS)
    }
  }
}
