import { placedBehind } from '../ingest/later-place.ts'
import type { ResendStart } from '../reconcile/common-start.ts'
import { isFailure } from '../schema/failures.ts'
import { frozen } from '../schema/frozen.ts'
import { seqOf } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Reconciliation } from '../schema/reconciliation.ts'
import { append } from './append.ts'
import { branchThread, fork } from './branch.ts'
import type { ClientMemory } from './client-memories.ts'
import { handedNow, startAfter } from './client-memory.ts'
import { compareHistory } from './compare-history.ts'
import { onWhole } from './latest.ts'
import { linkTo } from './links.ts'
import { openState } from './open-state.ts'
import type { ResendOptions, ResentTo } from './resend.ts'
import { sameStart } from './same-start.ts'
import { sealedBy } from './sealed-by.ts'
import { showResent } from './show-resent.ts'
import { dialectOf, taken } from './taking.ts'
import type { ThreadState } from './thread-state.ts'

const MOST_TRIES = 5
const FROM_THE_BEGINNING: ResendStart = frozen({ messages: 0, seq: seqOf(0), omitted: [] })

/** A history in our own copies. Its first `same` messages are those of `like`. */
export interface History {
  readonly messages: readonly Json[]
  readonly like: ClientMemory | undefined
  readonly same: number
}

/** Appends, records or forks. If another process appended meanwhile, the history is compared once more. */
export async function takeHistory(state: ThreadState, history: History, options: ResendOptions): Promise<ResentTo> {
  for (let tries = 1; ; tries += 1) {
    try {
      const resent = await takeOnce(state, history, options)
      resent.state.isResent = true
      return resent
    } catch (error) {
      if (!isFailure(error, 'log-conflict') || tries >= MOST_TRIES) throw error
    }
  }
}

/** The same in another thread, in its turn. */
function takeInto(state: ThreadState, messages: readonly Json[], options: ResendOptions): Promise<ResentTo> {
  return onWhole(state, () => takeHistory(state, { messages, like: undefined, same: 0 }, options))
}

async function takeOnce(state: ThreadState, { messages, like, same }: History, options: ResendOptions): Promise<ResentTo> {
  const { log, clients } = state
  const { client = '' } = options
  const before = clients.get(client)
  const common = before === like ? same : sameStart(before?.messages ?? [], messages)
  if (before?.branch !== undefined && common === before.messages.length) return takeInto(before.branch, messages, options)
  const isStale = before?.under !== (state.commit?.id ?? null) && (before?.isOther === true || isReworded(state.records))
  const start = before === undefined || isStale ? FROM_THE_BEGINNING : startAfter(log.entries, before, common)
  const first = await compareFrom(state, messages, start, options)
  // A client that trims may begin with what it began with before: only the whole of its history tells.
  const isDoubtful = start.messages > 0 && first.found.verdict.kind === 'branch'
  const { found, now } = isDoubtful ? await compareFrom(state, messages, FROM_THE_BEGINNING, options) : first
  if (found.verdict.kind === 'branch' || found.verdict.kind === 'unrelated') {
    const resent = await branchOff(state, found, messages, options)
    clients.set(client, { ...now, reach: [], branch: resent.state, under: state.commit?.id ?? null, isOther: false })
    return resent
  }
  if (found.append.length > 0) await append(state, found.append)
  await state.revisions.record(found.revisions)
  if (found.results.length + found.superseded.length > 0) await showResent(state, found, options.dialect)
  const wasOther = start.messages > 0 && before?.isOther === true
  const isOther = wasOther || found.revisions.length + found.superseded.length + state.history.revised.length > 0
  clients.set(client, { ...now, branch: undefined, under: state.commit?.id ?? null, isOther })
  return { state, reconciliation: found }
}

/** True if a plan says something as a client does. */
function isReworded(records: readonly PlanRecord[]): boolean {
  return records.some((record) => ('resent' in record && record.resent !== undefined) || 'revised' in record)
}

/** Holds what a history has behind `start` against the log. With it, what to remember of it. */
async function compareFrom(
  state: ThreadState,
  messages: readonly Json[],
  start: ResendStart,
  { dialect: choice, head, client = '' }: ResendOptions,
): Promise<{ readonly found: Reconciliation; readonly now: ReturnType<typeof handedNow> }> {
  const rest = messages.slice(start.messages)
  const dialect = await dialectOf(state.own, rest, choice)
  const incoming = placedBehind(start.messages, () => dialect.readMessages(rest))
  const found = await compareHistory(state, dialect, { incoming, start, isHeadDeleted: head === 'deleted' })
  const now = handedNow({ messages, before: state.clients.get(client), start, found, drafts: incoming.length })
  return { found, now }
}

async function branchOff(
  state: ThreadState,
  found: Reconciliation,
  messages: readonly Json[],
  options: ResendOptions,
): Promise<ResentTo> {
  const { key, ports } = state
  const at = found.verdict.kind === 'branch' ? found.verdict.at : seqOf(0)
  const id = await branchThread(state, found)
  // It shares nothing with the thread, and is still the same conversation in other words.
  if (at === 0) await linkTo(ports.store, key, 'branch', id)
  await fork(state, id, at)
  const branch = await openState({ ...key, thread: id }, ports, state.knowledge)
  // The branch was there before: the branch itself says what is new now.
  if (branch.log.length > at) return takeInto(branch, messages, options)
  if (found.append.length > 0) await branch.inTurn(() => append(branch, sealedBy(state, taken(branch.own, found.append))))
  // The branch has results whole, and may show what was put away: it shows both as the client does once it has seen its history.
  const isOther = found.results.length + found.revisions.length + state.records.length + branch.records.length > 0
  const { state: to } = isOther ? await takeInto(branch, messages, options) : { state: branch }
  return { state: to, reconciliation: found }
}
