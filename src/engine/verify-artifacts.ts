import { isTombstone } from '../log/is-tombstone.ts'
import type { Commit } from '../schema/commit.ts'
import { isCompactionError, isFailure } from '../schema/failures.ts'
import type { ArtifactId } from '../schema/ids.ts'
import type { ArtifactStore, LogRow, ThreadKey } from '../schema/ports.ts'
import type { Checked, ThreadCheck } from '../schema/thread-check.ts'

type Kept = NonNullable<Checked['artifacts']> | Extract<ThreadCheck, { kind: 'broken' }>

/** Reads back every artifact that plans point to, and compares it with its entry. One that is gone is no damage: the log has its content. */
export async function verifyArtifacts(
  artifacts: ArtifactStore,
  key: ThreadKey,
  { commits, rows }: { readonly commits: readonly Commit[]; readonly rows: readonly LogRow[] },
): Promise<Kept> {
  const counts = { whole: 0, missing: 0 }
  for (const [id, at] of pointedTo(commits)) {
    const entry = rows[at]?.entry
    // Of an erased entry there is nothing to compare with; other threads may still have its artifact.
    if (entry?.kind !== 'tool-result' || isTombstone(entry)) continue
    try {
      const content = await contentOf(artifacts, key, id)
      if (content === null) counts.missing += 1
      else if (entry.text === content) counts.whole += 1
      else return { kind: 'broken', at, detail: `artifact ${id} is not its content` }
    } catch (error) {
      if (!isCompactionError(error)) throw error
      return { kind: 'broken', at, detail: error.message }
    }
  }
  return counts
}

/** Artifacts, and the entries that they hold. */
function pointedTo(commits: readonly Commit[]): ReadonlyMap<ArtifactId, number> {
  const records = commits.flatMap(({ plan }) => plan.records)
  return new Map(
    records.flatMap((record) => (record.action === 'externalize' ? [[record.artifact, record.span.from] as const] : [])),
  )
}

async function contentOf(artifacts: ArtifactStore, key: ThreadKey, id: ArtifactId): Promise<string | null> {
  try {
    return (await artifacts.get(key, id))?.content ?? null
  } catch (error) {
    if (isFailure(error, 'artifact-unavailable')) return null
    throw error
  }
}
