import type { Factor } from './budget.ts'
import type { HookLine } from './hooks.ts'
import type { Json } from './json.ts'
import type { Action } from './plan.ts'
import type { Rates } from './price-sheet.ts'
import type { Loss, Repair, Violation } from './prompt.ts'
import type { ShownRange } from './stored-plan.ts'
import type { SummaryAccount } from './summary.ts'
import type { ThreadCost } from './thread-cost.ts'

export type Fate = 'kept' | 'shortened' | 'cleared' | 'summarized' | 'externalized' | 'dropped' | 'repaired'

/** Entries `from` to `to`, both inside, with one fate. */
export interface FateRun extends ShownRange {
  readonly fate: Fate
}

/** A place where a law acted against what the policy alone would have done. */
export interface LawOverride {
  readonly law: 'L3' | 'L5' | 'L15'
  readonly detail: string
  /** The policy's own rungs did not fit, and what stands behind every policy acted; nothing of the frontier was cut for it. */
  readonly floor?: true
  /** There was no room at all for what the law asks for. */
  readonly unmet?: true
  /** What people wrote last, and nobody has answered, is not shown whole: the model is asked something else than it was meant to be. */
  readonly words?: true
}

/** Everything that decided a plan besides the log: with the same inputs the same plan comes out. */
export interface PlanningInputs {
  readonly head: number
  readonly hash: string
  readonly dialect: string
  readonly model: string
  readonly window: number
  readonly reserve: number
  readonly policy: string
  readonly instructions: string
  readonly pins: readonly number[]
  readonly system: number
  readonly tools: number
  readonly tokenizer: string
  /** How the provider's counts were taken to relate to ours. */
  readonly scale: Factor
  /** Most bytes the provider takes; `null` if it is unknown. */
  readonly byteLimit: number | null
  /** What tokens cost beside one uncached input token, by the length of the prompt; absent if prices had no say. */
  readonly prices?: readonly Rates[]
  /** The summarizer that could be asked; absent if there was none. */
  readonly summarizer?: string
  /** What else the policy looked at; absent if it looked at nothing. */
  readonly circumstances?: Json
  /** Tokens of the request that an undo gave back: no more is folded than what has come since. Absent if there was none. */
  readonly restored?: number
}

/** What set a compaction off: a request about to be sent, the end of a turn, a refusal by the provider, or a request by hand. */
export type Occasion = 'window' | 'settle' | 'overflow' | 'manual'

/** What can fill a request. */
export type TokenKind =
  | 'system'
  | 'tools'
  | 'summary'
  | 'user'
  | 'assistant'
  | 'reasoning'
  | 'calls'
  | 'results'
  | 'files'
  | 'other'

/** Tokens of each kind in one request. */
export type TokensByKind = Readonly<Record<TokenKind, number>>

/** Pruned: something was cleared, shortened or put away. Compacted: something was folded. */
interface Stages {
  readonly wasPruned: boolean
  readonly wasCompacted: boolean
  /** By prices, if something was folded as well. */
  readonly afterPrune: number
  readonly afterCompact: number
}

/** Calls, and what they have added to a conversation, in tokens by our count. */
export interface Growth {
  readonly calls: number
  readonly tokens: number
}

/** The account of one compaction. No change of the view without one. */
export interface Receipt {
  readonly trigger: Occasion
  /** Why it was made, in a sentence with the numbers. */
  readonly reason: string
  readonly inputs: PlanningInputs
  readonly at: number
  /** By our count. `before` is what the request was under the plan in effect until then; `release` is how far down the policy wanted to come. */
  readonly tokens: { readonly before: number; readonly after: number; readonly budget: number; readonly release: number }
  readonly bytes: { readonly before: number; readonly after: number }
  readonly utilisation: number
  /** What the request had after each step (A9); absent if nothing was changed, and in receipts from before there was such an account. */
  readonly stages?: Stages
  /** What filled the request before and what fills it now. Absent in receipts that were written before there was such an account. */
  readonly kinds?: { readonly before: TokensByKind; readonly after: TokensByKind }
  readonly strategy: string
  readonly records: readonly RecordLine[]
  readonly fates: readonly FateRun[]
  readonly repairs: readonly Repair[]
  readonly losses: readonly Loss[]
  readonly violations: readonly Violation[]
  readonly lawOverrides: readonly LawOverride[]
  readonly summarizerCalls: number
  /** How the summary came about, if there was a summarizer to ask. */
  readonly summary?: SummaryAccount
  /** What calls have added up to here: by it, the next compaction is reckoned. Absent if prices have no say. */
  readonly growth?: Growth
  /** What the thread's calls had cost by then, and its latest call; absent if none was settled. */
  readonly cost?: ThreadCost
  /** What came of the host's hooks, in the order they were called; absent if there are none. */
  readonly hooks?: readonly HookLine[]
  /** What was taken for granted about the model, as sentences; absent if nothing was. */
  readonly assumed?: readonly string[]
  /** Why nothing was done, if a compaction was asked for and there was nothing to do. */
  readonly nothing?: string
  /** What people should be told, if the policy has something to say. */
  readonly notice?: string
  /** What the agent was to be told, once, so that it goes on; only of a compaction that came by itself while it was at work. */
  readonly continueWith?: string
}

/** A record of the plan as a receipt shows it. */
export interface RecordLine extends ShownRange {
  readonly action: Action
  readonly tokens: number
}
