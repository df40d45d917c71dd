import { type Kysely, sql } from 'kysely'
import { GENESIS } from '../../log/chain.ts'
import { type Commit, commitKind, KIND_FIELDS } from '../../schema/commit.ts'
import { CompactionError } from '../../schema/failures.ts'
import { type CommitId, commitId } from '../../schema/ids.ts'
import type { Store, ThreadKey } from '../../schema/ports.ts'
import type { SqlBackend } from './backend.ts'
import { named, parseBody } from './step.ts'
import { fromKeyText, keyText, type Tables } from './tables.ts'

interface Wanted {
  readonly key: ThreadKey
  readonly expected: CommitId | null
  readonly commit: Commit
  readonly fence: number | undefined
}

/** Commits of threads. */
export function commitVerbs(backend: SqlBackend): Pick<Store, 'commit' | 'latest' | 'commits'> {
  const commitsOf = (key: ThreadKey) => {
    const { tenant, thread } = named(key)
    return backend.db.selectFrom('commits').select(['number', 'body']).where('tenant', '=', tenant).where('thread', '=', thread)
  }
  const commitIn = ({ number, body }: { readonly number: number; readonly body: string }): Commit =>
    parseBody<Commit>(body, { store: backend.place.name, what: `commit ${number}` })
  return {
    commit: (key, expected, commit, fence) => {
      const wanted = { key, expected, commit, fence }
      return backend.inTurn(() => backend.settled((isAgain) => commitTo(backend, wanted, isAgain)))
    },
    async latest(key) {
      const row = await commitsOf(key).orderBy('number', 'desc').limit(1).executeTakeFirst()
      return row === undefined ? null : commitIn(row)
    },
    async commits(key) {
      return (await commitsOf(key).orderBy('number').execute()).map(commitIn)
    },
  }
}

/** Makes a commit the latest, in one transaction, if the latest is what the writer expected and its lease was not taken over. */
async function commitTo({ db, created, documents }: SqlBackend, wanted: Wanted, isAgain: boolean): Promise<void> {
  const { key, commit } = wanted
  await db.transaction().execute(async (within) => {
    const number = await moveTo(within, wanted, created)
    if (number === undefined) {
      if (isAgain && (await isCommitted(within, wanted))) return
      throw await conflict(within, wanted)
    }
    // After the thread's row is ours: a process that takes the lease over now comes after this commit.
    await checkFence(within, wanted)
    const row = { number, id: keyText(commit.id), at: commit.receipt.at, body: commitBody(commit) }
    await within
      .insertInto('commits')
      .values({ ...named(key), ...row, ...documents(commit) })
      .execute()
  })
}

/** A commit that is no compaction says so at its beginning, where a database can look. */
export function beginning(kind: keyof typeof KIND_FIELDS): string {
  return `{"${KIND_FIELDS[kind]}":`
}

function commitBody(commit: Commit): string {
  const kind = commitKind(commit)
  if (kind === 'compaction') return JSON.stringify(commit)
  const field = KIND_FIELDS[kind]
  return JSON.stringify({ [field]: commit[field], ...commit })
}

/** The number of the new commit; `undefined` if the latest is not the one expected. */
async function moveTo(
  db: Kysely<Tables>,
  { key, expected, commit }: Wanted,
  created: SqlBackend['created'],
): Promise<number | undefined> {
  const id = keyText(commit.id)
  // A plan for entries that were erased meanwhile holds their words: it comes too late.
  const isStillThere = sql<boolean>`(${sql.ref('threads.erasures')} = 0 or ${sql.ref('threads.length')} >= ${commit.plan.version})`
  if (expected !== null) {
    const { tenant, thread } = named(key)
    const moved = await db
      .updateTable('threads')
      .set((row) => ({ commit_id: id, commits: row('commits', '+', 1) }))
      .where('tenant', '=', tenant)
      .where('thread', '=', thread)
      .where('commit_id', '=', keyText(expected))
      .where(isStillThere)
      .returning('commits')
      .executeTakeFirst()
    return moved?.commits
  }
  const first = { length: 0, hash: GENESIS, tokens: 0, commit_id: id, commits: 1, erasures: 0 }
  const moved = await db
    .insertInto('threads')
    .values({ ...named(key), ...first, ...created })
    .onConflict((there) =>
      there
        .columns(['tenant', 'thread'])
        .doUpdateSet({ commit_id: id, commits: 1 })
        .where('threads.commit_id', 'is', null)
        .where(isStillThere),
    )
    .returning('commits')
    .executeTakeFirst()
  return moved?.commits
}

/** A commit's id is the hash of its parent and its plan: whoever wrote it, it is this one. */
async function isCommitted(db: Kysely<Tables>, { key, commit }: Wanted): Promise<boolean> {
  const found = await db
    .selectFrom('commits')
    .select('number')
    .where((row) => row.and({ ...named(key), id: keyText(commit.id) }))
    .executeTakeFirst()
  return found !== undefined
}

async function conflict(db: Kysely<Tables>, { key, expected }: Wanted): Promise<CompactionError<'commit-conflict'>> {
  const { tenant, thread } = named(key)
  const latest = db.selectFrom('threads').select('commit_id').where('tenant', '=', tenant).where('thread', '=', thread)
  const id = (await latest.executeTakeFirst())?.commit_id ?? null
  const actual = id === null ? null : commitId(fromKeyText(id))
  return new CompactionError<'commit-conflict'>({ code: 'commit-conflict', thread: key.thread, expected, actual })
}

async function checkFence(db: Kysely<Tables>, { key, fence }: Wanted): Promise<void> {
  if (fence === undefined) return
  const { tenant, thread } = named(key)
  const latest = db.selectFrom('leases').select('fence').where('tenant', '=', tenant).where('thread', '=', thread)
  if (Number((await latest.executeTakeFirst())?.fence) === fence) return
  throw new CompactionError<'lease-lost'>({ code: 'lease-lost', thread: key.thread, fence })
}
