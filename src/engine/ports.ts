import type { Policy } from '../schema/policy.ts'
import type { Clock, Dialect, Hash, Store, Tokenizer } from '../schema/ports.ts'

/** What the engine needs from outside. */
export interface EnginePorts {
  readonly store: Store
  readonly policy: Policy
  readonly tokenizer: Tokenizer
  readonly hash: Hash
  readonly clock: Clock
  readonly meter: Meter
  /** Formats it can read and write; the first is the default. */
  readonly dialects: readonly [Dialect, ...Dialect[]]
}

/**
 * Counts what a step looks at, so that tests can assert that it does not grow with the history.
 *
 * Contract: never throws; the engine behaves the same whatever it does.
 */
export interface Meter {
  touch(what: 'entries' | 'messages', count: number): void
}

/** Counts nothing. */
export const noMeter: Meter = { touch: () => undefined }
