import type { Seq } from '../schema/ids.ts'
import type { ItemKind } from '../schema/ledger.ts'
import type { Heading } from '../schema/print-profile.ts'
import type { Gap } from './quote.ts'
import type { Remark } from './read-entry.ts'

export type Section = Extract<
  Heading,
  | ('task' | 'earlier' | 'constraint' | 'request' | 'step' | 'decision' | 'fact' | 'said' | 'error' | 'outcome')
  | ('file' | 'command' | 'open' | 'state')
>

/** In this order they are printed. */
export const SECTIONS: readonly Section[] = [
  ...(['task', 'earlier', 'constraint', 'request', 'step', 'decision', 'fact', 'said'] as const),
  ...(['error', 'outcome', 'file', 'command', 'open', 'state'] as const),
]

/** A line of a section. */
export interface Line {
  readonly section: Section
  readonly seq: Seq
  readonly text: string
  /** Set if it quotes its entry: what it leaves out of it. */
  readonly gap?: Gap
  /** Where it stands in its section, if its entry does not tell. */
  readonly place?: number
  /** The sentence that it is, so that it is not said twice. */
  readonly says?: string
  /** Set if a model says it. */
  readonly isTold?: true
  /** What it says, if it is an item. */
  readonly kind?: ItemKind
  readonly isDone?: boolean
  /** Whose words it quotes. */
  readonly whose?: 'person' | 'agent'
  /** The same in cells: what, what was done to it, and anything else. */
  readonly cells?: readonly string[]
}

/** A line that stands on a page, with what it costs. */
export interface Placed extends Line {
  readonly tokens: number
  /** Set on remarks: those of one entry share a line. */
  readonly remark?: Remark
}
