import { itemAt } from '../schema/at.ts'

/**
 * Positions of a longest run of rising numbers, in order, not necessarily side by side: what kept its order when some of it was moved.
 * Of runs of one length, one with numbers as large as can be: what a client has lately said is near the end of the log.
 *
 *     3 4 9 5 6  →  positions 0 1 3 4 (the 9 was moved)
 *     8 2        →  position 0
 */
export function longestRising(numbers: readonly number[]): readonly number[] {
  /** `starts[n]` is the position of the largest number that starts a rising run of length `n + 1`, seen from the end. */
  const starts: number[] = []
  const after: (number | undefined)[] = new Array(numbers.length)
  for (let position = numbers.length - 1; position >= 0; position -= 1) {
    const length = firstNotAbove(starts, numbers, itemAt(numbers, position))
    after[position] = length === 0 ? undefined : starts[length - 1]
    starts[length] = position
  }
  const run: number[] = []
  for (let at = starts.at(-1); at !== undefined; at = after[at]) run.push(at)
  return run
}

function firstNotAbove(starts: readonly number[], numbers: readonly number[], number: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (itemAt(numbers, itemAt(starts, middle)) > number) low = middle + 1
    else high = middle
  }
  return low
}
