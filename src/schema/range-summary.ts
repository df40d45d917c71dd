import type { Seq } from './ids.ts'

/** A summary as an entry of a timeline (E8): what it covers, and a digest of what is behind it. */
export interface RangeSummary {
  readonly type: 'conv.range.summary'
  /** `su:<turn>.conv.range.summary`, the turn being the last one covered. */
  readonly path: string
  readonly text: string
  readonly coveredTurns: readonly number[]
  /** The turn that is covered only in part. */
  readonly splitTurn?: number
  readonly digest: RangeDigest
}

/** A digest of what was compacted, for later lookups (E9). */
export interface RangeDigest {
  readonly artifacts: readonly ProducedArtifact[]
  readonly toolOutputs: readonly ToolOutputs[]
  readonly searches: readonly SearchHits[]
  readonly hidden: readonly HiddenEntry[]
}

/** A file that the agent made or changed. */
export interface ProducedArtifact {
  readonly path: string
  readonly mime: string
  /** Whether the agent spoke of it. */
  readonly visibility: 'mentioned' | 'internal'
  /** Files read before it was made. */
  readonly sources: readonly string[]
  readonly entry: Seq
}

export interface ToolOutputs {
  readonly tool: string
  readonly entries: readonly Seq[]
  readonly failures: number
}

export interface SearchHits {
  readonly tool: string
  readonly query: string
  readonly paths: readonly string[]
  readonly entry: Seq
}

/** An entry that is not shown as it is, and what is shown instead. */
export interface HiddenEntry {
  readonly entry: Seq
  readonly replacement: string
}
