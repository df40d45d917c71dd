import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { ManagedArtifacts } from '../schema/artifacts.ts'
import { type ArtifactOptions, keepArtifacts } from './artifacts/keep-artifacts.ts'
import { memoryShelf } from './artifacts/memory-shelf.ts'

/** Keeps artifacts in this process. For tests, and for agents that do not outlive it. */
export function memoryArtifacts(options: ArtifactOptions = {}): ManagedArtifacts {
  return keepArtifacts(memoryShelf(), { sealer: undefined, digest: (bytes) => bytesToHex(sha256(bytes)) }, options)
}
