import { GENESIS } from '../log/chain.ts'
import { keyOf } from '../reconcile/block-key.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import { commitId, type Seq, seqOf, type ThreadId, threadId } from '../schema/ids.ts'
import type { Hash, Store, ThreadKey } from '../schema/ports.ts'
import type { Reconciliation } from '../schema/reconciliation.ts'
import type { LogKeeper } from '../view/measured-log.ts'
import { checkName } from './check-name.ts'
import type { EnginePorts } from './ports.ts'

/**
 * The branch that a resent history belongs to. The name follows from where it leaves the thread and what it says there, so that the
 * same history, resent later, after a restart or to another process, finds the same branch.
 */
export function branchThread(thread: ThreadId, { verdict, append }: Reconciliation, hash: Hash): ThreadId {
  const at = verdict.kind === 'branch' ? verdict.at : 0
  const [first] = append
  const says = first?.blocks.map((block) => keyOf(first.role, block)) ?? ['asked again']
  return threadId(`${branchPrefix(thread)}${at}-${hash(JSON.stringify(says)).slice(0, 8)}`)
}

/**
 * Starts a branch: entries before `at`, what is pinned among them, and the last view that rests on no more than them. Where the branch
 * is there already, nothing happens.
 */
export async function fork(options: {
  readonly from: ThreadKey
  readonly to: ThreadId
  readonly at: Seq
  readonly log: LogKeeper
  readonly ports: EnginePorts
}): Promise<void> {
  const { from, to, at, log, ports } = options
  const { store } = ports
  const key: ThreadKey = { ...from, thread: to }
  if (at === 0 || (await store.head(key)).length > 0) return
  try {
    const entries = log.entries.slice(0, at)
    const measures = entries.map(({ seq }) => log.measureOf(seq))
    await store.append(key, 0, entries, { length: at, hash: log.hashes[at - 1] ?? GENESIS }, measures)
  } catch (error) {
    // Another process started the same branch: it copies the rest, too.
    if (isFailure(error, 'log-conflict')) return
    throw error
  }
  const pinned = (await store.pins(from)).filter((seq) => seq < at)
  if (pinned.length > 0) await store.pin(key, pinned)
  const commit = (await store.commits(from)).findLast(({ plan }) => plan.version <= at)
  // After an undo nothing may be folded: then there is nothing to take along.
  if (commit !== undefined && commit.plan.records.length > 0) await store.commit(key, null, commitFor(to, commit, ports.hash))
}

/** The branch of a thread that begins before an entry, or rather before its message. Resolves to its name. */
export async function branchAt(options: {
  readonly from: ThreadKey
  readonly at: string
  readonly id: string | undefined
  readonly log: LogKeeper
  readonly ports: EnginePorts
}): Promise<ThreadId> {
  const { from, log, ports } = options
  const found = log.entries.find(({ id }) => id === options.at)
  if (found === undefined) {
    throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread: from.thread, entry: options.at })
  }
  const at = seqOf(found.seq - found.message.block)
  const to = options.id === undefined ? await freeName(ports.store, from, at) : threadId(checkName(options.id, 'thread'))
  await fork({ from, to, at, log, ports })
  return to
}

async function freeName(store: Store, { tenant, thread }: ThreadKey, at: Seq): Promise<ThreadId> {
  for (let tries = 1; ; tries += 1) {
    const name = threadId(`${branchPrefix(thread)}${at}${tries === 1 ? '' : `-${tries}`}`)
    if ((await store.head({ tenant, thread: name })).length === 0) return name
  }
}

/** How the names of a thread's branches begin. */
export function branchPrefix(thread: ThreadId): string {
  return `${thread}/branch-`
}

/** A commit as the first of another thread. Its spans hold there: the entries, and so their chain hashes, are the same. */
function commitFor(thread: ThreadId, { undoes: _, ...commit }: Commit, hash: Hash): Commit {
  const plan = { ...commit.plan, thread }
  return { ...commit, id: commitId(hash(JSON.stringify([null, plan]))), parent: null, plan }
}
