import type { ArtifactClass, ArtifactShelf } from '../../schema/artifacts.ts'
import { isFailure } from '../../schema/failures.ts'
import { type ArtifactId, artifactId, type TenantId } from '../../schema/ids.ts'
import { isJsonObject } from '../../schema/json.ts'
import type { Artifact, Clock, ThreadKey } from '../../schema/ports.ts'
import { type ArtifactHeader, decodeHeader, encodeHeader } from './header.ts'
import { type Packing, unpack } from './pack.ts'

/** A shelf, and what is needed to put things there and find them again. */
export interface Kept {
  readonly shelf: ArtifactShelf
  readonly packing: Packing
  readonly clock: Clock
  classify(artifact: Artifact, key: ThreadKey): ArtifactClass
}

/** The header of what lies under an id and may be given out: neither gone nor expired. */
export async function presentHeader({ shelf, clock }: Kept, tenant: TenantId, id: ArtifactId): Promise<ArtifactHeader | null> {
  const text = await shelf.header(tenant, id)
  const header = text === null ? null : decodeHeader(text, tenant, id)
  return header === null || header.gone !== null || isExpired(header, clock()) ? null : header
}

/** What lies under an id and may be given out. */
export async function findArtifact(kept: Kept, tenant: TenantId, id: ArtifactId): Promise<Artifact | null> {
  const header = await presentHeader(kept, tenant, id)
  const row = header === null ? null : await kept.shelf.read(tenant, id)
  if (header === null || row === null) return null
  return { id, content: await unpack(row, { tenant, id }, kept.packing), entry: header.entry, tool: header.tool }
}

/** Takes the content away and leaves what is known of it. */
export async function bury({ shelf, clock }: Kept, header: ArtifactHeader, why: 'expired' | 'erased'): Promise<void> {
  const left = encodeHeader({ ...header, bytes: 0, stored: 0, hash: '', gone: { why, at: clock() } })
  try {
    await shelf.write(header.tenant, header.id, { header: left, body: new Uint8Array() })
  } catch (error) {
    // No room for a tombstone is no reason to keep the content.
    if (!isFailure(error, 'store-unusable') || error.failure.reason !== 'full') throw error
    await shelf.remove(header.tenant, header.id)
  }
}

/** Headers of everything of a tenant whose content is still there. */
export async function liveHeaders({ shelf }: Kept, tenant: TenantId): Promise<readonly ArtifactHeader[]> {
  const headers = (await shelf.headers(tenant)).flatMap((text) => headerOf(text, tenant))
  return headers.filter(({ gone }) => gone === null)
}

export function isExpired(header: ArtifactHeader, now: number): boolean {
  return header.expiresAt !== null && header.expiresAt <= now
}

/** A header as it lies there; nothing if it is not a header of this tenant: a sweep leaves such things alone. */
export function headerOf(text: string, tenant: TenantId): readonly ArtifactHeader[] {
  try {
    const value: unknown = JSON.parse(text)
    const id = isJsonObject(value) ? value['id'] : undefined
    return typeof id === 'string' ? [decodeHeader(text, tenant, artifactId(id))] : []
  } catch {
    return [] // Damage is reported when that artifact is asked for, not when all of them are listed.
  }
}
