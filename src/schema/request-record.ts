import type { CommitId } from './ids.ts'

/** What was sent: enough to tell, later, exactly what the model saw at a step. */
export interface RequestRecord {
  readonly commit: CommitId | null
  readonly head: number
  readonly dialect: string
  /** Hashes of what stood around the messages. Each part is kept once, however many requests have it. */
  readonly system: string
  readonly tools: string
  /** Absent in records from before requests could be put together again. */
  readonly around?: string
  readonly renderer: string
  /** A hash of all that the request's bytes are made of: what stands around, and the messages one after another. */
  readonly bytes: string
  /** How many messages, from the front, cannot change before the next commit. */
  readonly stable: number
}

/** A request record on its way into a store: with when, for which model, and how large it was. */
export interface SentRequest extends RequestRecord {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly model: string
  /** By our count. */
  readonly tokens: number
}

/** A request record as a store gives it back. */
export interface KeptRequest extends SentRequest {
  /** Which request of its thread it was: 1, 2, 3, … */
  readonly step: number
}

/** What stands around the messages of requests, as JSON, by its hash. */
export type RequestParts = Readonly<Record<string, string>>

/** The parts that a record refers to. */
export function partsNamed({ system, tools, around }: RequestRecord): readonly string[] {
  return around === undefined ? [] : [system, tools, around]
}
