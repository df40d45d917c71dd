/** A time as stores keep it. A clock of the host's may give parts of a millisecond, or none at all. */
export function wholeTime(now: number): number | undefined {
  const whole = Math.trunc(now)
  return Number.isSafeInteger(whole) ? whole : undefined
}

/** The same where a time must stand: the beginning of time says that nobody knew. */
export function timeOrNone(now: number): number {
  return wholeTime(now) ?? 0
}

/** A clock of the host's, read as a number. One that gives something else, or throws, gives no time: no thread stops for that. */
export function soundClock(clock: () => unknown): () => number {
  return () => {
    try {
      const now = clock()
      return typeof now === 'number' ? now : Number.NaN
    } catch {
      return Number.NaN
    }
  }
}
