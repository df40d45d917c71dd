import { createHash } from 'node:crypto'
import type { ManagedArtifacts } from '../schema/artifacts.ts'
import { aesSealer } from './artifacts/aes-gcm.ts'
import { keepArtifacts } from './artifacts/keep-artifacts.ts'
import { sqliteShelf } from './artifacts/sqlite-shelf.ts'
import type { FileArtifactOptions } from './file-artifacts.ts'

/** Keeps artifacts in a table of a SQLite file, sealed where there are keys. */
export function openSqliteArtifacts(
  path: string,
  { keys, ...options }: FileArtifactOptions = {},
): ManagedArtifacts & { close(): Promise<void> } {
  const { shelf, close } = sqliteShelf(path)
  const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  const sealer = keys === undefined ? undefined : aesSealer(keys)
  return { ...keepArtifacts(shelf, { sealer, digest }, options), close: async () => close() }
}
