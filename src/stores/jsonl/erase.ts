import { erasedFile, eraseFromLines } from '../../log/erase-lines.ts'
import { erasedWith } from '../../log/tombstone.ts'
import type { ThreadList } from '../../schema/capabilities.ts'
import { CompactionError } from '../../schema/failures.ts'
import { handleOf, type Seq, seqOf, type TenantId, type ThreadId } from '../../schema/ids.ts'
import type { Erased, EraseTarget, ThreadKey } from '../../schema/ports.ts'
import { rangeOf } from '../../schema/range.ts'
import type { FileIndex } from './index-file.ts'
import type { FileLinks } from './links.ts'
import type { FileRequests } from './requests.ts'
import type { SessionFile } from './session-file.ts'

/** Works on a thread's file when its turn comes. */
export type OnFile = <Result>(key: ThreadKey, work: (file: SessionFile) => Promise<Result>) => Promise<Result>

/** What erasing needs of the store. */
interface Sessions {
  readonly on: OnFile
  readonly threads: ThreadList
  readonly links: FileLinks
  readonly requests: FileRequests
  /** Removes all files of a tenant, and leaves only that it was erased. */
  removeAll(tenant: TenantId): Promise<void>
  /** Removes what a thread has cost. */
  forgetCost(key: ThreadKey): Promise<void>
}

/** How far to look for what goes with an entry: a message or a round is rarely longer. */
const NEARBY = 1_000

/** Removes content for good: the files are written anew without it, each whole or not at all. */
export async function eraseFrom(sessions: Sessions, target: EraseTarget): Promise<Erased> {
  if ('entry' in target) return eraseMessage(sessions, target, { seq: seqOf(target.entry), copies: target.copies ?? [] })
  if ('thread' in target) return eraseThread(sessions, target)
  const gone = { threads: 0, entries: 0, commits: 0 }
  for (const thread of await sessions.threads.of(target.tenant)) {
    const { entries, commits } = await eraseThread(sessions, { ...target, thread })
    gone.threads += 1
    gone.entries += entries
    gone.commits += commits
  }
  await sessions.removeAll(target.tenant)
  return gone
}

/** The message of the entry, and its copies: those have the same number and the same chain hash. */
async function eraseMessage(
  { on, threads: list, requests }: Sessions,
  key: ThreadKey,
  { seq, copies }: { readonly seq: Seq; readonly copies: readonly ThreadId[] },
): Promise<Erased> {
  const seqs = await on(key, async (file) => {
    const { head } = checkThread(await file.look(), key)
    if (!(seq < head.length))
      throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread: key.thread, entry: handleOf(seq) })
    const around = await file.rows([rangeOf(Math.max(0, seq - NEARBY), Math.min(head.length, seq + NEARBY))])
    const nearby = new Map(around.map(({ entry }) => [entry.seq, entry]))
    return new Set(erasedWith((at) => nearby.get(at), seq))
  })
  const sharing = copies.length === 0 ? [] : await list.sharing(key, seq)
  const threads = [...sharing.filter((thread) => copies.includes(thread)), key.thread]
  let commits = 0
  for (const thread of threads) {
    await on({ ...key, thread }, (file) =>
      file.rewrite((_, text) => {
        const without = eraseFromLines(text, seqs, Date.now())
        commits += without.commits
        return without.text
      }),
    )
    await requests.forget({ ...key, thread }, Math.min(...seqs))
  }
  return { threads: 0, entries: threads.length * seqs.size, commits }
}

async function eraseThread({ on, links, requests, forgetCost }: Sessions, key: ThreadKey): Promise<Erased> {
  const erased = await on(key, async (file) => {
    const { head, commits } = checkThread(await file.look(), key)
    const gone = { threads: 1, entries: head.length, commits: commits.length }
    await file.rewrite(({ erasures }) => erasedFile(key, erasures + 1, Date.now()), { evenDamaged: true })
    return gone
  })
  await requests.forget(key, -1)
  await links.forget(key)
  await forgetCost(key)
  return erased
}

function checkThread(index: FileIndex, { thread }: ThreadKey): FileIndex {
  if (index.head.length > 0 || index.commits.length > 0) return index
  throw new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread })
}
