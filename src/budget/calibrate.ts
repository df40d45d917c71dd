import type { Factor } from '../schema/budget.ts'
import { isNameless } from './learned-limits.ts'
import { plainName } from './model-names.ts'

/**
 * How a provider's counts relate to ours, learned from what it reports. Plain JSON: it is an input of planning, and every commit
 * records the one it was made with.
 */
export interface Calibration {
  /** Name of the tokenizer our counts come from. What was learned about one says nothing about another. */
  readonly base: string
  /** For each family (and address, if it is not the provider's own), reported ÷ counted of its last requests, oldest first. */
  readonly families: Readonly<Record<string, readonly number[]>>
}

/** A request as we counted it and as the provider did. */
interface Observation {
  readonly family: string
  /** The address of the server; absent if it is the provider's own. */
  readonly place?: string | undefined
  /** Our count of the request that was sent, before any factor. */
  readonly estimated: number
  /** The provider's: `promptTokens` of its usage. */
  readonly reported: number
  /** The request was made after the last commit. An older report belongs to a context that is gone. */
  readonly afterCommit: boolean
  /** How much of `estimated` is encrypted reasoning, which providers may leave out of their reports. */
  readonly hidden?: number | undefined
}

/** What an overflow error said about a request. */
interface LimitObservation {
  readonly family: string
  readonly place?: string | undefined
  readonly estimated: number
  /** Tokens that the provider counted, if it says so. */
  readonly actual?: number | undefined
  /** The limit it named: the request was larger. */
  readonly limit?: number | undefined
}

/** As many reports as decide. Few, so that a provider that changes is believed after three; odd, so that two wrong ones do nothing. */
const REMEMBERED = 7
/** Until something is known (A5): a tenth, or nothing if our tokenizer is the model's own. */
export const COLD_MARGIN = 0.1
/** Reports after which what was learned stands on its own. */
const ENOUGH = 5
/** On top of what was seen. Even a tokenizer that fits is not told everything: frames, hidden instructions, how tools are written. */
const LEAST_MARGIN = 0.02
/** One absurd report must not take half of the window away. */
const MOST_MARGIN = 0.3
/** Tokenizers differ by less than this; what lies outside is bytes, a sum over steps, or only what was not cached. */
const LEAST_RATIO = 0.2
const MOST_RATIO = 6
/** A factor below this would rather mean that the provider leaves something out. Being wrong here costs a session. */
const LEAST_FACTOR = 0.75
/** In smaller requests, what the provider adds by itself weighs more than what is to be learned. */
const LEAST_TOKENS = 200
/** Tokens of instructions that a server may add to a request as small as that. */
const MOST_ADDED = 50_000
/** If encrypted reasoning is more of a request than this, its report is no measure of our count. */
const MOST_HIDDEN = 0.02

/** A calibration that knows nothing yet. */
export function coldCalibration(base: string): Calibration {
  return { base, families: {} }
}

/** Models that share a tokenizer we know are a family; any other model is one of its own. */
export function familyOf(model: string): string {
  const name = plainName(model)
  return TOKENIZERS.find(([, models]) => models.test(name))?.[0] ?? name
}

const TOKENIZERS: readonly (readonly [family: string, models: RegExp])[] = [
  ['o200k', /^(?:gpt-4o|gpt-4-[1-9](?!\d)|gpt-[5-9]|gpt-oss|chatgpt|codex|computer-use|o[1-9](?:-|$))/],
  ['cl100k', /^(?:gpt-4|gpt-3-5|gpt-35)(?:-|$)/],
]

/** Adds a report. Gives the same calibration back if it teaches nothing. */
export function observe(calibration: Calibration, seen: Observation): Calibration {
  if (!seen.afterCommit || (seen.hidden ?? 0) > seen.estimated * MOST_HIDDEN) return calibration
  return remember(calibration, seen, seen.reported)
}

/**
 * Adds what an overflow error said. One that gives the count is a report like any other. One that only names its limit says that the count
 * was above it: worth knowing if we thought it was below.
 */
export function observeLimit(calibration: Calibration, seen: LimitObservation): Calibration {
  if (seen.actual !== undefined) return remember(calibration, seen, seen.actual)
  const { factor } = factorFor(calibration, seen.family, 0, seen.place)
  if (seen.limit === undefined || seen.estimated * factor > seen.limit) return calibration
  return remember(calibration, seen, seen.limit + 1)
}

/** Whether a report can be about a request that we counted. What cannot is bytes, a sum over steps, or only what was not cached. */
export function isPlausible(reported: number, counted: number): boolean {
  if (counted < LEAST_TOKENS) return reported <= MOST_ADDED
  return reported >= counted * LEAST_RATIO && reported <= counted * MOST_RATIO
}

function remember(calibration: Calibration, { family, place, estimated }: LimitObservation, reported: number): Calibration {
  const ratio = Math.round((reported / estimated) * 10_000) / 10_000
  if (!(estimated >= LEAST_TOKENS && ratio >= LEAST_RATIO && ratio <= MOST_RATIO)) return calibration
  const key = countsKey(family, place)
  const ratios = [...ratiosOf(calibration, key), ratio].slice(-REMEMBERED)
  return { ...calibration, families: { ...calibration.families, [key]: ratios } }
}

/**
 * What to make of a count for a family of models. The factor is the middle one of the last ratios, so that a report that is off (a
 * cached prompt, a sum) moves nothing. The margin is how far above the factor a recent report lay, and 2 %: one that is too high
 * may be the first of many.
 *
 *     ratios 1.16 1.18 1.17 0.31 1.19   factor 1.17 (0.31 is only what was not cached)   margin 1.19 ÷ 1.17 → 2 % + 2 %
 *     then   1.41                       factor 1.18                                       margin 1.41 ÷ 1.18 → 19 % + 2 %
 *     then   1.40 1.42                  factor 1.19; with one more, 1.40                  margin back to a few %
 *
 * `excess` is what the family's vocabulary may make more of these scripts than ours: the margin has it on top, less with each report.
 *
 * A server at an address of its own may add instructions or count in its own way. Until it has reported something, it is taken to count as the
 * family does elsewhere, with the margin of one of which nothing is known.
 */
export function factorFor(calibration: Calibration, family: string, excess = 0, place = ''): Factor {
  const own = ratiosOf(calibration, countsKey(family, place))
  const ratios = own.length > 0 ? own : ratiosOf(calibration, family)
  // Of a model that nobody has named, our count is taken for the provider's until it reports something.
  const cold = calibration.base === `${family}_base` || isNameless(family) ? 0 : COLD_MARGIN
  if (ratios.length === 0) return { factor: 1, margin: cold === 0 ? 0 : Math.round((cold + excess) * 10_000) / 10_000 }
  // Two reports do not outvote a wrong one: until there are three, a ratio of 1 has a vote.
  const factor = Math.max(LEAST_FACTOR, middle(ratios.length < 3 ? [...ratios, 1] : ratios))
  const above = Math.max(0, Math.max(...ratios) / factor - 1)
  const margin = Math.max(LEAST_MARGIN + above, cold * (1 - own.length / ENOUGH))
  const unproven = (1 + excess * Math.max(0, 1 - own.length / ENOUGH)) / factor - 1
  return { factor, margin: Math.max(Math.min(MOST_MARGIN, margin), cold === 0 ? 0 : unproven) }
}

/** The name under which the reports of a family are kept: apart for each address. */
export function countsKey(family: string, place = ''): string {
  return place === '' ? family : `${family} at ${place}`
}

/** A count as the provider would make it, and the most it may come to. */
export function scaleCount(tokens: number, { factor, margin }: Factor): { readonly expected: number; readonly most: number } {
  const expected = tokens * factor
  return { expected: Math.ceil(expected), most: Math.ceil(expected * (1 + margin)) }
}

/** The largest count of ours that comes to at most `tokens` at the provider. */
export function unscale(tokens: number, scale: Factor): number {
  const guess = Math.floor(tokens / (scale.factor * (1 + scale.margin)))
  // Division and multiplication may round differently: what is promised is what `scaleCount` says.
  return scaleCount(guess + 1, scale).most <= tokens ? guess + 1 : scaleCount(guess, scale).most > tokens ? guess - 1 : guess
}

/** Used if our count is the provider's own. */
export const EXACT: Factor = Object.freeze({ factor: 1, margin: 0 })

/** Of two in the middle, the larger: too high is safe. */
function middle(ratios: readonly number[]): number {
  return ratios.toSorted((a, b) => a - b)[ratios.length >> 1] ?? 1
}

function ratiosOf({ families }: Calibration, family: string): readonly number[] {
  return (Object.hasOwn(families, family) ? families[family] : undefined) ?? []
}
