/** A time as stores keep it. A clock of the host's may give parts of a millisecond, or none at all. */
export function wholeTime(now: number): number | undefined {
  const whole = Math.trunc(now)
  return Number.isSafeInteger(whole) ? whole : undefined
}

/** The same where a time must stand: the beginning of time says that nobody knew. */
export function timeOrNone(now: number): number {
  return wholeTime(now) ?? 0
}
