import type { CompactorOptions } from '../../index.ts'
import type { ArtifactShelf } from '../../schema/artifacts.ts'
import type { Store } from '../../schema/ports.ts'
import { storeArtifacts } from '../../stores/store-artifacts.ts'

/** What is put away must outlive the program: it goes into the store's database, or nothing is put away. */
export function shelved(store: Store & { readonly shelf?: ArtifactShelf }): Pick<CompactorOptions, 'artifacts'> {
  return { artifacts: store.shelf === undefined ? null : storeArtifacts({ shelf: store.shelf }) }
}
