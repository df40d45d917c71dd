/** Milliseconds of the processor, the least of a few runs: unlike the clock, it stands still while others have the processor. */
export function processorTime(run: () => void, runs = 3): number {
  return Math.min(
    ...Array.from({ length: runs }, () => {
      const before = process.cpuUsage()
      run()
      return process.cpuUsage(before).user / 1_000
    }),
  )
}

const SMALLEST_MS = 2

/** How many times as long eight times as much takes: about 8 if time grows with the size, 64 if it grows with its square. */
export function growth(size: number, prepare: (size: number) => () => void): number {
  const [few, many] = [prepare(size), prepare(8 * size)]
  few()
  return processorTime(many) / Math.max(SMALLEST_MS, processorTime(few))
}

/** Between 8 and 64, with room for noise on either side. */
export const AT_MOST_IN_PROPORTION = 24
