import type { ManagedArtifacts } from '../schema/artifacts.ts'
import type { ArtifactOptions } from './artifacts/keep-artifacts.ts'
import { memoryShelf } from './artifacts/memory-shelf.ts'
import { sha256OfBytes } from './sha256.ts'

/** Keeps artifacts in this process. For tests, and for agents that do not outlive it. How they are kept is loaded by the first call: many conversations put nothing away. */
export function memoryArtifacts(options: ArtifactOptions = {}): ManagedArtifacts {
  const shelf = memoryShelf()
  let made: ManagedArtifacts | undefined
  const kept = async (): Promise<ManagedArtifacts> => {
    const { keepArtifacts } = await import('./artifacts/keep-artifacts.ts')
    made ??= keepArtifacts(shelf, { sealer: undefined, digest: sha256OfBytes }, options)
    return made
  }
  return {
    put: async (...given) => (await kept()).put(...given),
    get: async (...given) => (await kept()).get(...given),
    metadata: async (...given) => (await kept()).metadata(...given),
    retrieve: async (...given) => (await kept()).retrieve(...given),
    look: async (...given) => (await kept()).look(...given),
    list: async (...given) => (await kept()).list(...given),
    sweep: async (...given) => (await kept()).sweep(...given),
    erase: async (...given) => (await kept()).erase(...given),
    eraseThread: async (...given) => (await kept()).eraseThread(...given),
    eraseTenant: async (...given) => (await kept()).eraseTenant(...given),
  }
}
