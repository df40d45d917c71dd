const UNITS = [
  { ms: 86_400_000, letter: 'd' },
  { ms: 3_600_000, letter: 'h' },
  { ms: 60_000, letter: 'min' },
] as const

/** How long ago something was, in one unit: `3 h`. */
export function age(ms: number): string {
  const unit = UNITS.find((each) => ms >= each.ms)
  return unit === undefined ? 'now' : `${Math.floor(ms / unit.ms)} ${unit.letter}`
}
