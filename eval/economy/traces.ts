/** One call of an agent: what came before it, and what it answered. */
export interface TraceStep {
  /** Tokens of the result or the message before the call. */
  readonly input: number
  readonly output: number
  /** A person wrote before this call. */
  readonly isPerson: boolean
  /** A number from 0 to 1: below the sheet's share of cold waits, the cache was cold. Steps that no person began never are. */
  readonly wait: number
}

/** Results: mean 1,200 tokens with a heavy tail, at most 25,000. Answers: mean 450. */
const RESULT = { mean: 1_200, sigma: 1.6, most: 25_000 } as const
const OUTPUT = { mean: 450, sigma: 1, most: 8_000 } as const
const PERSON = { share: 0.11, mean: 300, sigma: 1, most: 5_000 } as const

/** A session of an agent in sizes alone, as published statistics of real ones have them. The same seed gives the same session. */
export function makeTrace(seed: number, steps: number): readonly TraceStep[] {
  const random = randomFrom(seed)
  return Array.from({ length: steps }, () => {
    const isPerson = random() < PERSON.share
    const input = isPerson ? lognormal(random, PERSON) : lognormal(random, RESULT)
    return { input, output: lognormal(random, OUTPUT), isPerson, wait: isPerson ? random() : 1 }
  })
}

interface Shape {
  readonly mean: number
  readonly sigma: number
  readonly most: number
}

export function lognormal(random: () => number, { mean, sigma, most }: Shape): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(1, Math.min(most, Math.round(mean * Math.exp(sigma * normal - sigma ** 2 / 2))))
}

/** Numbers from 0 to 1 that look random (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
