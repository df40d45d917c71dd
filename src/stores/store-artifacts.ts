import { createHash } from 'node:crypto'
import type { ArtifactShelf, ManagedArtifacts } from '../schema/artifacts.ts'
import { aesSealer } from './artifacts/aes-gcm.ts'
import { keepArtifacts } from './artifacts/keep-artifacts.ts'
import type { FileArtifactOptions } from './file-artifacts.ts'

/**
 * Keeps artifacts in the database of a store, sealed if there are keys: one file or one server holds everything of an agent.
 *
 * @example
 * const store = await openPostgresStore('postgres://agent@db/agents')
 * const compactor = createCompactor({ store, artifacts: storeArtifacts(store, { keys }) })
 */
export function storeArtifacts(
  { shelf }: { readonly shelf: ArtifactShelf },
  { keys, ...options }: FileArtifactOptions = {},
): ManagedArtifacts {
  const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  const sealer = keys === undefined ? undefined : aesSealer(keys)
  return keepArtifacts(shelf, { sealer, digest }, options)
}
