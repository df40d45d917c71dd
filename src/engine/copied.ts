import { CompactionError, isCompactionError } from '../schema/failures.ts'
import { withoutForeign } from '../schema/foreign-values.ts'
import { foundIn } from '../schema/found-in.ts'
import type { Json } from '../schema/json.ts'
import { MOST_LEVELS } from '../schema/json-depth.ts'
import { plainCopy } from './plain-copy.ts'

/** A caller's messages, copied at once as JSON: what it does to them later must not change the log. */
export function copied(messages: readonly unknown[]): readonly Json[] {
  const copy = copyOf(messages)
  if (Array.isArray(copy)) return copy
  if (isMessage(copy)) return refuse('one message: put it into a list')
  return refuse(copy === null ? 'nothing' : typeof copy === 'string' ? 'a string' : foundIn(copy))
}

function isMessage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'role' in value
}

function copyOf(value: unknown): Json {
  try {
    const plain = plainCopy(value, MOST_LEVELS)
    if (plain !== undefined) return plain
    return JSON.parse(JSON.stringify(withoutForeign(value)) ?? 'null')
  } catch (error) {
    // Whatever runs out of stack here would do so later.
    if (error instanceof RangeError) return refuse(`values more than ${MOST_LEVELS} levels deep`)
    if (isCompactionError(error)) throw error
    return refuse(`what is no JSON: ${error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error)}`)
  }
}

function refuse(found: string): never {
  throw new CompactionError<'input-invalid'>({
    code: 'input-invalid',
    at: 'messages',
    expected: 'an array of JSON messages',
    found,
  })
}
