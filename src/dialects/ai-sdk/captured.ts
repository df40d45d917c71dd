import type { Determinism, Outcome } from '../../schema/entry.ts'
import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'
import { optionsOf } from './provider-options.ts'

/** What was seen of a result while its tool was at work: when it began and ended, how, and how its source was then (C7, C9). */
interface Captured {
  readonly startedAt?: number
  readonly endedAt?: number
  readonly outcome?: Outcome
  readonly determinism?: Determinism
}

/** Reads what an integration has noted on a result, among the options of its part: no provider looks there. */
export function capturedIn(part: JsonObject): Captured {
  const options = optionsOf(part)
  const own = options !== undefined && Object.hasOwn(options, 'palimpsest') ? options['palimpsest'] : undefined
  if (!isJsonObject(own)) return {}
  const { startedAt, endedAt, determinism } = own
  const outcome = OUTCOMES.find((known) => known === stringField(own, 'outcome'))
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
