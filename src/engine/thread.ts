import type { Commit } from '../schema/commit.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import type { EntryId, Seq, ThreadId } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { ThreadKey } from '../schema/ports.ts'
import type { Receipt } from '../schema/receipt.ts'
import { commitOf, compactLog, planningInputs } from './compaction.ts'
import { type LiveView, liveView, type View } from './live-view.ts'
import type { EnginePorts } from './ports.ts'
import { type Prepared, prepared, type RequestOptions, type Setting, settingMaker } from './request.ts'
import { type Resend, resender } from './resend.ts'
import { serially } from './serially.ts'
import { type Sizes, sizesFor } from './sizes.ts'
import { threadLog } from './thread-log.ts'

export interface CompactOptions extends RequestOptions {
  readonly instructions?: string
}

export interface Compacted extends Prepared {
  readonly receipt: Receipt
  /** False where everything fits as it is, or the same compaction was already made. */
  readonly changed: boolean
}

export type PinTarget = { readonly entry: EntryId } | { readonly text: string }

/** One conversation. Calls are carried out one after another, in the order they are made. */
export interface Thread {
  /** Adds messages at the end. Resolves to the log's new length. */
  append(messages: readonly Json[], options?: { readonly dialect?: string }): Promise<number>
  appendDrafts(drafts: readonly MessageDraft[]): Promise<number>
  /** Takes in a history that a client hands in whole: appends what is new. Goes on in a branch where the client rewrote what is shown. */
  readonly resend: Resend<Thread>
  /** Protects an entry, or every entry a person wrote that contains a text. Resolves to what is pinned by it. */
  pin(target: PinTarget): Promise<readonly EntryId[]>
  /** The next request: compacts first where the trigger says so. */
  prepare(options?: RequestOptions): Promise<Prepared>
  /** Compacts now, down to the release mark. */
  compact(options?: CompactOptions): Promise<Compacted>
  entries(): Promise<readonly Entry[]>
  commits(): Promise<readonly Commit[]>
}

const MOST_COMMIT_TRIES = 3

/** Opens a thread over a store: reads what is there, keeps it in memory, measures only what is new. */
export async function openThread(key: ThreadKey, ports: EnginePorts): Promise<Thread> {
  const { store, policy, hash } = ports
  const own = threadLog(key, ports)
  const { log } = own
  const inTurn = serially()
  let commit: Commit | null = null
  const pins = new Set<Seq>()

  const makeSetting = settingMaker(ports.tokenizer)
  const sizes = new Map<string, Sizes>()
  const views = new Map<string, LiveView>()

  function settingOf(options: RequestOptions): Setting {
    const dialect = own.dialect(options.dialect)
    const { name } = dialect.traits
    const known = sizes.get(name) ?? sizesFor(log, dialect.traits, ports.tokenizer)
    sizes.set(name, known)
    return makeSetting(dialect, known, options)
  }

  function viewOf(at: Setting): View {
    const { name } = at.dialect.traits
    const live =
      views.get(name) ??
      liveView({ ...at, log, records: commit?.plan.records ?? [], summaryRole: policy.summaryRole, meter: ports.meter })
    views.set(name, live)
    return live.now()
  }

  const packed = (at: Setting): Prepared => prepared({ at, view: viewOf(at), commit, head: log.entries.length, hash })

  async function prepare(options: RequestOptions): Promise<Prepared> {
    const at = settingOf(options)
    if (at.outside + viewOf(at).tokens <= Math.floor(at.budget.limit * policy.trigger)) return packed(at)
    return compact(options, 'window')
  }

  async function compact(options: CompactOptions, trigger: Receipt['trigger']): Promise<Compacted> {
    const at = settingOf(options)
    const inputs = planningInputs({ at, head: log.head(), pins, instructions: options.instructions ?? '', ports })
    if (commit !== null && JSON.stringify(commit.receipt.inputs) === JSON.stringify(inputs)) {
      return Object.assign(packed(at), { receipt: commit.receipt, changed: false })
    }
    const outcome = compactLog({ at, log, pins, inputs, trigger, now: ports.clock(), ports })
    const changed = outcome.fitted.records.length > 0 || (commit?.plan.records.length ?? 0) > 0
    if (changed) {
      const made = commitOf(outcome, key.thread, commit?.id ?? null, hash)
      await store.commit(key, commit?.id ?? null, made)
      take(made)
    }
    return Object.assign(packed(at), { receipt: outcome.receipt, changed })
  }

  /** Makes a commit the one that views rest on. */
  function take(made: Commit | null): void {
    commit = made
    views.clear()
  }

  /** Takes over what others appended, committed and pinned. One read of the store where nobody did. */
  async function catchUp(): Promise<void> {
    const standing = await own.catchUp()
    if (standing.commit !== (commit?.id ?? null)) take(await store.latest(key))
    if (standing.pins !== pins.size) for (const seq of await store.pins(key)) pins.add(seq)
  }

  /** Works on the latest state. A commit that lost a race is thrown away; the winner's view is taken over and looked at again. */
  async function onLatest<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      await catchUp()
      try {
        return await work()
      } catch (error) {
        if (!isFailure(error, 'commit-conflict') || tries >= MOST_COMMIT_TRIES) throw error
      }
    }
  }

  /** Refused where somebody else appended first: whoever asked has not seen that yet. A second try comes behind it. */
  async function append(drafts: readonly MessageDraft[]): Promise<number> {
    try {
      return await own.append(drafts)
    } catch (error) {
      if (isFailure(error, 'log-conflict')) await catchUp()
      throw error
    }
  }

  async function pin(target: PinTarget): Promise<readonly EntryId[]> {
    const found = log.entries.filter((entry) => isPinTarget(entry, target))
    if (found.length === 0) {
      throw new CompactionError<'pin-not-found'>({ code: 'pin-not-found', text: 'entry' in target ? target.entry : target.text })
    }
    await store.pin(
      key,
      found.map((entry) => entry.seq),
    )
    for (const entry of found) pins.add(entry.seq)
    return found.map((entry) => entry.id)
  }

  await catchUp()
  const latest = <Result>(work: () => Promise<Result>): Promise<Result> => inTurn(() => onLatest(work))
  const open = (thread: ThreadId): Promise<Thread> => openThread({ ...key, thread }, ports)
  const thread: Thread = {
    resend: resender({ key, ports, own, commit: () => commit, append, latest, open }, () => thread),
    append: async (messages, { dialect } = {}) => {
      // A copy, made at once: what the caller does to its messages later must not change the log.
      const kept: readonly Json[] = JSON.parse(JSON.stringify(messages))
      return inTurn(async () => append(own.dialectFor(kept, dialect).readMessages(kept)))
    },
    appendDrafts: (drafts) => inTurn(() => append(drafts)),
    pin: (target) => inTurn(() => onLatest(() => pin(target))),
    prepare: (options = {}) => inTurn(() => onLatest(() => prepare(options))),
    compact: (options = {}) => inTurn(() => onLatest(() => compact(options, 'manual'))),
    entries: () => inTurn(() => onLatest(async () => [...log.entries])),
    commits: () => store.commits(key),
  }
  return thread
}

/** Pins come from the host by id, or from a person's own words; never from what a tool printed. */
function isPinTarget(entry: Entry, target: PinTarget): boolean {
  if ('entry' in target) return entry.id === target.entry
  return target.text !== '' && entry.kind === 'text' && entry.author === 'person' && entry.text.includes(target.text)
}
