import { CompactionError } from '../schema/failures.ts'
import { writtenDown } from '../schema/foreign-values.ts'
import { freshCopy } from '../schema/fresh-copy.ts'
import { frozen } from '../schema/frozen.ts'
import { artifactId, type ThreadId } from '../schema/ids.ts'
import { append } from './append.ts'
import { compactNow } from './compact.ts'
import { copied } from './copied.ts'
import { onLatest, onWhole } from './latest.ts'
import { openState } from './open-state.ts'
import { checkOptions, definedIn, expectOptions, type Kind } from './options.ts'
import { prepare } from './prepare.ts'
import type { Prepared } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import { type ResendOptions, resend } from './resend.ts'
import { checkSettling, settle } from './settle.ts'
import { draftsIn, taken } from './taking.ts'
import type { AppendOptions, Thread } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { agentTools } from './tools/agent-tools.ts'
import { rememberTools } from './tools-of.ts'
import { under, use } from './use.ts'
import { branchFrom, unpinnedBy } from './when-called.ts'
import { workOf } from './work.ts'

const NO_MESSAGES = { code: 'input-invalid', at: 'messages', expected: 'what is said instead', found: 'nothing' } as const

const threads = new WeakMap<ThreadState, Thread>()

/** Opens a thread, or starts it. */
export async function openThread(...where: Parameters<typeof openState>): Promise<Thread> {
  return threadOf(await openState(...where))
}

/** The thread of a state: always the same one. */
function threadOf(state: ThreadState): Thread {
  const thread = threads.get(state) ?? Object.freeze(bound(state))
  threads.set(state, thread)
  rememberTools(thread, (options) => agentTools(state, options))
  return thread
}

/** Binds the verbs to a state. Each is carried out in its turn, on the latest state of the store. */
function bound(state: ThreadState): Thread {
  return { ...writing(state), ...asking(state), ...returning(state), ...reading(state) }
}

const APPEND: Readonly<Record<keyof AppendOptions, Kind>> = { dialect: 'name or object', tools: 'anything' }
const RESEND: Readonly<Record<keyof ResendOptions, Kind>> = { dialect: 'name or object', client: 'text', head: 'text' }

/** What is handed in is copied at once: what the caller does to it later must not change the log. */
function writing(
  state: ThreadState,
): Pick<Thread, 'append' | 'appendDrafts' | 'resend' | 'pin' | 'branch' | 'edit' | 'handoff' | 'child' | 'use'> {
  const { key, knowledge, own, keep } = state
  const open = (thread: ThreadId): Promise<Thread> => openThread({ ...key, thread }, state.ports, knowledge)
  return {
    async append(messages, options = {}) {
      checkOptions('append', options, APPEND)
      const kept = copied(messages)
      const { dialect, tools } = keep(options)
      return state.inTurn(async () => append(state, await draftsIn(own, kept, dialect), tools))
    },
    async appendDrafts(drafts, options = {}) {
      const kept = freshCopy(drafts, writtenDown)
      const { tools } = keep(options)
      return state.inTurn(() => append(state, taken(own, kept), tools))
    },
    async resend(messages, options = {}) {
      checkOptions('resend', options, RESEND)
      const { state: to, reconciliation } = await resend(state, messages, { ...options })
      const unpinned = state.pins.size === 0 ? [] : await unpinnedBy(state, to)
      return frozen({ thread: threadOf(to), id: to.key.thread, reconciliation, unpinned })
    },
    async pin(target) {
      const kept = { ...target }
      return frozen(await onWhole(state, async () => (await import('./pin.ts')).pin(state, kept)))
    },
    async handoff(options) {
      const kept = { ...options }
      return threadOf(await (await import('./handoff.ts')).handoff(state, kept))
    },
    async child(id, options = {}) {
      const kept = { ...options }
      return threadOf(await (await import('./child.ts')).childOf(state, id, kept))
    },
    async use(options) {
      expectOptions('use', options)
      const kept = { ...options }
      return state.inTurn(async () => use(state, kept))
    },
    async branch(options) {
      const kept = { ...options }
      return open(await onWhole(state, () => branchFrom(state, kept)))
    },
    async edit({ messages, dialect, tools, ...place }) {
      const kept = copied(messages)
      const how = { ...keep({ tools }), dialect }
      // What cannot be read must not leave a branch behind.
      const read = await state.inTurn(() => draftsIn(own, kept, dialect))
      if (read.length === 0) throw new CompactionError<'input-invalid'>(NO_MESSAGES)
      const branch = await open(await onWhole(state, () => branchFrom(state, place)))
      await branch.append(kept, how)
      return branch
    },
  }
}

/** How calls are carried out that ask for a request. */
interface Calls {
  /** What a call is asked for with: what it says, over what the thread goes on with. */
  keep<Given extends RequestOptions>(given: Given): Given
  /** The same if it says nothing: as the last request was asked for. */
  orLast(given: RequestOptions | undefined): RequestOptions
  /** To us a request is JSON; to its caller it has the type of the dialect that was asked for. */
  giving<Made extends Prepared<unknown> | null>(work: () => Promise<Prepared<unknown> | null>): Promise<Made>
  /** The thread under the policy of a call, and what else the call says. */
  asked<Given extends RequestOptions, Result>(
    given: Given,
    work: (on: ThreadState, kept: Omit<Given, 'policy'>) => Promise<Result>,
  ): Promise<Result>
}

/** Options are kept as they are at the call, though its turn may come later. */
function callsOf(state: ThreadState): Calls {
  const keep: Calls['keep'] = (given) => state.keep({ ...state.usual, ...definedIn(given) })
  return {
    keep,
    orLast: (given) => (given === undefined ? (state.provider.lastOptions() ?? state.usual) : keep(given)),
    giving: <Made extends Prepared<unknown> | null>(work: () => Promise<Prepared<unknown> | null>) =>
      onLatest(state, work).then(sealed) as Promise<Made>,
    asked: ({ policy, ...kept }, work) => work(under(state, policy), kept),
  }
}

type Asking = 'check' | 'prepare' | 'compact' | 'settle' | 'counted' | 'overflowed' | 'recover' | 'explain'

function asking(state: ThreadState): Pick<Thread, Asking> {
  const { keep, orLast, giving, asked } = callsOf(state)
  return {
    async check(options = {}) {
      const kept = keep(options)
      return frozen(await onLatest(state, async () => asked(kept, (await import('./check.ts')).check)))
    },
    async prepare(options = {}) {
      const kept = keep(options)
      return giving(() => asked(kept, prepare))
    },
    async compact(options = {}) {
      const kept = keep(options)
      return giving(() => asked(kept, (on, given) => compactNow(on, given)))
    },
    async settle(options = {}) {
      checkSettling(options)
      const { signal, ...given } = options
      const kept = { ...freshCopy(given), signal }
      return giving(() => settle(state, kept))
    },
    counted: (tokens) => onLatest(state, async () => (await import('./counted.ts')).counted(state, tokens)),
    async overflowed(report = {}) {
      const kept = { ...report }
      return giving(async () => (await import('./overflowed.ts')).overflowed(state, kept))
    },
    async recover(thrown, options) {
      const kept = options === undefined ? undefined : keep(options)
      return giving(async () => {
        const { recover } = await import('./recover.ts')
        return kept === undefined ? recover(state, thrown, kept) : asked(kept, (on, given) => recover(on, thrown, given))
      })
    },
    async explain(options) {
      const kept = orLast(options)
      return frozen(await onLatest(state, async () => asked(kept, (await import('./explain.ts')).explain)))
    },
  }
}

/** What changes what the model sees, and can be taken back. */
function returning(state: ThreadState): Pick<Thread, 'undo' | 'redo' | 'restore' | 'clear'> {
  const { orLast, giving, asked } = callsOf(state)
  return {
    async undo(options) {
      const kept = orLast(options)
      return giving(async () => asked(kept, (await import('./undo.ts')).undo))
    },
    async redo(options) {
      const kept = orLast(options)
      return giving(async () => asked(kept, (await import('./undo.ts')).redo))
    },
    async restore(commit, options) {
      const kept = orLast(options)
      return giving(async () => {
        const { restore } = await import('./undo.ts')
        return asked(kept, (on, given) => restore(on, commit, given))
      })
    },
    async clear(options) {
      const kept = orLast(options)
      return frozen(await onLatest(state, async () => asked(kept, (await import('./clear.ts')).clear)))
    },
  }
}

/** A request as it goes out. What it shares with the thread is frozen; what it makes when it is read is not made here. */
function sealed<Made extends Prepared<unknown> | null>(made: Made): Made {
  frozen(made?.receipt)
  return Object.freeze(made)
}

type Reading =
  | 'quality'
  | 'report'
  | 'toolsInUse'
  | 'children'
  | 'result'
  | 'state'
  | 'usage'
  | 'cost'
  | 'messages'
  | 'summaries'
  | 'entries'
  | 'times'
  | 'commits'
  | 'requests'
  | 'viewAt'
  | 'diff'
  | 'brief'
  | 'reference'
  | 'readArtifact'
  | 'recall'
  | 'expand'
  | 'session'

/** What is read shares objects with the log: it is frozen. */
function reading(state: ThreadState): Pick<Thread, Reading> {
  const { key, ports, log } = state
  const { store } = ports
  return {
    quality: async () => frozen(await onWhole(state, async () => (await import('./quality.ts')).qualityOf(state))),
    report: async (outcome) => frozen(await onWhole(state, async () => (await import('./quality.ts')).reported(state, outcome))),
    toolsInUse: () =>
      onWhole(state, async () => frozen((await import('../compact/quality.ts')).toolsShown(log.entries, state.records))),
    children: async () => frozen(await (await import('./child.ts')).childrenOf(state)),
    result: async (options = {}) =>
      frozen(await onWhole(state, async () => (await import('./child.ts')).resultOf(state, options))),
    state: () => onLatest(state, async () => workOf(state)),
    usage: async () => frozen(await onWhole(state, async () => (await import('./usage.ts')).usage(state))),
    cost: async () => frozen((await onLatest(state, () => state.costs.now())).cost),
    messages: () => onWhole(state, async () => frozen((await import('./messages.ts')).messages(state))),
    summaries: () =>
      onWhole(state, async () => {
        const { rangeSummaries } = await import('../render/range-summaries.ts')
        return frozen(rangeSummaries(log.entries, state.records))
      }),
    entries: () => onWhole(state, async () => frozen([...log.entries])),
    times: () => onWhole(state, async () => frozen(log.entries.map(({ seq }) => log.timeOf(seq) ?? null))),
    commits: async () => frozen(await store.commits(key)),
    requests: async () => frozen((await store.requests?.of(key)) ?? []),
    async recall(text, options = {}) {
      const kept = freshCopy(options)
      return frozen(await onLatest(state, async () => (await import('./recall.ts')).recall(state, text, kept)))
    },
    async expand(what) {
      const kept = freshCopy(what)
      return frozen(await onLatest(state, async () => (await import('./expand.ts')).expand(state, kept)))
    },
    async brief(options) {
      const kept = { ...options }
      return frozen(await onWhole(state, async () => (await import('./brief.ts')).briefOf(state, kept)))
    },
    async reference(thread, query, options = {}) {
      const kept = { ...options, goal: query }
      return frozen(await (await import('./handoff.ts')).reference(state, thread, kept))
    },
    async diff(from, to) {
      const made = onLatest(state, async () =>
        (await import('./diff.ts')).diff(state, from, to === undefined ? (state.commit?.id ?? null) : to),
      )
      return frozen(await made)
    },
    async viewAt(step) {
      const { viewAt } = await import('./view-at.ts')
      const { sent, request } = await viewAt(state, step)
      return Object.freeze({ sent: frozen(sent), request })
    },
    async readArtifact(id) {
      state.counters.artifactsRead += 1
      return (await ports.artifacts?.get(key, artifactId(id)))?.content ?? null
    },
    session: async () => frozen(await (await import('./session.ts')).sessionOf(store, key)),
  }
}
