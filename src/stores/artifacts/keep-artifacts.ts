import { lookAt } from '../../log/look.ts'
import type { ArtifactClass, ArtifactShelf, ManagedArtifacts, SecurityContext, Swept } from '../../schema/artifacts.ts'
import { clearanceOf, mayRead } from '../../schema/clearance.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { ArtifactId, TenantId } from '../../schema/ids.ts'
import type { Artifact, Clock, ThreadKey } from '../../schema/ports.ts'
import { decodeHeader } from './header.ts'
import { bury, findArtifact, headerOf, isExpired, type Kept, liveHeaders, presentHeader } from './kept.ts'
import type { Packing } from './pack.ts'
import { putArtifact } from './put.ts'

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
  const kept: Kept = { shelf, packing, clock, classify }
  return {
    put: (key, artifact) => putArtifact(kept, key, artifact),
    get: ({ tenant }, id) => findArtifact(kept, tenant, id),
    async metadata({ tenant }, id) {
      const text = await shelf.header(tenant, id)
      if (text === null) return null
      const { encoding: _, keyCheck: __, stored: ___, hash: ____, ...metadata } = decodeHeader(text, tenant, id)
      return metadata
    },
    retrieve: (id, context) => retrieve(kept, id, context),
    look: async (id, context, look) => lookAt((await retrieve(kept, id, context)).content, look),
    async list(tenant) {
      const now = clock()
      return (await liveHeaders(kept, tenant)).filter((header) => !isExpired(header, now)).map(({ id }) => id)
    },
    sweep: (tenant, marks) => sweep(kept, tenant, marks),
    async erase(tenant, ids) {
      for (const id of ids) await eraseOne(kept, tenant, id)
    },
    async eraseThread({ tenant, thread }) {
      const own = (await liveHeaders(kept, tenant)).filter((header) => header.thread === thread)
      for (const header of own) await bury(kept, header, 'erased')
    },
    async eraseTenant(tenant) {
      // The keys first: from here on what is left cannot be read, even if deleting is cut short.
      await packing.sealer?.forget(tenant)
      await shelf.removeAll(tenant)
    },
  }
}

/** Content for a caller that may read it. The failure is the same whether the content is missing or the caller may not read it. */
async function retrieve(kept: Kept, id: ArtifactId, context: SecurityContext): Promise<Artifact> {
  const { tenant, requester } = context
  const clearance = clearanceOf(context)
  const header = clearance === 'nothing' ? null : await presentHeader(kept, tenant, id)
  const found = header === null || !mayRead(clearance, header.sensitivity) ? null : await findArtifact(kept, tenant, id)
  if (found !== null) return found
  throw new CompactionError<'artifact-unavailable'>({ code: 'artifact-unavailable', artifact: id, requester, clearance })
}

async function sweep(
  kept: Kept,
  tenant: TenantId,
  { reachable, unreachableBefore }: Parameters<ManagedArtifacts['sweep']>[1],
): Promise<Swept> {
  const now = kept.clock()
  const live = await liveHeaders(kept, tenant)
  const expired = live.filter((header) => isExpired(header, now))
  const unreachable = live.filter(
    (header) => !isExpired(header, now) && !reachable.has(header.id) && header.putAt < unreachableBefore,
  )
  for (const header of expired) await bury(kept, header, 'expired')
  const removed: ArtifactId[] = []
  for (const { id, putAt } of unreachable) {
    // It may have been put again since the list was made.
    if ((await presentHeader(kept, tenant, id))?.putAt !== putAt) continue
    await kept.shelf.remove(tenant, id)
    removed.push(id)
  }
  return { expired: expired.map(({ id }) => id), unreachable: removed }
}

async function eraseOne(kept: Kept, tenant: TenantId, id: ArtifactId): Promise<void> {
  const text = await kept.shelf.header(tenant, id)
  const [header] = text === null ? [] : headerOf(text, tenant)
  // A header that cannot be read cannot be kept as a tombstone: everything goes.
  if (header !== undefined && header.gone === null) await bury(kept, header, 'erased')
  else if (text !== null && header === undefined) await kept.shelf.remove(tenant, id)
}
