import { createHash } from 'node:crypto'
import type { Compactor, SessionState, Thread } from '../../src/index.ts'
import { isCompactionError } from '../../src/schema/failures.ts'

/** What can be seen of a thread through the doors, short enough to be kept beside a fixture. */
export interface ObservedThread {
  readonly thread: string
  readonly tenant: string
  readonly entries: string
  readonly pinned: readonly number[]
  readonly commits: readonly { readonly id: string; readonly bytes: string }[]
  /** The next request, by dialect. */
  readonly requests: Readonly<Record<string, string>>
  /** What was sent earlier. */
  readonly sent: string
  readonly session: unknown
  readonly verified: unknown
  /** Content that was put away. */
  readonly artifacts: Readonly<Record<string, string>>
  /** The request after the last compaction is taken back, or why it cannot be. */
  readonly undone: string
}

const DIALECTS = ['openai-chat', 'anthropic'] as const
/** Large enough that nothing is compacted for it. */
const WIDE = { window: 200_000 } as const

/** Looks at every thread of some tenants. Taking a compaction back comes last, and changes the store. */
export async function observeThreads(compactor: Compactor, tenants: readonly string[]): Promise<readonly ObservedThread[]> {
  const seen: ObservedThread[] = []
  for (const tenant of tenants)
    for (const name of await compactor.threads({ tenant })) seen.push(await observe(compactor, tenant, name))
  return seen
}

async function observe(compactor: Compactor, tenant: string, name: string): Promise<ObservedThread> {
  const thread = await compactor.thread(name, { tenant })
  const commits = await thread.commits()
  // Older programs did not number them.
  const sent = fingerprint((await thread.requests()).map(({ step: _, ...rest }) => rest))
  const requests = await Promise.all(
    DIALECTS.map(async (dialect) => [dialect, requestPrint((await thread.prepare({ ...WIDE, dialect })).request)] as const),
  )
  const records = commits.flatMap(({ plan }) => plan.records)
  const ids = records.flatMap((record) => (record.action === 'externalize' ? [record.artifact] : []))
  const artifacts = await Promise.all(ids.map(async (id) => [id, fingerprint(await thread.readArtifact(id))] as const))
  return {
    thread: name,
    tenant,
    entries: fingerprint(await thread.entries()),
    pinned: [...(commits.at(-1)?.receipt.inputs.pins ?? [])],
    commits: commits.map((commit) => ({ id: commit.id, bytes: fingerprint(commit) })),
    requests: Object.fromEntries(requests),
    sent,
    session: asBefore(await thread.session()),
    verified: { ...(await compactor.verify(name, { tenant })), checked: undefined },
    artifacts: Object.fromEntries(artifacts),
    undone: await undoing(thread),
  }
}

/** What older programs told of a session. */
function asBefore({ compactionCount, lastCompactionAt, currentlyCompacting }: SessionState): unknown {
  return { compactionCount, lastCompactionAt, currentlyCompacting }
}

async function undoing(thread: Thread): Promise<string> {
  try {
    return requestPrint((await thread.undo({ ...WIDE, dialect: 'openai-chat' })).request)
  } catch (error) {
    if (isCompactionError(error)) return error.failure.code
    throw error
  }
}

/** Pointers once named a tool whether or not it was offered. But for that line, requests are the same. */
function requestPrint(request: unknown): string {
  const said = JSON.stringify(request).replaceAll(
    /(\[Externalized Content - artifact:([0-9a-f]+)\](?:[^"\\]|\\.)*)"/g,
    (_, pointer: string, id: string) => `${pointer}\\nTo retrieve full content, call: read_artifact(\\"${id}\\")"`,
  )
  return fingerprint(JSON.parse(said))
}

/** Sixteen hex digits that stand for a value, byte for byte. */
function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
