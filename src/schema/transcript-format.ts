import type { Commit } from './commit.ts'
import type { MessageDraft, Transcript } from './draft.ts'
import type { Entry } from './entry.ts'
import type { Json } from './json.ts'

/** A file by its name, as far as a format has to know it. */
export interface NamedText {
  /** Relative to a folder that all files of a conversation have in common, with `/`. */
  readonly path: string
  readonly text: string
}

/** A file that may hold conversations. */
export interface TranscriptFile {
  readonly text: string
  /** What the text says as one JSON value, if it was parsed already. */
  readonly json?: Json
  /** The name of the file, without its folder. */
  readonly name?: string
  /** Files that belong to it, if its program keeps a conversation in several. */
  readonly beside?: readonly NamedText[]
}

/** How a conversation of a file belongs to another one of it. */
type FileOrigin =
  /** A sub-agent's, started by a call. */
  | { readonly kind: 'child'; readonly of: string; readonly call?: string }
  /** It begins with so many messages of the other, and goes on differently. */
  | { readonly kind: 'branch'; readonly of: string; readonly shared: number }

/** What a file says about a conversation besides its messages. */
export interface FileAbout {
  readonly title?: string
  /** The folder that its agent worked in. */
  readonly folder?: string
  readonly model?: string
  /** The first and the last time that it names, in milliseconds since 1970. */
  readonly began?: number
  readonly ended?: number
  /** How often its own program has compacted it. */
  readonly compactions?: number
}

/** One conversation of a file: everything that was said, also what its own program no longer shows its model. */
export interface FileTranscript extends Transcript {
  /** The name that the file has for it; absent if it has none. */
  readonly thread?: string
  /** What its own program showed its model in the end; absent if that is everything. */
  readonly seen?: readonly MessageDraft[]
  readonly origin?: FileOrigin
  readonly about?: FileAbout
}

/** A line or a row that could not be read, and was left out. */
export interface FileFault {
  /** Counted from 1. */
  readonly line: number
  readonly detail: string
  /** Which of several files, if it is not the file itself. */
  readonly path?: string
}

/** What was read from a file: the conversation itself first, then what belongs to it. */
export interface FileReading {
  readonly transcripts: readonly FileTranscript[]
  readonly faults: readonly FileFault[]
}

/** What the model is to see of a conversation from now on, in messages of the format's own dialect. */
export interface FileView {
  /** A summary of what is no longer shown, and in front of which message it stands; `null` if nothing was summarized. */
  readonly summary: { readonly text: string; readonly at: number } | null
  readonly messages: readonly Json[]
  readonly tokens: { readonly before: number; readonly after: number }
}

/** A thread of ours that is to become a file. */
export interface FileLog {
  readonly id: string
  /** When it is written, in milliseconds since 1970. */
  readonly at: number
  readonly entries: readonly Entry[]
  readonly commits: readonly Commit[]
  readonly about?: FileAbout
  /** Everything that was said, in messages of the format's dialect; needed if entries came in another. */
  readonly history?: readonly Json[]
  /** The file of this format that the entries were read from: what it says is written as it was, and more is only appended. */
  readonly original?: string
  /** Written as a compaction at the end; without it, that of the latest commit is, where the format can say it. */
  readonly view?: FileView
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
  /** The dialect of the messages that a view of it is written in; absent if it writes no views. */
  readonly dialect?: string
  write?(log: FileLog): string
}
