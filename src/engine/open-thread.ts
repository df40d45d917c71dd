import { decide, firesOn } from '../budget/triggers/decide.ts'
import { circumstancesOf } from '../compact/circumstances.ts'
import { commitOf, compactLog, type Outcome, planningInputs } from '../compact/compaction.ts'
import { explainOutcome, type LadderReport } from '../compact/explain.ts'
import type { Circumstances } from '../plan/scene.ts'
import { rangeSummaries } from '../render/range-summaries.ts'
import type { Commit } from '../schema/commit.ts'
import type { MessageDraft } from '../schema/draft.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import { artifactId, type EntryId, type Seq, type ThreadId } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { ThreadKey } from '../schema/ports.ts'
import type { Occasion, PlanningInputs, Receipt } from '../schema/receipt.ts'
import type { Reading } from '../schema/trigger.ts'
import type { View } from '../view/live-view.ts'
import { threadViews } from '../view/thread-views.ts'
import { keepingArtifacts } from './artifacts.ts'
import { copied } from './copied.ts'
import { toolKnowledge } from './declared-tools.ts'
import { endpointOf, exchange, type OverflowReport } from './exchange.ts'
import { FORCED, isForced } from './forced.ts'
import { branchAt } from './fork.ts'
import type { Knowledge, Known } from './knowledge.ts'
import { isLostRace, leased } from './leased.ts'
import { type PinTarget, pinTargets } from './pin-target.ts'
import type { EnginePorts } from './ports.ts'
import { isNear, landingOf, readingOf, releaseOf, turnsIn } from './reading.ts'
import { requestRecorder } from './record-request.ts'
import { refineSummary } from './refine-summary.ts'
import { assembleRequest, type Prepared, prepared, type RequestOptions, type Setting, settingMaker } from './request.ts'
import { resender } from './resend.ts'
import { serially } from './serially.ts'
import { sessionOf } from './session.ts'
import type { Compacted, CompactOptions, SettleOptions, Thread } from './thread.ts'
import { threadLog } from './thread-log.ts'
import { restoredBy, undoingCommit } from './undo.ts'

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
  const tools = toolKnowledge(ports.toolPolicies)
  const knowing = (): EnginePorts => ({ ...ports, toolPolicies: tools.policies() })
  const own = threadLog(key, ports, tools.policies)
  const { log } = own
  const inTurn = serially()
  const alone = leased(store, key)
  const remember = requestRecorder(key, ports)
  let commit: Commit | null = null
  /** The account of the last compaction, whether or not it changed anything. */
  let landed: Receipt | undefined
  let foldedTurns = 0
  const provider = exchange(log, knowledge, ports.clock)
  const pins = new Set<Seq>()

  const makeSetting = settingMaker(ports.tokenizer, policy)
  const views = threadViews(log, ports)

  /** At once where the model is known: what a step does not wait for costs it nothing. */
  function settingOf(options: RequestOptions): Setting | Promise<Setting> {
    const dialect = own.dialect(options.dialect)
    tools.declare(options.tools ?? options.around?.tools)
    const make = (known: Known): Setting => makeSetting(dialect, views.sizes(dialect), known, options)
    const known = knowledge.about(endpointOf(options))
    return known instanceof Promise ? known.then(make) : make(known)
  }

  const viewOf = (at: Setting): View => views.view(at, commit?.plan.records)

  const packed = (at: Setting): Prepared => prepared({ at, view: viewOf(at), commit, head: log.entries.length, hash })

  function readingAt(at: Setting, occasion: Occasion): Reading {
    return readingOf(at, viewOf(at), {
      moment: occasion === 'settle' ? 'settle' : 'prepare',
      forced: isForced(occasion) ? occasion : undefined,
      turns: (log.entries.at(-1)?.turn ?? 0) - foldedTurns,
      ...provider.reading(at.budget.scale),
    })
  }

  /** Compacts where the policy or a law says so; `null`, at once, where there is nothing to do. */
  function act(options: CompactOptions, at: Setting, occasion: Occasion): Promise<Compacted> | null {
    if (isForced(occasion) && firesOn(policy.trigger, occasion)) {
      return compact(options, at, { trigger: occasion, reason: FORCED[occasion] })
    }
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
    await own.whole()
    const { inputs, circumstances, make } = planning(options, at, why)
    if (commit !== null && JSON.stringify(commit.receipt.inputs) === JSON.stringify(inputs)) {
      return Object.assign(packed(at), { receipt: commit.receipt, changed: false })
    }
    return alone(async ({ fence, waited }) => {
      if (waited) return lookAgain(options, why.trigger)
      views.sharpen()
      const planned = await keepingArtifacts({ store: ports.artifacts, key, entries: log.entries }, make, circumstances)
      // What the model sees now is shown to a summarizer only.
      const view = ports.summarizer === undefined ? undefined : viewOf(at)
      const outcome = await refineSummary({
        ...{ outcome: planned, log, ports, pins, before: commit?.plan.records ?? [], tenant: key.tenant },
        ...{ instructions: options.instructions ?? '', signal: options.signal, byteLimit: at.byteLimit },
        view: () => ({ dialect: at.dialect.traits.name, request: assembleRequest(at, view ?? viewOf(at)) }),
      })
      const changed = outcome.fitted.records.length > 0 || (commit?.plan.records.length ?? 0) > 0
      if (changed) {
        const made = commitOf(outcome, key.thread, commit?.id ?? null, hash)
        await store.commit(key, commit?.id ?? null, made, fence)
        take(made)
        views.keep(at, outcome.live)
      }
      landed = outcome.receipt
      return Object.assign(packed(at), { receipt: outcome.receipt, changed })
    }, options.signal)
  }

  /** Takes the last compaction back. Where that does not fit, the next request is compacted anew. */
  async function undo(options: RequestOptions): Promise<Compacted> {
    await own.whole()
    const at = await settingOf(options)
    return alone(async ({ fence }) => {
      const { inputs } = planning(options, at, { trigger: 'manual', reason: 'undo' })
      const rest = { at, log, ports, inputs, release: releaseOf(policy, at), before: viewOf(at) }
      const made = undoingCommit({ thread: key.thread, commits: await store.commits(key), ...rest })
      await store.commit(key, commit?.id ?? null, made, fence)
      take(made)
      return Object.assign(packed(at), { receipt: made.receipt, changed: true })
    }, options.signal)
  }

  /** Somebody else has just compacted: it may be enough for us, too. */
  async function lookAgain(options: CompactOptions, occasion: Occasion): Promise<Compacted> {
    await catchUp()
    const at = await settingOf(options)
    const made = await act(options, at, occasion)
    return made ?? Object.assign(packed(at), { receipt: (commit as Commit).receipt, changed: false })
  }

  /** Everything that decides a plan for the log as it is now, and how to make one. */
  function planning(options: CompactOptions, at: Setting, why: Why): Planning {
    const records = commit?.plan.records ?? []
    const { idleMs } = provider.reading(at.budget.scale)
    const circumstances = circumstancesOf({ entries: log.entries, records, given: options, why, idleMs, ports: knowing() })
    const instructions = log.redact.text(options.instructions ?? '')
    const restored = restoredBy(commit, why.trigger)
    const inputs = planningInputs({ at, head: log.head(), pins, instructions, ports, circumstances, restored })
    const release = releaseOf(policy, at)
    const target = Math.min(at.budget.limit, Math.max(release, restored ?? 0))
    const rest = { at, log, pins, inputs, why, ports, release, target }
    const make = (given: Circumstances): Outcome =>
      compactLog({ ...rest, now: ports.clock(), whole: views.whole(at), circumstances: given })
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
  function send<Request extends Prepared>(options: RequestOptions, request: Request): Request | Promise<Request> {
    const { signal: _, ...kept } = options
    provider.sent(kept, request.tokens, commit?.id ?? null)
    return remember(kept, request)
  }

  async function prepare(options: RequestOptions): Promise<Prepared> {
    const setting = settingOf(options)
    const at = setting instanceof Promise ? await setting : setting
    const acting = act(options, at, 'window')
    return send(options, acting === null ? packed(at) : await acting)
  }

  /** By hand, or after an overflow. Where nothing may be done, `act` has thrown. */
  async function compactNow(options: CompactOptions, occasion: 'manual' | 'overflow'): Promise<Compacted> {
    const made = await act(options, await settingOf(options), occasion)
    const { instructions: _, ...kept } = options
    return send(kept, made as Compacted)
  }

  /** Plans as `compact` would, by itself or by hand, and commits nothing. */
  async function explain(options: CompactOptions): Promise<LadderReport> {
    const at = await settingOf(options)
    await own.whole()
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
    if (standing.commit !== (commit?.id ?? null)) {
      // Another plan than the one it was opened with may show what was not read.
      if (commit !== null) await own.whole()
      take(await own.latest())
    }
    if (standing.pins !== pins.size) for (const seq of await store.pins(key)) pins.add(seq)
  }

  /** Works on the latest state. A commit that lost a race is thrown away; the winner's view is taken over and looked at again. */
  async function onLatest<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      await catchUp()
      try {
        return await work()
      } catch (error) {
        if (!isLostRace(error) || tries >= MOST_COMMIT_TRIES) throw error
      }
    }
  }

  /** Refused where somebody else appended first: whoever asked has not seen that yet. A second try comes behind it. */
  async function append(drafts: readonly MessageDraft[], defined?: readonly Json[]): Promise<number> {
    tools.declare(defined)
    try {
      return await own.append(drafts)
    } catch (error) {
      if (isFailure(error, 'log-conflict')) await catchUp()
      throw error
    }
  }

  async function pin(target: PinTarget): Promise<readonly EntryId[]> {
    await own.whole()
    const found = pinTargets(log.entries, target)
    await store.pin(
      key,
      found.map((entry) => entry.seq),
    )
    for (const entry of found) pins.add(entry.seq)
    return found.map((entry) => entry.id)
  }

  await catchUp()
  const latest = <Result>(work: () => Promise<Result>): Promise<Result> => inTurn(() => onLatest(() => own.whole().then(work)))
  const open = (thread: ThreadId): Promise<Thread> => openThread({ ...key, thread }, ports, knowledge)
  const thread: Thread = {
    resend: resender({ key, ports, own, commit: () => commit, append, latest, open }, () => thread),
    append: async (messages, { dialect, tools: defined } = {}) => {
      const kept = copied(messages)
      return inTurn(async () => append(own.dialectFor(kept, dialect).readMessages(own.taken(kept)), defined))
    },
    appendDrafts: (drafts, options = {}) => inTurn(() => append(own.taken(drafts), options.tools)),
    pin: (target) => inTurn(() => onLatest(() => pin(target))),
    prepare: (options = {}) => inTurn(() => onLatest(() => prepare(options))),
    undo: (options = provider.lastOptions() ?? {}) => inTurn(() => onLatest(() => undo(options))),
    branch: ({ at, id }) => latest(() => branchAt({ from: key, at, id, log, ports })).then(open),
    requests: async () => (await store.requests?.of(key)) ?? [],
    compact: (options = {}) => inTurn(() => onLatest(() => compactNow(options, 'manual'))),
    settle: (options = {}) => inTurn(() => onLatest(() => settle(options))),
    overflowed: (report = {}) => inTurn(() => onLatest(() => overflowed(report))),
    explain: (options = {}) => inTurn(() => onLatest(() => explain(options))),
    readArtifact: async (id) => (await ports.artifacts?.get(key, artifactId(id)))?.content ?? null,
    summaries: () => inTurn(() => onLatest(async () => (commit === null ? [] : rangeSummaries(log.entries, commit.plan)))),
    entries: () => latest(async () => [...log.entries]),
    commits: () => store.commits(key),
    session: () => sessionOf(store, key),
  }
  return thread
}
