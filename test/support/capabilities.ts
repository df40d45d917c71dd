import type { Capability } from '../../src/schema/capabilities.ts'
import { isCapable } from '../../src/schema/capabilities.ts'
import type { Store } from '../../src/schema/ports.ts'

const CAPABILITIES: readonly Capability[] = [
  'rows',
  'secrets',
  'leases',
  'session',
  'erase',
  'threads',
  'links',
  'learned',
  'costs',
  'requests',
  'summaries',
  'search',
]

/** What a store can do. */
export function capabilitiesOf(store: Store): readonly string[] {
  return CAPABILITIES.filter((name) => isCapable(store, name))
}
