import type { DialectName } from '../../dialects/names.ts'
import type { FormatName, SessionOutput } from '../../formats/names.ts'
import type { ModelTable } from '../../schema/model-limits.ts'
import type { Policy } from '../../schema/policy.ts'

/** What can be read. */
export type Format = 'auto' | DialectName | FormatName
/** What can be written: a request, or a session with the compaction in it. */
export type Target = 'auto' | DialectName | SessionOutput

/** A transcript and the request it is for, as asked for on the command line and already checked for form. */
export interface RequestSettings {
  /** A path, or `-` for standard input; with `store` the name of a thread. */
  readonly file: string
  /** Where the thread is; absent if the transcript is a file. */
  readonly store?: string
  readonly tenant?: string
  /** What the names of the store's tables begin with, and their schema. */
  readonly prefix?: string
  readonly schema?: string
  readonly from: Format
  readonly to: Target
  /** Which conversation of a file, and whether only what its program still showed its model. */
  readonly conversation?: string
  readonly visible?: true
  readonly model?: string
  readonly window?: number
  readonly reserve?: number
  /** A user's own numbers about models. */
  readonly models?: ModelTable
}

export interface CompactSettings extends RequestSettings {
  /** Without one, the usual policy fills the whole budget. */
  readonly preset?: Policy
  readonly pin: readonly string[]
  /** What the summary should look out for. */
  readonly instructions?: string
  readonly json?: true
  readonly out?: string
}

export interface ExplainSettings extends RequestSettings {
  readonly preset: Policy
  readonly json?: true
}

export interface ReplaySettings extends RequestSettings {
  readonly presets: readonly Policy[]
  readonly json?: true
}
