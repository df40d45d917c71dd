import type { Kysely, RawBuilder } from 'kysely'
import type { Commit } from '../../schema/commit.ts'
import type { StorePlace } from './migrate.ts'
import type { EntryTable, Tables } from './tables.ts'
import type { WordIndex } from './words.ts'

/** What one database does in its own way; everything else is the same SQL. */
export interface SqlBackend {
  readonly place: StorePlace
  readonly db: Kysely<Tables>
  /** It is only read, and older than the column that says when entries were appended. */
  readonly isUntimed?: boolean
  /** The same for the column that says what a thread has cost. */
  readonly isUncosted?: boolean
  /** The same for the numbers of requests, and for what stood around them. */
  readonly isUnnumbered?: boolean
  /** Carries out a write when its turn comes: this process may be in the middle of another one. */
  inTurn<Result>(write: () => Promise<Result>): Promise<Result>
  /**
   * Carries out a write that compares and swaps, and again if its acknowledgement never came. A write that is told that it is not the first
   * one and finds that it comes too late looks whether the first one was done.
   */
  settled<Result>(write: (isAgain: boolean) => Promise<Result>): Promise<Result>
  /** Writes a step in one transaction. False, and nothing is written, if the thread is not as long as expected. */
  append(step: Step): Promise<boolean>
  /** Writes down what was sent as the next step of its thread, and removes what is older than the latest `most`, in one transaction. */
  remember(sent: SentRow): Promise<void>
  /** The time in milliseconds, by the clock that all users of the database share. */
  now(): RawBuilder<number>
  /** When a row is written, if the database does not say so by itself. */
  readonly created: { readonly created_at?: RawBuilder<string> }
  /** What a commit has in columns of its own besides its body. */
  documents(commit: Commit): { readonly plan?: RawBuilder<string>; readonly receipt?: RawBuilder<string> }
  /** A driver's error in our words, or the error itself. */
  translate(error: unknown): unknown
  readonly words: WordIndex
  /** Makes sure that nothing erased is left in the database's files. */
  scrub(): Promise<void>
  close(): Promise<void>
}

/** What one request writes. */
export interface SentRow {
  readonly tenant: string
  readonly thread: string
  readonly at: number
  readonly head: number
  readonly body: string
  readonly most: number
  /** What it refers to, by its hash. */
  readonly parts: readonly (readonly [hash: string, body: string])[]
}

/** What one append writes. */
export interface Step {
  readonly tenant: string
  readonly thread: string
  readonly expected: number
  readonly length: number
  readonly hash: string
  /** Tokens of all rows. */
  readonly tokens: number
  readonly rows: readonly StepRow[]
}

/** A row on its way in. `total` counts from the first row of the step: what came before is the database's to add. */
export type StepRow = Omit<EntryTable, 'tenant' | 'thread' | 'total'> & { readonly total: number }

/** The columns of a row of a step, in the order that both backends bind them. */
export const STEP_COLUMNS: readonly (keyof StepRow)[] = [
  'seq',
  'message',
  'turn',
  'kind',
  'author',
  'tokens',
  'total',
  'frame',
  'bytes',
  'exact',
  'counter',
  'hash',
  'fingerprint',
  'body',
  'at',
]
