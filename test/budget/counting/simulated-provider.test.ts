import { describe, expect, it } from 'vitest'
import { type Calibration, coldCalibration, factorFor, observe, scaleCount } from '../../../src/budget/calibrate.ts'
import { estimateText } from '../../../src/budget/estimate-text.ts'
import { MESSAGE_TOKENS } from '../../../src/budget/measure.ts'
import { bpeTokenizer } from '../../../src/tokenizers/bpe.ts'
import { cl100kTokenizer } from '../../../src/tokenizers/cl100k.ts'
import { CODE, DATA, dice, PROSE } from './corpora.ts'

/** Messages as an agent's session has them, with three counts: exact, estimated, and that of the provider's other tokenizer. */
const messages = [...PROSE, ...CODE, ...DATA]
  .filter((one) => !['Chinese', 'Japanese', 'Korean', 'Arabic', 'emoji'].includes(one.name))
  .flatMap(({ text }) => text.match(/.{1,700}/gs) ?? [])
  .map((text) => ({ exact: bpeTokenizer().count(text), estimated: estimateText(text), theirs: cl100kTokenizer().count(text) }))

interface Provider {
  /** What it makes of a tokenizer we do not have, of every message, and by how much it varies. */
  readonly scale: number
  readonly frame: number
  readonly noise: number
}

interface Step {
  readonly counted: number
  readonly reported: number
  readonly error: number
  /** The report was within what was kept free. */
  readonly covered: boolean
}

const USUAL: Provider = { scale: 1.17, frame: 5, noise: 0.02 }

/** A session of growing requests against a provider, every answer reporting its usage. */
function session(options: {
  readonly seed: number
  readonly provider: (step: number) => Provider
  readonly count?: 'exact' | 'estimated'
  /** Turns a true count into what is reported. */
  readonly report?: (count: number, roll: (below: number) => number) => number
}): readonly Step[] {
  const roll = dice(options.seed)
  const count = options.count ?? 'exact'
  let learned: Calibration = coldCalibration('o200k_base')
  let ours = 0
  let theirs = 0
  let sent = 0
  return Array.from({ length: 40 }, (_, step) => {
    for (let added = 4 + roll(8); added > 0; added -= 1) {
      const message = messages[roll(messages.length)] as (typeof messages)[number]
      ours += message[count] + MESSAGE_TOKENS
      theirs += message.theirs
      sent += 1
    }
    const { scale, frame, noise } = options.provider(step)
    const truth = Math.round((theirs * scale + frame * sent) * (1 - noise + (2 * noise * roll(1_000)) / 1_000))
    const { expected, most } = scaleCount(ours, factorFor(learned, 'other'))
    const reported = options.report?.(truth, roll) ?? truth
    learned = observe(learned, { family: 'other', estimated: ours, reported, afterCommit: true })
    return { counted: ours, reported: truth, error: Math.abs(expected - truth) / truth, covered: truth <= most }
  })
}

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed)
const p95 = (steps: readonly Step[]): number =>
  steps.map((step) => step.error).toSorted((a, b) => a - b)[Math.floor(steps.length * 0.95)] ?? 1
const share = (steps: readonly Step[], is: (step: Step) => boolean): number => steps.filter(is).length / steps.length

describe('a provider with another tokenizer', () => {
  it('F11 · is off by far at first: there is something to learn', () => {
    const first = SEEDS.map((seed) => session({ seed, provider: () => USUAL })[0] as Step)
    expect(p95(first)).toBeGreaterThan(0.12)
  })

  it('F11 · after five reports the error is at most 5 % in 95 of 100 requests', () => {
    expect(p95(SEEDS.flatMap((seed) => session({ seed, provider: () => USUAL }).slice(5)))).toBeLessThanOrEqual(0.05)
  })

  it('F11 · the same holds when we only estimate', () => {
    expect(
      p95(SEEDS.flatMap((seed) => session({ seed, provider: () => USUAL, count: 'estimated' }).slice(5))),
    ).toBeLessThanOrEqual(0.05)
  })

  it.each([0.9, 1.05, 1.35, 1.6])('F11 · the same holds for a provider that counts %d times as much', (scale) => {
    const provider = { ...USUAL, scale }
    expect(p95(SEEDS.flatMap((seed) => session({ seed, provider: () => provider }).slice(5)))).toBeLessThanOrEqual(0.05)
  })

  it('F11 · the same holds when every tenth report leaves out what was cached', () => {
    const report = (count: number, roll: (below: number) => number): number => (roll(10) === 0 ? Math.round(count * 0.4) : count)
    expect(p95(SEEDS.flatMap((seed) => session({ seed, provider: () => USUAL, report }).slice(5)))).toBeLessThanOrEqual(0.05)
  })

  it('F11 · what is kept free covers 99 of 100 requests', () => {
    const steps = SEEDS.flatMap((seed) => session({ seed, provider: () => USUAL }).slice(5))
    expect(share(steps, (step) => step.covered)).toBeGreaterThanOrEqual(0.99)
  })

  it('F11 · one that changes is followed: the first request is off, the next are covered, five later the error is small again', () => {
    const changed = SEEDS.map((seed) =>
      session({ seed, provider: (step) => (step < 20 ? USUAL : { ...USUAL, scale: 1.17 * 1.25 }) }),
    )
    const at = (step: number): readonly Step[] => changed.map((steps) => steps[step] as Step)
    expect(share(at(20), (step) => step.covered)).toBeLessThan(0.1)
    expect(share(at(21), (step) => step.covered)).toBeGreaterThan(0.8)
    expect(share(at(23), (step) => step.covered)).toBeGreaterThan(0.95)
    expect(Math.max(...changed.flat().map((step) => step.error))).toBeLessThan(0.3)
    expect(p95(changed.flatMap((steps) => steps.slice(25)))).toBeLessThanOrEqual(0.05)
  })
})
