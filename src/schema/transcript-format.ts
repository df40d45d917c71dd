import type { Commit } from './commit.ts'
import type { Transcript } from './draft.ts'
import type { Entry } from './entry.ts'
import type { Json } from './json.ts'

/** A file that may hold conversations. */
export interface TranscriptFile {
  readonly text: string
  /** What the text says as one JSON value, if it was parsed already. */
  readonly json?: Json
}

/** One conversation of a file. */
export interface FileTranscript extends Transcript {
  /** The name that the file has for it; absent if it has none. */
  readonly thread?: string
}

/** A line or a row that could not be read, and was left out. */
export interface FileFault {
  /** Counted from 1. */
  readonly line: number
  readonly detail: string
}

/** What was read from a file. */
export interface FileReading {
  readonly transcripts: readonly FileTranscript[]
  readonly faults: readonly FileFault[]
}

/** A thread of ours that is to become a file. */
export interface FileLog {
  readonly id: string
  /** When it is written, in milliseconds since 1970. */
  readonly at: number
  readonly entries: readonly Entry[]
  readonly commits: readonly Commit[]
}

/**
 * One format of files that programs keep conversations in.
 *
 * Contract: pure. `read` leaves out what it cannot read and names it; it throws `input-invalid` for a file that is not of this format.
 * `write`, if there is one, gives a file that `read` takes.
 */
export interface TranscriptFormat {
  readonly name: string
  /** How sure the format is that a file is its own: 0 (no) to 1 (a mark that no other format has). Looks no further than it must. */
  recognise(file: TranscriptFile): number
  read(file: TranscriptFile): FileReading
  write?(log: FileLog): string
}
