import type { ManagedArtifacts } from '../schema/artifacts.ts'
import { type ArtifactOptions, keepArtifacts } from './artifacts/keep-artifacts.ts'
import { memoryShelf } from './artifacts/memory-shelf.ts'
import { sha256OfBytes } from './sha256.ts'

/** Keeps artifacts in this process. For tests, and for agents that do not outlive it. */
export function memoryArtifacts(options: ArtifactOptions = {}): ManagedArtifacts {
  return keepArtifacts(memoryShelf(), { sealer: undefined, digest: sha256OfBytes }, options)
}
