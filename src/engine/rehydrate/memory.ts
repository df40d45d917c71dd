import type { RehydrationReason } from '../../schema/rehydration.ts'

/** Something that was put away, as it stands at the end of a request. */
export interface Brought {
  /** A handle, or the id of an artifact. */
  readonly what: string
  readonly why: RehydrationReason
  readonly text: string
  readonly tokens: number
}

/** What came back into requests of a thread, in this process. */
export interface RehydrationMemory {
  /** The turn that the next fields are about. */
  turn: number
  /** How many came back in it by themselves. */
  count: number
  /** What is shown, and for how many entries of the log that was decided: the same request comes out again if nothing is appended. */
  shown: readonly Shown[]
  head: number
  /** When each came back last, by turn. */
  readonly last: Map<string, number>
}

export interface Shown extends Brought {
  /** In how many requests it stood. */
  readonly steps: number
}

export function rehydrationMemory(): RehydrationMemory {
  return { turn: -1, count: 0, shown: [], head: -1, last: new Map() }
}
