import { GENESIS } from '../log/chain.ts'
import { keyOf } from '../reconcile/block-key.ts'
import { itemAt } from '../schema/at.ts'
import { isCapable } from '../schema/capabilities.ts'
import type { Entry } from '../schema/entry.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import { type Seq, seqOf, type ThreadId, threadId } from '../schema/ids.ts'
import type { ThreadKey } from '../schema/ports.ts'
import type { Reconciliation } from '../schema/reconciliation.ts'
import { branchPrefix } from './branch-names.ts'
import { checkName } from './check-name.ts'
import { commitFor } from './commit.ts'
import { linkedTo, linkTo, ownName } from './links.ts'
import { checkOptions, type Kind } from './options.ts'
import type { BranchOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

const BRANCH_OPTIONS: Readonly<Record<keyof BranchOptions, Kind>> = { at: 'text', id: 'anything', include: 'flag' }

/** The branch of a thread that begins before or behind the message of an entry. Resolves to its name. */
export async function branchAt(state: ThreadState, options: BranchOptions): Promise<ThreadId> {
  checkOptions('branch', options, BRANCH_OPTIONS)
  const { at, id, include = false } = options
  if (at === undefined) {
    const failure = { at: 'at', expected: 'the entry to go on from, such as e5', found: 'nothing' }
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure })
  }
  const { key, ports, log } = state
  const found = log.entries.find((entry) => entry.id === at)
  if (found === undefined) throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread: key.thread, entry: at })
  const first = seqOf(found.seq - found.message.block)
  const seq = include ? endOf(log.entries, first) : first
  const to =
    id === undefined ? await ownName(ports.store, key, `${branchPrefix(key.thread)}${seq}`) : threadId(checkName(id, 'thread'))
  await fork(state, to, seq)
  return to
}

/** Where a message ends that begins at `first`, and what answers its calls right behind it. */
function endOf(entries: readonly Entry[], first: Seq): Seq {
  const end = first + itemAt(entries, first).message.blocks
  const answers = (entry: Entry): boolean =>
    entry.kind === 'tool-result' && entry.answers.kind === 'call' && entry.answers.seq >= first && entry.answers.seq < end
  const others = entries.slice(end).findIndex((entry) => !answers(entry))
  return seqOf(others === -1 ? entries.length : end + others)
}

/**
 * The branch that a resent history belongs to. The name follows from where it leaves the thread and what it says there, so that the
 * same history, resent later, after a restart or to another process, finds the same branch.
 */
export async function branchThread({ key, ports }: ThreadState, { verdict, append }: Reconciliation): Promise<ThreadId> {
  const { store, hash } = ports
  const at = verdict.kind === 'branch' ? verdict.at : 0
  const [first] = append
  const says = first?.blocks.map((block) => keyOf(first.role, block)) ?? ['asked again']
  const name = `${branchPrefix(key.thread)}${at}-${hash(JSON.stringify(says)).slice(0, 8)}`
  return isCapable(store, 'links') ? ownName(store, key, name, await linkedTo(store, key, 'branch')) : threadId(name)
}

/**
 * Starts a branch: entries before `at`, what is pinned among them, and the last view that rests on no more than them. If the branch is
 * there already, nothing happens.
 */
export async function fork({ key: from, ports, log }: ThreadState, to: ThreadId, at: Seq): Promise<void> {
  const { store } = ports
  const key: ThreadKey = { ...from, thread: to }
  if (at === 0 || (await store.head(key)).length > 0) return
  // Before it is there: a branch that nobody knows of would outlive an erasure.
  await linkTo(store, from, 'branch', to)
  try {
    const entries = log.entries.slice(0, at)
    const measures = entries.map(({ seq }) => log.measureOf(seq))
    await store.append(key, 0, entries, { length: at, hash: log.hashes.at(at - 1) ?? GENESIS }, measures)
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
