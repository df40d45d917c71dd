import type { LimitSources } from '../budget/model-limits.ts'
import type { RulesOf } from '../schema/count-rules.ts'
import type { Hooks } from '../schema/hooks.ts'
import type { HostName } from '../schema/hosts.ts'
import type { BackgroundJobs } from '../schema/jobs.ts'
import type { Meter } from '../schema/meter.ts'
import type { ModelTable } from '../schema/model-limits.ts'
import type { Policy } from '../schema/policy.ts'
import type { ArtifactStore, Clock, Dialect, Hash, LaterDialect, Store, Summarizer, Tokenizer } from '../schema/ports.ts'
import type { Embedder } from '../schema/recall.ts'
import type { ToolPolicies } from '../schema/tool-policy.ts'
import type { AnyDialect, DialectChoice } from '../schema/wire/request-of.ts'
import type { SpendCap } from './asking-guard.ts'
import type { Events } from './events.ts'
import type { Learned } from './learned-records.ts'
import type { Optional } from './options.ts'
import type { PromptCache } from './prompt-cache.ts'
import type { ModelOptions } from './request-options.ts'

/** What the engine needs from outside. */
export interface EnginePorts {
  readonly store: Store
  readonly policy: Policy
  /** Where content that is put away goes; `null` if nothing is to be put away. */
  readonly artifacts: ArtifactStore | null
  /** What is known about tools' results, by the tool's name. */
  readonly toolPolicies: ToolPolicies
  /** Makes summaries better than they are without it; `undefined` if no model is to be asked. */
  readonly summarizer: Summarizer | undefined
  /** Ranks what recall found once more, by meaning; `undefined` if words are enough. */
  readonly embedder: Embedder | undefined
  /** Most milliseconds that a compaction waits for it. */
  readonly summaryDeadlineMs: number
  /** Does what nobody waits for; by default in this process. */
  readonly jobs: BackgroundJobs
  /** The host's own code around every compaction; `undefined` if there is none. */
  readonly hooks: Hooks | undefined
  /** Most milliseconds that a compaction waits for a hook. */
  readonly hookDeadlineMs: number
  /** Most that summaries may cost a thread or a tenant; nothing is capped by default. */
  readonly spendCap: SpendCap
  readonly tokenizer: Tokenizer
  readonly hash: Hash
  readonly clock: Clock
  readonly meter: Meter
  readonly models: ModelSources
  /** What earlier runs have taught, as `learned()` of a compactor gave it. */
  readonly learned: Learned | undefined
  /** Where secrets are replaced by tokens: in all that is said about entries, in entries too before they are kept, or nowhere. */
  readonly redact: 'summaries' | 'entries' | 'off'
  /** Tells tokens of secrets apart; by default the store's own, so that a secret has the same token after a restart. Keep it secret. */
  readonly redactionKey: string | undefined
  /**
   * How many of a thread's latest requests are remembered, so that they can be shown as the model saw them; 0 remembers none. 1,000 by
   * default, if the store can.
   */
  readonly keepRequests: number
  /** Whether requests in OpenAI's formats say which thread they belong to (`key`), and that what is kept of them may be for a day (`24h`). */
  readonly promptCache: PromptCache
  /** So many entries of a thread are held while nobody looks at them: above that, the older ones are left to the store. */
  readonly heldUnseen: number
  /** Formats it can read and write; the first is the default. Ours are loaded when they are needed. */
  readonly dialects: readonly [Dialect | LaterDialect, ...(Dialect | LaterDialect)[]]
  /** What every request is asked for with unless a thread or a call says otherwise. */
  readonly usual: ModelOptions
}

/**
 * Options of `createCompactor`: each may be left out, or be `undefined`, for its default. `dialect`, `model`, `window` and what else can be said of a model
 * hold for all threads; `thread.use` and calls come first.
 */
export type CompactorOptions<Choice extends DialectChoice = AnyDialect> = Optional<
  Omit<EnginePorts, 'usual' | 'dialects' | 'heldUnseen'>
> &
  ModelOptions<Choice> & {
    /** Formats it can read and write; the first is the default. All of ours, unless told. */
    readonly dialects?: readonly [Dialect, ...Dialect[]] | undefined
    /**
     * The server, if it is one of those whose models have templates of their own: requests in `openai-chat` keep to what the strictest of them take, and
     * windows are what the server tells, at `baseUrl` or where it usually is.
     */
    readonly host?: HostName | undefined
  }

/** The ports, and what the engine makes of them once for all threads. */
export interface EngineParts extends EnginePorts {
  /** The tokenizer with a small memory, for what is counted again within moments. */
  readonly counting: Tokenizer
  /** What the dialects count besides text. */
  readonly rules: RulesOf
  readonly events: Events
  /** Threads of which a hook is at work. */
  readonly hooked: Set<string>
}

/**
 * Sources of knowledge about models, besides what requests teach.
 *
 * Contract: `data` may take its time and may fail; it is asked once, for the first model whose window or prices are not known without it.
 */
export interface ModelSources extends Pick<LimitSources, 'overrides' | 'table' | 'fallback'> {
  data(): Promise<ModelTable>
  /** What the server tells that it serves: counts more than what we know of models. Asked once for each model, until it answers. */
  served?(): Promise<ModelTable>
}
