import type { Determinism, Outcome } from '../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../schema/json.ts'

/** What was seen of a result while its tool was at work: when it began and ended, how, and how its source was then (C7, C9). */
interface Captured {
  readonly startedAt?: number
  readonly endedAt?: number
  readonly outcome?: Outcome
  readonly determinism?: Determinism
}

/** Reads what an integration has noted on a result, in a place where no provider looks. */
export function readCaptured(note: Json | undefined): Captured {
  if (!isJsonObject(note)) return {}
  const { startedAt, endedAt, determinism } = note
  const outcome = OUTCOMES.find((known) => known === stringField(note, 'outcome'))
  return {
    ...(typeof startedAt === 'number' ? { startedAt } : {}),
    ...(typeof endedAt === 'number' ? { endedAt } : {}),
    ...(outcome === undefined ? {} : { outcome }),
    ...(isJsonObject(determinism) ? { determinism: determinismIn(determinism) } : {}),
  }
}

const OUTCOMES: readonly Outcome[] = ['success', 'failure', 'partial']

function determinismIn({ contentHash, etag, mtime, version }: JsonObject): Determinism {
  return {
    ...(typeof contentHash === 'string' ? { contentHash } : {}),
    ...(typeof etag === 'string' ? { etag } : {}),
    ...(typeof mtime === 'number' ? { mtime } : {}),
    ...(typeof version === 'string' ? { version } : {}),
  }
}
