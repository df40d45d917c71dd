import { type ArtifactClass, SENSITIVITIES } from '../../schema/artifacts.ts'
import { CompactionError, isFailure } from '../../schema/failures.ts'
import type { TenantId } from '../../schema/ids.ts'
import type { Artifact, ThreadKey } from '../../schema/ports.ts'
import type { ArtifactHeader } from './header.ts'
import { findArtifact, type Kept, presentHeader } from './kept.ts'
import { type Label, pack, unpack } from './pack.ts'

/** Puts an artifact on the shelf, and reads it back: only what was compared may leave the prompt. */
export async function putArtifact(kept: Kept, key: ThreadKey, artifact: Artifact): Promise<void> {
  const { shelf, packing, classify, clock } = kept
  const { tenant } = key
  const { id, content } = artifact
  const before = await existing(kept, tenant, artifact)
  const label = labelFor(key, artifact, { before, kept: classify(artifact, key), now: clock() })
  await shelf.write(tenant, id, await pack(label, content, packing))
  const written = await shelf.read(tenant, id)
  if (written !== null && (await unpack(written, { tenant, id }, packing)) === content) return
  const [expected, found] = ['the content that was put', written === null ? 'nothing' : 'other content']
  throw new CompactionError<'artifact-damaged'>({ code: 'artifact-damaged', artifact: id, expected, found })
}

/** What is there already, if it can be read; otherwise it is put anew. */
async function existing(kept: Kept, tenant: TenantId, artifact: Artifact): Promise<ArtifactHeader | null> {
  try {
    const header = await presentHeader(kept, tenant, artifact.id)
    const found = header === null ? null : await findArtifact(kept, tenant, artifact.id)
    if (found === null || found.content === artifact.content) return header
  } catch (error) {
    if (isFailure(error, 'artifact-damaged') || isFailure(error, 'key-unusable')) return null
    throw error
  }
  throw new CompactionError<'artifact-conflict'>({ code: 'artifact-conflict', artifact: artifact.id })
}

/** What is put again stays under its first name, for the longer time and at the higher sensitivity of the two. */
function labelFor(
  { tenant, thread }: ThreadKey,
  { id, entry, tool }: Artifact,
  at: { readonly before: ArtifactHeader | null; readonly kept: ArtifactClass; readonly now: number },
): Label {
  const { before, kept, now } = at
  const expiresAt = kept.ttlMs === null ? null : now + kept.ttlMs
  const { sensitivity } = kept
  const fresh: Label = { id, tenant, thread, entry, tool, createdAt: now, putAt: now, expiresAt, sensitivity }
  if (before === null) return fresh
  return {
    ...fresh,
    ...{ thread: before.thread, entry: before.entry, tool: before.tool, createdAt: before.createdAt },
    expiresAt: before.expiresAt === null || expiresAt === null ? null : Math.max(before.expiresAt, expiresAt),
    sensitivity: SENSITIVITIES.findLast((each) => each === sensitivity || each === before.sensitivity) ?? sensitivity,
  }
}
