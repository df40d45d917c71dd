import type { CacheMark } from './cache-mark.ts'
import type { StoreCapabilities, TenantSecrets } from './capabilities.ts'
import type { Commit } from './commit.ts'
import type { MessageDraft, Transcript } from './draft.ts'
import type { Entry } from './entry.ts'
import type { ArtifactId, CommitId, EntryId, TenantId, ThreadId } from './ids.ts'
import type { Json } from './json.ts'
import type { DialectTraits, PromptMessage, Repair, Violation } from './prompt.ts'
import type { SummaryAnswer, SummaryJob } from './summary.ts'
import type { Adjustment } from './trigger.ts'

/**
 * Counts tokens of text.
 *
 * Contract: pure; `count('')` is 0; text that looks like a special token (`<|endoftext|>`) is counted as text; never throws. `estimate`, if
 * there is one, is much cheaper and at most a tenth too low; `quick` is the count of a text that takes no longer to be counted than to be estimated,
 * and `undefined` of others. `load`, if there is one, is awaited before a thread is opened, and nothing is counted before;
 * it is called for every thread.
 */
export interface Tokenizer {
  readonly name: string
  count(text: string): number
  estimate?(text: string): number
  quick?(text: string): number | undefined
  load?(): Promise<void>
}

/**
 * A fingerprint of text.
 *
 * Contract: pure; the same text gives the same short string of hex digits; collisions do not happen in practice.
 */
export type Hash = (text: string) => string

/**
 * Tells the time, in milliseconds since 1970. Only the engine asks, and what it was told is recorded in the plan.
 *
 * Contract: never throws.
 */
export type Clock = () => number

export interface ThreadKey {
  readonly tenant: TenantId
  readonly thread: ThreadId
}

/** How far a thread's log reaches: its length and the chain hash at its end. */
export interface Head {
  readonly length: number
  readonly hash: string
}

/** Where a thread stands: enough to see in one read whether another process appended, compacted or pinned. */
export interface Standing extends Head {
  /** The latest commit, `null` if there is none. */
  readonly commit: CommitId | null
  /** How many entries are pinned. */
  readonly pins: number
  /** How often something of the thread was erased; absent if nothing ever was. */
  readonly erasures?: number
}

/**
 * What the engine found out about an entry. Kept beside it, so that the next process that opens the thread counts and hashes nothing again.
 */
export interface Measure {
  /** The chain hash after the entry. */
  readonly hash: string
  /** The keyed hash of the entry alone, which the chain is made of: it outlives the entry's content. */
  readonly fingerprint: string
  /** Tokens of the block on its own. */
  readonly tokens: number
  /** False if `tokens` is an estimate. */
  readonly exact: boolean
  /** Tokens of the message's frame, on its first block; 0 elsewhere. */
  readonly frame: number
  /** Bytes of the block as JSON. */
  readonly bytes: number
  /** Which counter was used: numbers of another one mean nothing. */
  readonly counter: string
  /** When the entry was appended, in milliseconds since 1970; absent if it was before times were kept. */
  readonly at?: number
}

/** A row of a log: an entry, and what is known of it, if it was measured. */
export interface LogRow {
  readonly entry: Entry
  readonly measure: Measure | null
}

/** What the writers of a thread were told is there, kept apart from the thread itself. */
export interface Acknowledged extends Head {
  readonly commits: number
  readonly pins: number
  readonly erasures: number
  /** Where something is missing that was acknowledged before, and what; `null` if nothing ever was. */
  readonly lost: { readonly at: number; readonly detail: string } | null
}

/**
 * Where threads live. An implementation must pass `storeCases` of `palimpsest/testing`. What it can do besides is an optional member
 * each, a capability: there as a whole, or not at all.
 *
 * Contract: entries and commits are never changed or removed, unless by `erase`; reads give them in order; what one tenant wrote no
 * other can read; a call that fails has written nothing.
 */
export interface Store extends Partial<Omit<StoreCapabilities, 'secrets'>> {
  /**
   * Keys of its own, or a plain word that it has none: then fingerprints of entries have no key, so that a reader of the store can
   * test guesses about what was erased, and `redact: 'entries'` needs a `redactionKey`.
   */
  readonly secrets: TenantSecrets | 'none'
  head(key: ThreadKey): Promise<Standing>
  /** Appends all of `entries` or none. Throws `log-conflict` unless `expected` is the log's current length. */
  append(key: ThreadKey, expected: number, entries: readonly Entry[], head: Head, measures?: readonly Measure[]): Promise<void>
  /** Entries `from` (inclusive) to `end` (exclusive). */
  read(key: ThreadKey, from: number, end: number): Promise<readonly Entry[]>
  /**
   * Makes `commit` the latest. Throws `commit-conflict` unless `expected` is the latest commit's id (`null` if there is none), and
   * `lease-lost` if `fence` is given and a later lease was taken.
   */
  commit(key: ThreadKey, expected: CommitId | null, commit: Commit, fence?: number): Promise<void>
  /** The latest commit, or `null`. */
  latest(key: ThreadKey): Promise<Commit | null>
  /** All commits, oldest first. */
  commits(key: ThreadKey): Promise<readonly Commit[]>
  /** Adds to what is pinned. A pin outlives the process that made it (L4). */
  pin(key: ThreadKey, seqs: readonly number[]): Promise<void>
  /** Everything pinned, in any order. */
  pins(key: ThreadKey): Promise<readonly number[]>
  /** What writers were told, if the store keeps it apart from the thread: what is missing of it was lost. `null` if nothing is known. */
  acknowledged?(key: ThreadKey): Promise<Acknowledged | null>
  close(): Promise<void>
}

/** The right to compact a thread for some time. */
export interface Lease {
  /** Grows whenever the lease goes to another holder: a commit with an older number is refused. */
  readonly fence: number
}

export interface SessionState {
  /** How often it was compacted. Taking a compaction back, making it again, and what a branch began with do not count. */
  readonly compactionCount: number
  readonly undoCount: number
  readonly redoCount: number
  readonly restoreCount: number
  /** In milliseconds since 1970; `null` if there was none. */
  readonly lastCompactionAt: number | null
  readonly currentlyCompacting: boolean
}

/** One entry with its message, also in those of `copies` that begin with the same entries; one thread, or everything of a tenant. */
export type EraseTarget =
  | { readonly tenant: TenantId; readonly thread: ThreadId; readonly entry: number; readonly copies?: readonly ThreadId[] }
  | { readonly tenant: TenantId; readonly thread: ThreadId }
  | { readonly tenant: TenantId }

/** How much an erasure reached. */
export interface Erased {
  readonly threads: number
  readonly entries: number
  /** Commits that were removed, or whose words about the entry were. */
  readonly commits: number
}

/** Content that left the prompt and can be read back by its id. */
export interface Artifact {
  readonly id: ArtifactId
  readonly content: string
  /** The entry it was. */
  readonly entry: EntryId
  readonly tool: string
}

/**
 * Where content that was put away goes. The prompt loses it only after it was read back and compared.
 *
 * Contract: what was put under an id is what is got by it, byte for byte; the same artifact may be put again; what one tenant put
 * no other can get.
 */
export interface ArtifactStore {
  put(key: ThreadKey, artifact: Artifact): Promise<void>
  get(key: ThreadKey, id: ArtifactId): Promise<Artifact | null>
  /** Removes content for good, if the store can do that. Unknown ids are not an error. */
  erase?(tenant: TenantId, ids: readonly ArtifactId[]): Promise<void>
  /** The same for all that a thread put away first, whether or not a plan names it. */
  eraseThread?(key: ThreadKey): Promise<void>
  eraseTenant?(tenant: TenantId): Promise<void>
}

/**
 * Writes summaries, usually by asking a model. What it says is checked before anything is committed, so it need not be right.
 *
 * Contract: changes nothing; ends soon after `job.signal` is aborted; if it has no answer it throws, best a `CompactionError` of code
 * `summarizer-failed`. The same `name` means the same models and the same prompts: it is recorded with every plan.
 */
export interface Summarizer {
  readonly name: string
  summarize(job: SummaryJob): Promise<SummaryAnswer>
  /** True if it asks the model that the request is for. */
  readonly asksSelected?: boolean
  /** True if it also answers questions about the new page (`job.exam`): it is then asked once more for each summary. */
  readonly verifies?: boolean
  /** Dollars that a job would cost, about; `undefined` if that is not known. */
  priceOf?(job: SummaryJob): number | undefined
  /** Forgets what it remembers of a tenant's conversations, if it remembers anything. */
  forget?(tenant: TenantId): Promise<void>
}

/**
 * Answers that were paid for once (C17).
 *
 * Contract: what was put under a tenant's key is what that tenant gets by it, or nothing; no other tenant gets it; may forget.
 */
export interface SummaryCache {
  get(tenant: TenantId, key: string): Promise<SummaryAnswer | null>
  put(tenant: TenantId, key: string, answer: SummaryAnswer): Promise<void>
  /** Forgets everything of a tenant: something that it was made from was erased. */
  forget?(tenant: TenantId): Promise<void>
}

/**
 * One foreign message format: how to read it, how to write it, what its provider accepts.
 *
 * Contract: pure. `restore` of what `read` gave deep-equals the input, unknown fields included. `read` throws `input-invalid`,
 * naming the place, for anything it cannot take apart.
 *
 * `Message` and `Request` are what it writes, as its SDK would have it: `prepare({ dialect })` gives a request of that type.
 */
export interface Dialect<Message = unknown, Request = unknown> {
  /** Never there: it carries the types to the caller that asks for a request. What is read and written is JSON. */
  readonly types?: { readonly message: Message; readonly request: Request } | undefined
  readonly traits: DialectTraits
  /** How sure the format is that `input` is its own: 0 (no) to 1 (a mark that no other format has). */
  recognise(input: Json): number
  read(input: Json): Transcript
  /** Takes apart messages without an envelope. */
  readMessages(messages: readonly Json[]): readonly MessageDraft[]
  restore(envelope: Json, messages: readonly Json[]): Json
  /** Messages on the wire. Stretches that begin with an assistant run can be written one by one and put end to end. */
  writeMessages(messages: readonly PromptMessage[]): readonly Json[]
  /** The request: system text and written messages, in the input's envelope if the input was of this dialect. */
  assemble(system: readonly PromptMessage[], messages: readonly Json[], around: Surroundings): Json
  /** What `assemble` changes in what came in, so that the provider takes the request; absent if it changes nothing. */
  mends?(system: readonly PromptMessage[], messages: readonly PromptMessage[], around: Surroundings): Mended
  /** Tool definitions of any dialect in this one's shape. */
  writeTools(tools: readonly Json[]): readonly Json[]
  validate(request: Json): readonly Violation[]
  /** The same for a stretch of messages, going on where an earlier stretch ended. */
  validateMessages(messages: readonly Json[], start: ValidationStart): MessagesCheck
}

/** What is known of a dialect before the rest of it is loaded: enough to tell whose messages are whose, and to count what they hold. */
export type DialectOutline = Pick<Dialect, 'traits' | 'recognise' | 'writeTools'>

/**
 * A dialect that is loaded when something is first read or written in it.
 *
 * Contract: `load` gives the same dialect each time, with these traits; at once if it is loaded already.
 */
export interface LaterDialect extends DialectOutline {
  load(): Dialect | Promise<Dialect>
}

/** What was changed in entries, and in what stands around them. */
export interface Mended {
  readonly repairs: readonly Repair[]
  readonly adjustments: readonly Adjustment[]
}

/** What a validator must know of the messages before a stretch. */
export interface ValidationStart {
  /** How many messages come before. */
  readonly index: number
  /** Call ids they use. */
  readonly used: ReadonlySet<string>
}

export interface MessagesCheck {
  readonly violations: readonly Violation[]
  /** Call ids that this stretch uses. */
  readonly used: ReadonlySet<string>
}

/** What a request has besides its messages. */
export interface Surroundings {
  /** Where the provider should keep what it has read, most needed first, if its format can say so. Messages are counted on the wire. */
  readonly cacheMarks?: readonly CacheMark[]
  /** By what OpenAI knows which requests belong together, and how long it may keep them; absent unless the host allows it. */
  readonly promptCache?: { readonly key: string; readonly retention?: '24h' }
  readonly dialect: string
  readonly envelope: Json
  readonly tools: readonly Json[]
}
