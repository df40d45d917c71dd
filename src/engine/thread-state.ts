import type { Commit } from '../schema/commit.ts'
import { type Seq, threadId } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { ThreadKey } from '../schema/ports.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { LiveView } from '../view/live-view.ts'
import type { LogKeeper } from '../view/measured-log.ts'
import type { MakeSetting, Setting } from '../view/setting.ts'
import type { Sizes } from '../view/sizes.ts'
import type { Ahead } from './ahead.ts'
import type { Asking } from './asking-guard.ts'
import { type ClientMemories, clientMemories } from './client-memories.ts'
import { type CostAccount, costAccount } from './cost-account.ts'
import { type Exchange, exchange, type Sent } from './exchange.ts'
import { type HistoryMemory, historyMemory } from './history-memory.ts'
import { type KeepOptions, keepOptions } from './kept-options.ts'
import { LEASE_MS, type Leased, leased } from './leased.ts'
import type { EngineParts } from './ports.ts'
import { settingsOf } from './prompt-cache.ts'
import { type RehydrationMemory, rehydrationMemory } from './rehydrate/memory.ts'
import { type RentAccount, rentAccount } from './rent-account.ts'
import type { RequestOptions } from './request-options.ts'
import { type Revisions, revisionsOf } from './revisions.ts'
import { type ScriptMix, scriptMix } from './script-mix.ts'
import type { SharedKnowledge } from './shared-knowledge.ts'
import { type ThreadLog, threadLog } from './thread-log.ts'
import { type ToolKnowledge, toolKnowledge } from './tool-knowledge.ts'
import { type Turns, turns } from './turns.ts'

/** Everything that one process knows of a thread. Data: the verbs of this room are functions of it. */
export interface ThreadState extends Turns {
  readonly key: ThreadKey
  /** What the engine works with; the policy may be another one later. */
  ports: EngineParts
  /** What the tenant's requests have taught about models. */
  readonly knowledge: SharedKnowledge
  readonly tools: ToolKnowledge
  /** The log, in step with the store. */
  readonly own: ThreadLog
  readonly log: LogKeeper
  /** What went out last and what came back. */
  readonly provider: Exchange
  readonly pins: Set<Seq>
  readonly views: Views
  makeSetting: MakeSetting
  /** What requests are asked for with unless they say otherwise. */
  usual: RequestOptions
  /** What other vocabularies may make of the scripts it is written in. */
  readonly scripts: ScriptMix
  readonly keep: KeepOptions
  /** A client resends its history: its words go back as they came. */
  isResent: boolean
  /** What clients that resend their history handed in last. */
  readonly clients: ClientMemories
  readonly history: HistoryMemory
  readonly revisions: Revisions
  /** Lets one at a time compact the thread, in all processes. */
  readonly alone: Leased
  /** What is paid for what a compaction would remove. */
  readonly rent: RentAccount
  /** What its calls have cost, and the request that was counted last. */
  readonly costs: CostAccount
  counted: Sent | undefined
  /** Lets one process at a time ask for a summary that nobody waits for. */
  readonly askAlone: Leased
  /** The summary of the next compaction. */
  readonly ahead: Ahead
  /** How often the summarizer was asked in this turn. */
  readonly asking: Asking
  /** It is the agent that asks for a compaction: what holds back its loop holds it back. */
  readonly isAgents?: boolean
  /** What summaries have cost the tenant, as far as this process knows. */
  spentToday: { readonly day: number; readonly dollars: number } | undefined
  /** The plan in effect: its commit, and its records as they are used inside. */
  commit: Commit | null
  records: readonly PlanRecord[]
  /** Reasoning before this entry is not sent any more: its provider said that what stands before it has changed. */
  unsealed: number
  /** How many turns the plan has folded wholly. */
  foldedTurns: number
  /** The account of the last compaction, whether or not it changed anything. */
  landed: Receipt | undefined
  /** What came back into requests of this turn. */
  readonly rehydration: RehydrationMemory
  /** What was counted here of how good its compactions are. */
  readonly counters: { artifactsRead: number; recalls: number; succeeded: number; failed: number }
}

/** What is kept for each dialect that requests are asked for in, by its name; of views also by the role that summaries have. */
interface Views {
  readonly sizes: Map<string, Sizes>
  /** The log under no plan. It outlives commits: every compaction is measured against it. */
  readonly whole: Map<string, LiveView>
  /** The log under the plan in effect. */
  readonly current: Map<string, LiveView>
  /** The setting whose surroundings were validated last. */
  checked?: Setting
}

/** Behind a thread's name, it is that of the lease for asking: no thread that people name ends so. */
const ASKING = '\u0001ahead'

/** A thread of which nothing was read yet. */
export function threadState(key: ThreadKey, ports: EngineParts, knowledge: SharedKnowledge): ThreadState {
  const tools = toolKnowledge(ports.toolPolicies)
  const own = threadLog(key, ports, tools.policies)
  const { inTurn, aside } = turns()
  const term = ports.summarizer === undefined ? LEASE_MS.planning : LEASE_MS.asking
  return {
    ...{ key, ports, knowledge, tools, own, log: own.log },
    provider: exchange(own.log, knowledge, ports.clock),
    pins: new Set(),
    views: { sizes: new Map(), whole: new Map(), current: new Map() },
    makeSetting: settingsOf(ports, key, ports.policy),
    usual: { ...ports.usual },
    scripts: scriptMix(own.log),
    keep: keepOptions(),
    isResent: false,
    clients: clientMemories(),
    history: historyMemory(),
    revisions: revisionsOf(key, ports),
    rent: rentAccount(own.log),
    ...{ costs: costAccount(ports.store.costs, key), counted: undefined },
    ...{ asking: { turn: -1, calls: 0 }, spentToday: undefined },
    inTurn,
    aside,
    alone: leased(ports.store, key, { term, aside }),
    askAlone: leased(ports.store, { ...key, thread: threadId(`${key.thread}${ASKING}`) }, { term, aside }),
    ahead: { pace: undefined, last: undefined, job: undefined, wasted: 0 },
    ...{ commit: null, records: [], unsealed: 0, foldedTurns: 0, landed: undefined },
    rehydration: rehydrationMemory(),
    counters: { artifactsRead: 0, recalls: 0, succeeded: 0, failed: 0 },
  }
}
