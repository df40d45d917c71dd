import type { Gauge, Landing, Reading } from '../schema/trigger.ts'

/**
 * Whether a trigger may fire again after a compaction. This is what keeps a request that hovers around the trigger from being
 * compacted at every step.
 *
 *     limit    ────────────────────────────  over it and grown: always armed (L3)
 *     half way ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─   landed above release: armed from here
 *     landed   ●
 *     release  ────────────────────────────  landed below: armed as soon as it has grown; the trigger itself does the rest
 *
 * A compaction that could not come down to its release mark would fail again a message later, so what is left up to the limit is halved
 * first: between release and limit at most log2 of them are made. What a compaction itself wrote does not count as growth (A30). A limit
 * that became smaller, by another model or by what was learned, arms at once.
 */
export function isArmed(landing: Landing | undefined, reading: Reading): boolean {
  if (landing === undefined || reading.forced !== undefined) return true
  const gauges = gaugesOf(landing, reading)
  if (gauges.some(({ gauge, limit }) => limit < gauge.limit)) return true
  if (!gauges.some(({ gauge, now }) => now > gauge.landed)) return false
  if (gauges.some(({ now, limit }) => now > limit)) return true
  return gauges.every(({ gauge, now }) => gauge.landed <= gauge.release || now >= halfWay(gauge))
}

interface Measured {
  readonly gauge: Gauge
  readonly now: number
  readonly limit: number
}

function gaugesOf(landing: Landing, reading: Reading): readonly Measured[] {
  const tokens = { gauge: landing.tokens, now: reading.tokens, limit: reading.window - reading.reserve }
  if (landing.bytes === undefined) return [tokens]
  return [tokens, { gauge: landing.bytes, now: reading.bytes, limit: reading.byteLimit ?? landing.bytes.limit }]
}

function halfWay({ landed, limit }: Gauge): number {
  return landed + Math.ceil((limit - landed) / 2)
}
