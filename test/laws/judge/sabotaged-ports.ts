import { aiSdk } from '../../../src/dialects/ai-sdk/dialect.ts'
import { anthropic } from '../../../src/dialects/anthropic/dialect.ts'
import { gemini } from '../../../src/dialects/gemini/dialect.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/dialect.ts'
import { openaiResponses } from '../../../src/dialects/openai-responses/dialect.ts'
import { type CompactorOptions, memoryArtifacts, memoryStore, modelSources, presets } from '../../../src/index.ts'
import type { Capability, StoreWith } from '../../../src/schema/capabilities.ts'
import type { ItemDraft } from '../../../src/schema/ledger.ts'
import type { ArtifactStore, Dialect, Summarizer } from '../../../src/schema/ports.ts'
import type { Strategy } from '../../../src/schema/strategy.ts'
import type { SummaryAnswer, SummaryJob } from '../../../src/schema/summary.ts'
import { characterTokenizer } from '../../../src/tokenizers/characters.ts'
import type { Dice } from './dice.ts'
import type { Saboteur } from './saboteur.ts'

/** What a game keeps: it is looked at when the game is over. */
export interface Kept {
  readonly store: StoreWith<Capability>
  readonly artifacts: ArtifactStore
}

/** How the ports of a game are made. Plain data, so that its twin has the same. */
export interface Ports {
  /** The store gives and keeps copies, as a database does. */
  readonly isDatabase: boolean
  readonly hasSummarizer: boolean
  /** Formats of the host's own; otherwise ours. */
  readonly ownDialects: boolean
  /** The ladder has a strategy of the host's own. */
  readonly ownStrategy: 'none' | 'looks' | 'drops'
  readonly redact: 'summaries' | 'off' | 'entries'
}

export function anyPorts(dice: Dice): Ports {
  return {
    isDatabase: dice.oneIn(2),
    hasSummarizer: dice.oneIn(2),
    ownDialects: dice.oneIn(2),
    ownStrategy: dice.pick(['none', 'looks', 'drops']),
    redact: dice.pick(['summaries', 'summaries', 'off', 'entries']),
  }
}

export function keptIn(): Kept {
  return { store: memoryStore(), artifacts: memoryArtifacts() }
}

/** Options of a compactor all of whose ports tell a saboteur what they are handed, and what they give. */
export function sabotaged(ports: Ports, { store, artifacts }: Kept, by: Saboteur): CompactorOptions {
  const { isDatabase } = ports
  const early = { by, strikesFirst: true, isCopying: isDatabase }
  return {
    store: tapped(store, early),
    artifacts: tapped(artifacts, early),
    dialects: ports.ownDialects ? dialectsOf(by) : undefined,
    policy: presets.balanced({
      ladder: [
        ...(ports.ownStrategy === 'none' ? [] : [strategy(ports.ownStrategy, by)]),
        { rung: 'externalize', above: 60, keepTurns: 1 },
        { rung: 'summarize-oldest' },
      ],
    }),
    toolPolicies: { bash: { durability: 'replayable' } },
    summarizer: ports.hasSummarizer ? tapped(summarizer, { by, strikesFirst: false, isCopying: false }) : undefined,
    tokenizer: counting(by),
    models: {
      ...modelSources(),
      data: tapped({ data: async () => ({ 'odd-1': { window: 9_000 } }) }, { ...early, isCopying: false }).data,
    },
    ...{ clock: () => 0, redact: ports.redact, redactionKey: 'the key of a game', keepRequests: 3 },
  }
}

interface Tap {
  readonly by: Saboteur
  /** Not if the port is handed copies of its own: what it makes of them is its own affair. */
  readonly strikesFirst: boolean
  readonly isCopying: boolean
}

/** A port, as it is, whose every call is told to a saboteur. */
function tapped<Port extends object>(port: Port, tap: Tap): Port {
  const members = Object.entries(port).map(([name, member]): readonly [string, unknown] => {
    if (typeof member === 'function') return [name, tappedCall(member.bind(port), tap)]
    return [name, typeof member === 'object' && member !== null ? tapped(member, tap) : member]
  })
  return Object.fromEntries(members) as Port
}

function tappedCall(call: (...args: readonly unknown[]) => unknown, { by, strikesFirst, isCopying }: Tap) {
  const own = (value: unknown): unknown => (isCopying ? structuredClone(value) : value)
  return (...args: readonly unknown[]): unknown => {
    by.strikeAgain()
    if (strikesFirst) args.forEach(by.strike)
    const result = call(...args.map(own))
    // What it gives may be made of what it was handed.
    args.forEach(by.hold)
    if (result instanceof Promise) return result.then((given) => handed(own(given), by))
    by.hold(result)
    return result
  }
}

/** What a port gives is changed once it has arrived: a port that lies from the start is another matter. */
function handed(given: unknown, by: Saboteur): unknown {
  void arrival().then(() => by.hold(given))
  return given
}

async function arrival(): Promise<void> {
  for (let hops = 0; hops < 6; hops += 1) await null
}

/** Counts, and gives the saboteur a chance in the midst of everything. */
function counting(by: Saboteur) {
  const { name, count } = characterTokenizer()
  let calls = 0
  return {
    name,
    count(text: string): number {
      calls += 1
      if (calls % 32 === 0) by.strikeAgain()
      return count(text)
    },
  }
}

function dialectsOf(by: Saboteur): readonly [Dialect, ...Dialect[]] {
  const own = (dialect: Dialect): Dialect => {
    const { traits, ...verbs } = dialect
    return { ...tapped(verbs, { by, strikesFirst: false, isCopying: false }), traits }
  }
  return [own(openaiChat), own(anthropic), own(aiSdk), own(openaiResponses), own(gemini)]
}

/** Drops the oldest unit that may go, or only looks; and strikes when it has looked. */
function strategy(kind: 'looks' | 'drops', by: Saboteur): Strategy {
  const { propose } = tapped({ propose: kind === 'looks' ? looks : drops }, { by, strikesFirst: false, isCopying: false })
  return { name: kind, propose }
}

const looks: Strategy['propose'] = ({ log }) => ({ kind: 'not-enough', reason: `${log.entries.length} entries seen` })

const drops: Strategy['propose'] = ({ units, fixed, protected: kept, foldedTo }) => {
  const from = foldedTo ?? fixed
  const unit = units.find(
    (candidate) => candidate.from >= from && ![...kept].some((seq) => seq >= candidate.from && seq < candidate.end),
  )
  if (unit === undefined) return { kind: 'not-enough', reason: 'everything is protected' }
  return { kind: 'partial', orders: [{ action: 'drop', ...unit, reason: 'the oldest', carries: [] }], reason: 'one unit' }
}

const summarizer: Summarizer = {
  name: 'scripted',
  async summarize(job) {
    job.view?.()
    return answerTo(job)
  },
}

function answerTo({ entries, from, end, ledger }: SummaryJob): SummaryAnswer {
  const said = entries.slice(from, end).filter((entry) => entry.kind === 'text' && entry.author === 'agent')
  const operations = said.slice(0, 3).map((entry) => {
    const text = 'text' in entry ? entry.text.slice(0, 60) : ''
    const item: ItemDraft = { kind: 'fact', text, sources: [entry.seq], authority: 'assistant' }
    return { op: 'add' as const, item }
  })
  return {
    ...{ by: 'scripted', finish: 'stop', toolCalls: 0, usage: null, money: null, remarks: [`${ledger.items.length} known`] },
    content: { kind: 'operations', operations },
    attempts: [{ by: 'scripted', outcome: 'answered', detail: '', ms: 0 }],
  }
}
