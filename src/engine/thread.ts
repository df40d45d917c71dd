import { decide } from '../budget/triggers/decide.ts'
import type { Circumstances } from '../plan/scene.ts'
import type { Commit } from '../schema/commit.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import { artifactId, type EntryId, type Seq, type ThreadId } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { ThreadKey } from '../schema/ports.ts'
import type { Occasion, PlanningInputs, Receipt } from '../schema/receipt.ts'
import type { Reading } from '../schema/trigger.ts'
import { keepingArtifacts } from './artifacts.ts'
import { circumstancesOf } from './circumstances.ts'
import { commitOf, compactLog, type Outcome, planningInputs } from './compaction.ts'
import { endpointOf, exchange, type OverflowReport } from './exchange.ts'
import { explainOutcome, type LadderReport } from './explain.ts'
import type { Knowledge } from './knowledge.ts'
import type { View } from './live-view.ts'
import { isPinTarget, type PinTarget } from './pin-target.ts'
import type { EnginePorts } from './ports.ts'
import { isNear, landingOf, readingOf, releaseOf, turnsIn } from './reading.ts'
import { type Prepared, prepared, type RequestOptions, type Setting, settingMaker } from './request.ts'
import { type Resend, resender } from './resend.ts'
import { serially } from './serially.ts'
import { threadLog } from './thread-log.ts'
import { threadViews } from './thread-views.ts'

export interface CompactOptions extends RequestOptions {
  readonly instructions?: string
}

export interface Compacted extends Prepared {
  readonly receipt: Receipt
  /** False where everything fits as it is, or the same compaction was already made. */
  readonly changed: boolean
}

/** What a provider said to the last request. */
export interface SettleOptions {
  /** Its usage, as any provider or SDK writes it; by default what came with the answer that was appended. */
  readonly usage?: unknown
}

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
  /** After the answer: learns from what the provider reported, and compacts where the policy does so at the end of a turn. */
  settle(options?: SettleOptions): Promise<Compacted | null>
  /** After a refusal for its size: learns what the provider takes, and gives the request anew, compacted. */
  overflowed(report?: OverflowReport): Promise<Compacted>
  /** What a compaction would do now and why. Changes nothing. */
  explain(options?: CompactOptions): Promise<LadderReport>
  /** Content that was put away; `null` where there is none of this id. */
  readArtifact(id: string): Promise<string | null>
  entries(): Promise<readonly Entry[]>
  commits(): Promise<readonly Commit[]>
}

type Why = Pick<Receipt, 'trigger' | 'reason'>

interface Planning {
  readonly circumstances: Circumstances
  readonly inputs: PlanningInputs
  readonly make: (circumstances: Circumstances) => Outcome
}

const MOST_COMMIT_TRIES = 3

/** Opens a thread over a store: reads what is there, keeps it in memory, measures only what is new. */
export async function openThread(key: ThreadKey, ports: EnginePorts, knowledge: Knowledge): Promise<Thread> {
  const { store, policy, hash } = ports
  const own = threadLog(key, ports)
  const { log } = own
  const inTurn = serially()
  let commit: Commit | null = null
  /** The account of the last compaction, whether or not it changed anything. */
  let landed: Receipt | undefined
  let foldedTurns = 0
  const provider = exchange(log, knowledge, ports.clock)
  const pins = new Set<Seq>()

  const makeSetting = settingMaker(ports.tokenizer, policy)
  const views = threadViews(log, ports)

  async function settingOf(options: RequestOptions): Promise<Setting> {
    const dialect = own.dialect(options.dialect)
    return makeSetting(dialect, views.sizes(dialect), await knowledge.about(endpointOf(options)), options)
  }

  const viewOf = (at: Setting): View => views.view(at, commit?.plan.records)

  const packed = (at: Setting): Prepared => prepared({ at, view: viewOf(at), commit, head: log.entries.length, hash })

  function readingAt(at: Setting, occasion: Occasion): Reading {
    return readingOf(at, viewOf(at), {
      moment: occasion === 'settle' ? 'settle' : 'prepare',
      forced: occasion === 'manual' || occasion === 'overflow' ? occasion : undefined,
      turns: (log.entries.at(-1)?.turn ?? 0) - foldedTurns,
      ...provider.reading(at.budget.scale),
    })
  }

  /** Compacts where the policy or a law says so; `null` where there is nothing to do. */
  async function act(options: CompactOptions, at: Setting, occasion: Occasion): Promise<Compacted | null> {
    const landing = landed === undefined ? undefined : landingOf(landed, at)
    const first = readingAt(at, occasion)
    const isSharper = log.isRough() && isNear(policy.trigger, first) && views.sharpen()
    const decision = decide(policy.trigger, isSharper ? readingAt(at, occasion) : first, landing)
    if (decision.kind === 'go-on') return null
    if (decision.kind === 'compact') return compact(options, at, { trigger: occasion, reason: decision.reason })
    const { kind: _, ...refusal } = decision
    throw new CompactionError<'compaction-refused'>({ code: 'compaction-refused', ...refusal })
  }

  async function compact(options: CompactOptions, at: Setting, why: Why): Promise<Compacted> {
    const { inputs, circumstances, make } = planning(options, at, why)
    if (commit !== null && JSON.stringify(commit.receipt.inputs) === JSON.stringify(inputs)) {
      return Object.assign(packed(at), { receipt: commit.receipt, changed: false })
    }
    views.sharpen()
    const outcome = await keepingArtifacts({ store: ports.artifacts, key, entries: log.entries }, make, circumstances)
    const changed = outcome.fitted.records.length > 0 || (commit?.plan.records.length ?? 0) > 0
    if (changed) {
      const made = commitOf(outcome, key.thread, commit?.id ?? null, hash)
      await store.commit(key, commit?.id ?? null, made)
      take(made)
      views.keep(at, outcome.live)
    }
    landed = outcome.receipt
    return Object.assign(packed(at), { receipt: outcome.receipt, changed })
  }

  /** Everything that decides a plan for the log as it is now, and how to make one. */
  function planning(options: CompactOptions, at: Setting, why: Why): Planning {
    const records = commit?.plan.records ?? []
    const { idleMs } = provider.reading(at.budget.scale)
    const circumstances = circumstancesOf({ entries: log.entries, records, given: options, why, idleMs, ports })
    const instructions = log.redact.text(options.instructions ?? '')
    const inputs = planningInputs({ at, head: log.head(), pins, instructions, ports, circumstances })
    const rest = { at, log, pins, inputs, why, ports }
    const make = (given: Circumstances): Outcome =>
      compactLog({ ...rest, release: releaseOf(policy, at), now: ports.clock(), whole: views.whole(at), circumstances: given })
    return { circumstances, inputs, make }
  }

  /** Makes a commit the one that views rest on. */
  function take(made: Commit | null): void {
    commit = made
    foldedTurns = turnsIn(log.entries, made?.plan.records ?? [])
    landed = made?.receipt
    provider.committed()
    views.renew()
    log.relax()
  }

  /** Remembers what goes out, so that what comes back can be held against it. */
  function send<Request extends Prepared>(options: RequestOptions, request: Request): Request {
    const { instructions: _, ...kept } = options as CompactOptions
    provider.sent(kept, request.tokens, commit?.id ?? null)
    return request
  }

  async function prepare(options: RequestOptions): Promise<Prepared> {
    const at = await settingOf(options)
    return send(options, (await act(options, at, 'window')) ?? packed(at))
  }

  /** By hand, or after an overflow. Where nothing may be done, `act` has thrown. */
  async function compactNow(options: CompactOptions, occasion: 'manual' | 'overflow'): Promise<Compacted> {
    const made = await act(options, await settingOf(options), occasion)
    return send(options, made as Compacted)
  }

  /** Plans as `compact` would, by itself or by hand, and commits nothing. */
  async function explain(options: CompactOptions): Promise<LadderReport> {
    const at = await settingOf(options)
    views.sharpen()
    const reading = readingAt(at, 'window')
    const decision = decide(policy.trigger, reading, landed === undefined ? undefined : landingOf(landed, at))
    const trigger = decision.kind === 'compact' ? 'window' : 'manual'
    const { make, circumstances } = planning(options, at, { trigger, reason: 'explained' })
    return explainOutcome({ policy, reading, decision, outcome: make(circumstances) })
  }

  async function settle({ usage }: SettleOptions): Promise<Compacted | null> {
    provider.answered(usage, commit?.id ?? null)
    const options = provider.lastOptions()
    return options === undefined ? null : act(options, await settingOf(options), 'settle')
  }

  async function overflowed(report: OverflowReport): Promise<Compacted> {
    provider.refused(report)
    return compactNow(provider.lastOptions() ?? {}, 'overflow')
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
  const open = (thread: ThreadId): Promise<Thread> => openThread({ ...key, thread }, ports, knowledge)
  const thread: Thread = {
    resend: resender({ key, ports, own, commit: () => commit, append, latest, open }, () => thread),
    append: async (messages, { dialect } = {}) => {
      // A copy, made at once: what the caller does to its messages later must not change the log.
      const kept: readonly Json[] = JSON.parse(JSON.stringify(messages))
      return inTurn(async () => append(own.dialectFor(kept, dialect).readMessages(own.taken(kept))))
    },
    appendDrafts: (drafts) => inTurn(() => append(own.taken(drafts))),
    pin: (target) => inTurn(() => onLatest(() => pin(target))),
    prepare: (options = {}) => inTurn(() => onLatest(() => prepare(options))),
    compact: (options = {}) => inTurn(() => onLatest(() => compactNow(options, 'manual'))),
    settle: (options = {}) => inTurn(() => onLatest(() => settle(options))),
    overflowed: (report = {}) => inTurn(() => onLatest(() => overflowed(report))),
    explain: (options = {}) => inTurn(() => onLatest(() => explain(options))),
    readArtifact: async (id) => (await ports.artifacts?.get(key, artifactId(id)))?.content ?? null,
    entries: () => inTurn(() => onLatest(async () => [...log.entries])),
    commits: () => store.commits(key),
  }
  return thread
}
