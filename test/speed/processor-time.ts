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

/** What the yardstick takes on the machine for which limits in milliseconds are meant. */
const USUAL_MS = 36

/** How many times slower this machine is now than that one; 1 if it is not slower. Limits in milliseconds are for a machine at its usual pace. */
export function slowness(): number {
  const yardstick = (): void => {
    let state = 1
    const numbers = Array.from({ length: 200_000 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return state
    })
    numbers.sort((one, other) => one - other)
  }
  return Math.max(1, processorTime(yardstick, 7) / USUAL_MS)
}
