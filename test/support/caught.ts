import { isCompactionError } from '../../src/schema/failures.ts'

/** The error that a function throws. Fails if it throws none. */
export function caught(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('expected a failure')
}

/** What a promise is rejected with. Fails if it is not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('expected a failure')
    },
    (error: unknown) => error,
  )
}

/** The failure that an error of ours carries. Fails on any other error. */
export function failureIn(error: unknown): unknown {
  if (isCompactionError(error)) return error.failure
  throw new Error('expected a CompactionError', { cause: error })
}

/** Whether one of the cases fails. Those behind it are not run: one that notices is enough. */
export async function isNoticed(cases: readonly (() => Promise<unknown>)[]): Promise<boolean> {
  for (const run of cases) {
    try {
      await run()
    } catch {
      return true
    }
  }
  return false
}
