import { frozen } from './frozen.ts'

/**
 * Counts what a step looks at, so that tests can assert that it does not grow with the history.
 *
 * Contract: never throws; the engine behaves the same whatever it does.
 */
export interface Meter {
  touch(what: 'entries' | 'messages', count: number): void
}

/** Counts nothing. */
export const noMeter: Meter = frozen({ touch: () => undefined })
