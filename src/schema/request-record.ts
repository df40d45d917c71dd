import type { CommitId } from './ids.ts'

/** What was sent: enough to tell, later, exactly what the model saw at a step. */
export interface RequestRecord {
  readonly commit: CommitId | null
  readonly head: number
  readonly dialect: string
  readonly system: string
  readonly tools: string
  readonly renderer: string
  /** Hash of the request's bytes. */
  readonly bytes: string
  /** How many messages, from the front, cannot change before the next commit. */
  readonly stable: number
}

/** A request record as a store keeps it: with when, for which model, and how large it was. */
export interface SentRequest extends RequestRecord {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly model: string
  /** By our count. */
  readonly tokens: number
}
