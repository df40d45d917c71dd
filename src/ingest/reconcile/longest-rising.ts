/**
 * Positions of a longest run of rising numbers, in order, not necessarily side by side: what kept its order when some of it was moved.
 *
 *     3 4 9 5 6  →  positions 0 1 3 4 (the 9 was moved)
 */
export function longestRising(numbers: readonly number[]): readonly number[] {
  /** `ends[n]` is the position of the smallest number that ends a rising run of length `n + 1`. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [position, number] of numbers.entries()) {
    const length = firstNotBelow(ends, numbers, number)
    before.push(length === 0 ? undefined : ends[length - 1])
    ends[length] = position
  }
  const run: number[] = []
  for (let at = ends.at(-1); at !== undefined; at = before[at]) run.push(at)
  return run.reverse()
}

function firstNotBelow(ends: readonly number[], numbers: readonly number[], number: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[ends[middle] as number] as number) < number) low = middle + 1
    else high = middle
  }
  return low
}
