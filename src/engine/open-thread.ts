import { rangeSummaries } from '../render/range-summaries.ts'
import { artifactId, type ThreadId } from '../schema/ids.ts'
import { append } from './append.ts'
import { branchAt } from './branch.ts'
import { check } from './check.ts'
import { compactNow } from './compact.ts'
import { copied } from './copied.ts'
import { explain } from './explain.ts'
import { onLatest, onWhole } from './latest.ts'
import { messages } from './messages.ts'
import { openState } from './open-state.ts'
import { overflowed } from './overflowed.ts'
import { pin } from './pin.ts'
import { prepare } from './prepare.ts'
import type { Prepared } from './request.ts'
import { resend } from './resend.ts'
import { sessionOf } from './session.ts'
import { settle } from './settle.ts'
import { dialectOf, taken } from './taking.ts'
import type { Thread } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { undo } from './undo.ts'
import { usage } from './usage.ts'

const threads = new WeakMap<ThreadState, Thread>()

/** The thread of a state: always the same one. */
export function threadOf(state: ThreadState): Thread {
  const thread = threads.get(state) ?? bound(state)
  threads.set(state, thread)
  return thread
}

/** Binds the verbs to a state. Each is carried out in its turn, on the latest state of the store. */
function bound(state: ThreadState): Thread {
  const { key, ports, knowledge, own, log } = state
  const { store } = ports
  const open = async (thread: ThreadId): Promise<Thread> => threadOf(await openState({ ...key, thread }, ports, knowledge))
  /** To us a request is JSON; to its caller it has the type of the dialect that was asked for. */
  const giving = <Made extends Prepared<unknown> | null>(work: () => Promise<Prepared<unknown> | null>): Promise<Made> =>
    onLatest(state, work) as Promise<Made>
  return {
    async append(messages, { dialect, tools } = {}) {
      const kept = copied(messages)
      return state.inTurn(async () => append(state, dialectOf(own, kept, dialect).readMessages(taken(own, kept)), tools))
    },
    appendDrafts: (drafts, { tools } = {}) => state.inTurn(() => append(state, taken(own, drafts), tools)),
    async resend(messages, options) {
      const { state: to, reconciliation } = await resend(state, messages, options)
      return { thread: threadOf(to), id: to.key.thread, reconciliation }
    },
    pin: (target) => onWhole(state, () => pin(state, target)),
    check: (options = {}) => onLatest(state, () => check(state, options)),
    prepare: (options = {}) => giving(() => prepare(state, options)),
    compact: (options = {}) => giving(() => compactNow(state, options)),
    undo(options) {
      const given = options ?? state.provider.lastOptions() ?? {}
      return giving(() => undo(state, given))
    },
    branch: (options) => onWhole(state, () => branchAt(state, options)).then(open),
    settle: (options = {}) => giving(() => settle(state, options)),
    overflowed: (report = {}) => giving(() => overflowed(state, report)),
    explain: (options = {}) => onLatest(state, () => explain(state, options)),
    usage: () => onWhole(state, () => usage(state)),
    messages: () => onWhole(state, async () => messages(state)),
    summaries: () => onWhole(state, async () => rangeSummaries(log.entries, state.records)),
    entries: () => onWhole(state, async () => [...log.entries]),
    commits: () => store.commits(key),
    requests: async () => (await store.requests?.of(key)) ?? [],
    readArtifact: async (id) => (await ports.artifacts?.get(key, artifactId(id)))?.content ?? null,
    session: () => sessionOf(store, key),
  }
}
