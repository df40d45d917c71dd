import { CompactionError, isFailure } from '../schema/failures.ts'

/** What `read` gives. What it cannot read is named by its place in a list that `count` more messages stand in front of. */
export function placedBehind<Value>(count: number, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw laterPlace(error, count)
  }
}

/** The same error, about a place that is so much further back: `messages[0].role` behind 7 messages is `messages[7].role`. */
export function laterPlace(error: unknown, count: number): unknown {
  if (count === 0 || !isFailure(error, 'input-invalid')) return error
  const { failure } = error
  const at = failure.at.replace(/^([a-z]+)\[(\d+)\]/, (_, list: string, index: string) => `${list}[${Number(index) + count}]`)
  return new CompactionError<'input-invalid'>({ ...failure, at })
}
