import { createHash } from 'node:crypto'
import type { KeyProvider, ManagedArtifacts } from '../schema/artifacts.ts'
import { aesSealer } from './artifacts/aes-gcm.ts'
import { folderShelf } from './artifacts/folder-shelf.ts'
import { type ArtifactOptions, keepArtifacts } from './artifacts/keep-artifacts.ts'
import { checkPath } from './safe-files.ts'

export interface FileArtifactOptions extends ArtifactOptions {
  /** Where data keys come from. Without it, content lies in the folder as it is. */
  readonly keys?: KeyProvider
}

/**
 * Keeps artifacts in a folder, sealed if there are keys. Folders and files are made when something is put.
 *
 * @example
 * const artifacts = openFileArtifacts('artifacts', { keys: openFileKeys('keys', masterKey) })
 * const compactor = createCompactor({ artifacts })
 */
export function openFileArtifacts(folder: string, { keys, ...options }: FileArtifactOptions = {}): ManagedArtifacts {
  checkPath(folder, 'artifacts')
  const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  return keepArtifacts(folderShelf(folder), { sealer: keys === undefined ? undefined : aesSealer(keys), digest }, options)
}
