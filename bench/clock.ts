/** Milliseconds for which this thread had a processor. Told in steps of a millisecond or so; other programs do not show in it. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The middle one, or the upper of two. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
