import { lookAt } from '../../log/look.ts'
import {
  type ArtifactClass,
  type ArtifactShelf,
  type ManagedArtifacts,
  SENSITIVITIES,
  type SecurityContext,
} from '../../schema/artifacts.ts'
import { CompactionError, isFailure } from '../../schema/failures.ts'
import { type ArtifactId, artifactId, type TenantId } from '../../schema/ids.ts'
import type { Artifact, Clock, ThreadKey } from '../../schema/ports.ts'
import { clearanceOf, mayRead } from './clearance.ts'
import { type ArtifactHeader, decodeHeader, encodeHeader } from './header.ts'
import { type Label, type Packing, pack, unpack } from './pack.ts'

/** What every artifact store may be told. */
export interface ArtifactOptions {
  readonly clock?: Clock
  /** How content is to be kept, by what it is. By default everything is internal and stays. */
  readonly classify?: (artifact: Artifact, key: ThreadKey) => ArtifactClass
}

const USUAL: ArtifactClass = { sensitivity: 'internal', ttlMs: null }

/** An artifact store over a shelf. Everything but the bytes' place is here, so that all stores behave the same. */
export function keepArtifacts(shelf: ArtifactShelf, packing: Packing, options: ArtifactOptions = {}): ManagedArtifacts {
  const { clock = () => Date.now(), classify = () => USUAL } = options

  /** What lies under an id and may be given out: neither gone nor expired. */
  async function present(tenant: TenantId, id: ArtifactId): Promise<ArtifactHeader | null> {
    const text = await shelf.header(tenant, id)
    const header = text === null ? null : decodeHeader(text, tenant, id)
    return header === null || header.gone !== null || isExpired(header, clock()) ? null : header
  }

  async function find(tenant: TenantId, id: ArtifactId): Promise<Artifact | null> {
    const header = await present(tenant, id)
    const row = header === null ? null : await shelf.read(tenant, id)
    if (header === null || row === null) return null
    return { id, content: await unpack(row, { tenant, id }, packing), entry: header.entry, tool: header.tool }
  }

  /** What is there already, where it can be read: what cannot is put anew. */
  async function existing(tenant: TenantId, artifact: Artifact): Promise<ArtifactHeader | null> {
    try {
      const header = await present(tenant, artifact.id)
      const kept = header === null ? null : await find(tenant, artifact.id)
      if (kept === null || kept.content === artifact.content) return header
    } catch (error) {
      if (isFailure(error, 'artifact-damaged') || isFailure(error, 'key-unusable')) return null
      throw error
    }
    throw new CompactionError<'artifact-conflict'>({ code: 'artifact-conflict', artifact: artifact.id })
  }

  async function retrieve(id: ArtifactId, context: SecurityContext): Promise<Artifact> {
    const clearance = clearanceOf(context)
    const header = clearance === 'nothing' ? null : await present(context.tenant, id)
    const found = header === null || !mayRead(clearance, header.sensitivity) ? null : await find(context.tenant, id)
    if (found !== null) return found
    const { requester } = context
    throw new CompactionError<'artifact-unavailable'>({ code: 'artifact-unavailable', artifact: id, requester, clearance })
  }

  /** Takes the content away and leaves what is known of it. */
  async function bury(header: ArtifactHeader, why: 'expired' | 'erased'): Promise<void> {
    const left = encodeHeader({ ...header, bytes: 0, stored: 0, hash: '', gone: { why, at: clock() } })
    try {
      await shelf.write(header.tenant, header.id, { header: left, body: new Uint8Array() })
    } catch (error) {
      // No room for a tombstone is no reason to keep the content.
      if (!isFailure(error, 'store-unusable') || error.failure.reason !== 'full') throw error
      await shelf.remove(header.tenant, header.id)
    }
  }

  async function headersOf(tenant: TenantId): Promise<readonly ArtifactHeader[]> {
    return (await shelf.headers(tenant)).flatMap((text) => headerOf(text, tenant))
  }

  return {
    async put(key, artifact) {
      const { tenant } = key
      const before = await existing(tenant, artifact)
      const row = await pack(
        labelFor(key, artifact, { before, kept: classify(artifact, key), now: clock() }),
        artifact.content,
        packing,
      )
      await shelf.write(tenant, artifact.id, row)
      // Only what was read back and compared may leave the prompt.
      const written = await shelf.read(tenant, artifact.id)
      const isWhole = written !== null && (await unpack(written, { tenant, id: artifact.id }, packing)) === artifact.content
      if (isWhole) return
      const [expected, found] = ['the content that was put', written === null ? 'nothing' : 'other content']
      throw new CompactionError<'artifact-damaged'>({ code: 'artifact-damaged', artifact: artifact.id, expected, found })
    },
    get: ({ tenant }, id) => find(tenant, id),
    async metadata({ tenant }, id) {
      const text = await shelf.header(tenant, id)
      if (text === null) return null
      const { encoding: _, keyCheck: __, stored: ___, hash: ____, ...metadata } = decodeHeader(text, tenant, id)
      return metadata
    },
    retrieve,
    look: async (id, context, look) => lookAt((await retrieve(id, context)).content, look),
    async list(tenant) {
      const now = clock()
      return (await headersOf(tenant)).filter((header) => header.gone === null && !isExpired(header, now)).map(({ id }) => id)
    },
    async sweep(tenant, { reachable, unreachableBefore }) {
      const now = clock()
      const live = (await headersOf(tenant)).filter((header) => header.gone === null)
      const expired = live.filter((header) => isExpired(header, now))
      const unreachable = live.filter(
        (header) => !isExpired(header, now) && !reachable.has(header.id) && header.putAt < unreachableBefore,
      )
      for (const header of expired) await bury(header, 'expired')
      const removed: ArtifactId[] = []
      for (const { id, putAt } of unreachable) {
        // Somebody may have put it again since the list was made.
        if ((await present(tenant, id))?.putAt !== putAt) continue
        await shelf.remove(tenant, id)
        removed.push(id)
      }
      return { expired: expired.map(({ id }) => id), unreachable: removed }
    },
    async erase(tenant, ids) {
      for (const id of ids) {
        const text = await shelf.header(tenant, id)
        const [header] = text === null ? [] : headerOf(text, tenant)
        // A header that cannot be read cannot be kept as a tombstone: everything goes.
        if (header !== undefined && header.gone === null) await bury(header, 'erased')
        else if (text !== null && header === undefined) await shelf.remove(tenant, id)
      }
    },
    async eraseThread({ tenant, thread }) {
      const live = (await headersOf(tenant)).filter((header) => header.thread === thread && header.gone === null)
      for (const header of live) await bury(header, 'erased')
    },
    async eraseTenant(tenant) {
      // The keys first: from here on nobody can read what is left, even if deleting is cut short.
      await packing.sealer?.forget(tenant)
      await shelf.removeAll(tenant)
    },
  }
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

function isExpired(header: ArtifactHeader, now: number): boolean {
  return header.expiresAt !== null && header.expiresAt <= now
}

/** A header as it lies there; nothing where it is no header of this tenant: a sweep leaves such things alone. */
function headerOf(text: string, tenant: TenantId): readonly ArtifactHeader[] {
  try {
    const { id } = JSON.parse(text) as { readonly id?: unknown }
    return typeof id === 'string' ? [decodeHeader(text, tenant, artifactId(id))] : []
  } catch {
    return [] // Damage is told to whoever asks for that artifact, not to whoever lists them all.
  }
}
