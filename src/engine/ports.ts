import type { Policy } from '../schema/policy.ts'
import type { Clock, Dialect, Hash, Store, Tokenizer } from '../schema/ports.ts'

/** What the engine needs from outside. */
export interface EnginePorts {
  readonly store: Store
  readonly policy: Policy
  readonly tokenizer: Tokenizer
  readonly hash: Hash
  readonly clock: Clock
  /** Formats it can read and write; the first is the default. */
  readonly dialects: readonly [Dialect, ...Dialect[]]
}
