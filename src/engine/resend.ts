import type { ResendStart } from '../reconcile/common-start.ts'
import type { Commit } from '../schema/commit.ts'
import type { MessageDraft } from '../schema/draft.ts'
import { isFailure } from '../schema/failures.ts'
import { seqOf, type ThreadId } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { ThreadKey } from '../schema/ports.ts'
import type { Reconciliation } from '../schema/reconciliation.ts'
import { byClient, type Handed, handedNow, startAfter } from './client-memory.ts'
import { comparer } from './compare-history.ts'
import { copied } from './copied.ts'
import { branchThread, fork } from './fork.ts'
import type { EnginePorts } from './ports.ts'
import { revisionsOf } from './revisions.ts'
import { sameStart } from './same-start.ts'
import type { ThreadLog } from './thread-log.ts'

export interface ResendOptions {
  /** Name of the format; by default the one that the messages show. */
  readonly dialect?: string
  /** Who resends, where several clients share a thread: one that never saw a message has not taken it back. */
  readonly client?: string
}

/** What became of a resent history. */
export interface Resent<Thread> {
  /** Where the conversation goes on: this thread, or the branch that the history belongs to. */
  readonly thread: Thread
  readonly id: ThreadId
  readonly reconciliation: Reconciliation
}

export type Resend<Thread> = (messages: readonly Json[], options?: ResendOptions) => Promise<Resent<Thread>>

interface Resendable<Thread> {
  readonly resend: Resend<Thread>
  appendDrafts(drafts: readonly MessageDraft[]): Promise<number>
}

/** What a thread lends to resending. */
export interface ResendHost<Thread> {
  readonly key: ThreadKey
  readonly ports: EnginePorts
  readonly own: ThreadLog
  commit(): Commit | null
  /** The records of its plan. */
  records(): readonly PlanRecord[]
  append(drafts: readonly MessageDraft[]): Promise<number>
  /** Carries work out in its turn, on the latest state. */
  latest<Result>(work: () => Promise<Result>): Promise<Result>
  open(thread: ThreadId): Promise<Thread>
}

const MOST_TRIES = 5
const FROM_THE_BEGINNING: ResendStart = { messages: 0, seq: seqOf(0), omitted: [] }

interface Memory<Thread> extends Handed {
  /** The branch that the history belongs to. */
  readonly branch: Thread | undefined
}

/** A history in our own copies. Its first `same` messages are those of `like`. */
interface History<Thread> {
  readonly messages: readonly Json[]
  readonly like: Memory<Thread> | undefined
  readonly same: number
}

/**
 * Takes in a history that a client hands in whole, as most do at every step: appends what is new, records what was edited in the
 * folded part, and goes to a branch where the client says something else in what the model sees.
 */
export function resender<Thread extends Resendable<Thread>>(host: ResendHost<Thread>, self: () => Thread): Resend<Thread> {
  const { key, ports, own } = host
  const revisions = revisionsOf(key, ports)
  const compare = comparer(host, revisions)
  const memories = byClient<Memory<Thread>>()
  /** Appends, records or forks. Where somebody else appended meanwhile, the history is compared once more. */
  async function take(history: History<Thread>, given: ResendOptions): Promise<Resent<Thread>> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await takeOnce(history, given)
      } catch (error) {
        if (!isFailure(error, 'log-conflict') || tries >= MOST_TRIES) throw error
      }
    }
  }

  async function takeOnce({ messages, like, same }: History<Thread>, given: ResendOptions): Promise<Resent<Thread>> {
    const { client = '' } = given
    const before = memories.get(client)
    const common = before === like ? same : sameStart(before?.messages ?? [], messages)
    if (before?.branch !== undefined && common === before.messages.length) return before.branch.resend(messages, given)
    const start = before === undefined ? FROM_THE_BEGINNING : startAfter(own.log.entries, before, common)
    const rest = messages.slice(start.messages)
    const dialect = own.dialectFor(rest, given.dialect)
    const incoming = dialect.readMessages(rest)
    const found = await compare(dialect, { incoming, start, ...(before === undefined ? {} : { held: before.held }) })
    const now = handedNow({ messages, before, start, found, drafts: incoming.length })
    if (found.verdict.kind === 'branch' || found.verdict.kind === 'unrelated') {
      const resent = await branchOff(found, messages, given)
      memories.set(client, { ...now, reach: [], held: before?.held ?? -1, branch: resent.thread })
      return resent
    }
    if (found.append.length > 0) await host.append(found.append)
    await revisions.record(found.revisions)
    memories.set(client, { ...now, branch: undefined })
    return { thread: self(), id: key.thread, reconciliation: found }
  }

  async function branchOff(found: Reconciliation, messages: readonly Json[], given: ResendOptions): Promise<Resent<Thread>> {
    const at = found.verdict.kind === 'branch' ? found.verdict.at : seqOf(0)
    const id = branchThread(key.thread, found, ports.hash)
    await fork({ from: key, to: id, at, log: own.log, ports })
    const branch = await host.open(id)
    const { length } = await ports.store.head({ ...key, thread: id })
    // Somebody was here before: what is new now is for the branch to say.
    if (length > at) return branch.resend(messages, given)
    if (found.append.length > 0) await branch.appendDrafts(found.append)
    return { thread: branch, id, reconciliation: found }
  }

  return async (given, options = {}) => {
    if (!Array.isArray(given)) copied(given)
    const messages = own.taken(given)
    // Copies, made at once, of what is not the same as last time: what the caller does to its messages later must not change the log.
    const like = memories.get(options.client ?? '')
    const same = sameStart(like?.messages ?? [], messages)
    const rest = copied(messages.slice(same))
    const whole = [...(like?.messages.slice(0, same) ?? []), ...rest]
    return host.latest(() => take({ messages: whole, like, same }, options))
  }
}
