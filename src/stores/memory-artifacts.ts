import type { Artifact, ArtifactStore } from '../schema/ports.ts'

/** Keeps artifacts in this process. For tests, and for agents that do not outlive it. */
export function memoryArtifacts(): ArtifactStore {
  const kept = new Map<string, Artifact>()
  return {
    async put({ tenant }, artifact) {
      kept.set(JSON.stringify([tenant, artifact.id]), artifact)
    },
    async get({ tenant }, id) {
      return kept.get(JSON.stringify([tenant, id])) ?? null
    },
  }
}
