import type { Operation, Timing } from './contestant.ts'
import type { SessionKind } from './sessions.ts'
import type { TextKind } from './texts.ts'

/** Everything a run found, as it is written with `--json`. */
export interface Report {
  readonly machine: Machine
  readonly sizes: readonly number[]
  /** After how many seconds a single run is stopped. */
  readonly limit: number
  readonly contestants: readonly { readonly name: string; readonly about: string }[]
  readonly rows: readonly Row[]
  readonly tokenizers: Tokenizers | null
  readonly agent: AgentLife | null
  readonly memory: { readonly messages: number; readonly uses: readonly MemoryUse[] } | null
}

/** Memory of a process of its own, in MiB: its resident set when it begins, and the largest; and what we want of either. */
export interface MemoryUse {
  readonly what: string
  readonly start: number
  readonly peak: number
  readonly most?: number
  readonly mostOver?: number
}

/** Milliseconds that an agent waits for us at a step, besides its model. */
export interface AgentLife {
  readonly steps: number
  /** Of steps without a compaction: of half of them, and of all but one in a hundred, at most. */
  readonly median: number
  readonly slow: number
  readonly compactions: number
  /** The slowest compaction. */
  readonly slowest: number
}

export interface Machine {
  readonly node: string
  readonly cpu: string
  readonly cores: number
  /** Processes that wanted to run when the measuring began, a minute's mean. More than there are cores means noise. */
  readonly load: number
}

/** One operation on one session, by each contestant. */
export interface Row {
  readonly operation: Operation
  readonly session: SessionKind
  readonly messages: number
  readonly tokens: number
  /** By name; missing if a contestant does not offer it. */
  readonly times: Readonly<Record<string, Timing>>
}

export interface Tokenizers {
  readonly texts: readonly TextSpeed[]
  readonly runs: readonly RunTime[]
}

/** How fast text is counted that neither has seen: milliseconds for so many characters. */
export interface TextSpeed {
  readonly kind: TextKind
  readonly characters: number
  readonly ours: number
  readonly library: number
}

/** How long a run of one letter takes. */
export interface RunTime {
  readonly characters: number
  readonly ours: number
  /** `null` if it would take too long. */
  readonly library: number | null
}
