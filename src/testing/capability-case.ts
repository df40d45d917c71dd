import assert from 'node:assert/strict'
import type { Capability, StoreWith } from '../schema/capabilities.ts'
import { isCapable } from '../schema/capabilities.ts'
import type { Store } from '../schema/ports.ts'
import type { StoreCase } from './store-cases.ts'

/** A case for stores that can do more than they must. */
export interface CapabilityCase extends StoreCase {
  /** Which capabilities it takes. Without them it fails. */
  readonly needs: readonly Capability[]
}

/** A case whose store has some capabilities. */
export function needing<Name extends Capability>(
  needs: readonly Name[],
  { name, run }: { readonly name: string; run(store: StoreWith<Name>): Promise<void> },
): CapabilityCase {
  return {
    name,
    needs,
    run(store) {
      assert.ok(hasAll(store, needs), `a store with ${needs.join(' and ')}`)
      return run(store)
    },
  }
}

function hasAll<Name extends Capability>(store: Store, needs: readonly Name[]): store is StoreWith<Name> {
  return needs.every((name) => isCapable(store, name))
}
