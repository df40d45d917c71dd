import { CompactionError } from '../../schema/failures.ts'

/** What drivers say of a connection that somebody has closed; none of them has a code for it. */
const WORDS = /driver has already been destroyed|after calling end on the pool|database is not open/

export function isClosed(error: unknown): boolean {
  return error instanceof Error && WORDS.test(error.message)
}

export function closed(error: unknown, at: string): CompactionError<'store-unusable'> {
  const failure = {
    at,
    expected: 'an open store',
    found: 'one that was closed',
    advice: 'Close it after the last call, or open it again.',
  }
  return new CompactionError<'store-unusable'>({ code: 'store-unusable', ...failure }, { cause: error })
}
