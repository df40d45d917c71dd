import { plainName } from '../budget/model-names.ts'
import { isJsonObject } from '../schema/json.ts'
import type { ModelPrices, PriceStep } from '../schema/model-limits.ts'
import type { PriceSheet, Rates } from '../schema/price-sheet.ts'

/** Prices, or why there are none that could be used. */
export interface Priced {
  readonly sheet: PriceSheet | undefined
  /** A sentence for the receipt; absent if the prices could be used as they are. */
  readonly remark?: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An answer may cost many times what a question does, but not this many times. */
const MOST_OUTPUT = 1_000
/** What is kept in a cache for an hour costs twice as much to write where it is sold at all. */
const MOST_WRITE = 10
/** Dollars for a million input tokens that nobody asks. The cheapest model costs fifty times the least: what is below it is the price of one token. */
const [LEAST_DOLLARS, MOST_DOLLARS] = [0.0001, 100_000]

/**
 * The price sheet of a model, from what the model data says in dollars. Prices that cannot be meant are not used: without prices, a share of
 * the window decides.
 *
 *     claude-sonnet-4-5   3 · read 0.30 · write 3.75 · output 15   →   1 · read 0.1 · write 1.25 · output 5
 *     gpt-5               1.25 · read 0.125 · output 10            →   1 · read 0.1 · write 1 · output 8
 */
export function priceSheetFor(model: string, prices: ModelPrices | undefined): Priced {
  // A host without types may hand in anything.
  if (prices == null || prices.length === 0) return without('the prices of the model are not known')
  if (!Array.isArray(prices) || !prices.every(isJsonObject)) return without('the prices of the model are no list of prices')
  if (prices.some(hasNoNumbers)) return without('the prices of the model are not all numbers of 0 and more')
  const sorted = prices.toSorted((a, b) => a.above - b.above)
  const unit = sorted[0]?.input ?? 0
  if (unit === 0) return without('the model costs nothing')
  if (unit < LEAST_DOLLARS || unit > MOST_DOLLARS) return without(`${unit} dollars for a million tokens cannot be meant`)
  if (new Set(sorted.map(({ above }) => above)).size < sorted.length)
    return without('the model has two prices for one length of a prompt')
  const [first, ...rest] = sorted.map((step) => ratesOf(step, unit))
  if (first === undefined) return without('the prices of the model are not known')
  const absurd = [first, ...rest].map(absurdityOf).find((reason) => reason !== undefined)
  if (absurd !== undefined) return without(absurd)
  const sheet: PriceSheet = { steps: [first, ...rest], perMillion: unit, cacheLifeMs: cacheLifeOf(model) }
  const remark = remarkOn(sorted)
  return remark === undefined ? { sheet } : { sheet, remark }
}

/** What is taken otherwise than it was said, or for granted. */
function remarkOn(sorted: readonly PriceStep[]): string | undefined {
  const lowest = sorted[0]?.above ?? 0
  if (lowest > 0) return `No price is known for a prompt of up to ${lowest} tokens: that of longer ones counts.`
  return sorted.some(isWrittenTooCheaply)
    ? 'Writing to the cache is priced below a new token, which it is: it counts as one.'
    : undefined
}

/** Some hosts name what keeping costs, on top of the token itself. Read as the whole price, rewriting a prompt would be a bargain. */
function isWrittenTooCheaply({ input, cacheWrite = input, cacheWriteHour = input }: PriceStep): boolean {
  return Math.min(cacheWrite, cacheWriteHour) < input
}

/** The rates that hold for a prompt of so many tokens. */
export function ratesAt({ steps }: PriceSheet, promptTokens: number): Rates {
  return steps.findLast(({ above }) => promptTokens > above) ?? steps[0]
}

function ratesOf({ above, input, output, cacheRead, cacheWrite, cacheWriteHour }: PriceStep, unit: number): Rates {
  return {
    above,
    input: input / unit,
    // A provider that names no price for cached tokens has no cache, or gives nothing for it.
    read: (cacheRead ?? input) / unit,
    write: Math.max(cacheWrite ?? input, input) / unit,
    writeHour: cacheWriteHour === undefined ? undefined : Math.max(cacheWriteHour, input) / unit,
    output: output / unit,
  }
}

function hasNoNumbers({ above, input, output, cacheRead = 0, cacheWrite = 0, cacheWriteHour = 0 }: PriceStep): boolean {
  return ![above, input, output, cacheRead, cacheWrite, cacheWriteHour].every((price) => Number.isFinite(price) && price >= 0)
}

function absurdityOf({ input, read, write, writeHour = write, output }: Rates): string | undefined {
  if (input === 0) return 'the model costs nothing for some lengths of a prompt'
  if (read > input) return 'a token read from the cache would cost more than a new one'
  if (Math.max(write, writeHour) > input * MOST_WRITE)
    return `a token written to the cache would cost more than ${MOST_WRITE} new ones`
  if (output > MOST_OUTPUT) return `a token of the answer would cost more than ${MOST_OUTPUT} of the question`
  return undefined
}

const OPENAI = /^(?:gpt|o\d|codex|chatgpt)/

/** Whether a model is one that OpenAI made, by its name. */
export function isOpenaiModel(model: string): boolean {
  return OPENAI.test(plainName(model))
}

/** The shortest time that makers name: a cache that is thought cold too early is only not relied on. */
const CACHE_LIVES: readonly (readonly [models: RegExp, life: number])[] = [
  [/^claude/, 5 * MINUTE],
  [/^gpt-5-[5-9]/, 24 * HOUR],
  [OPENAI, 5 * MINUTE],
  [/^deepseek/, 2 * HOUR],
]

function cacheLifeOf(model: string): number {
  const name = plainName(model)
  return CACHE_LIVES.find(([models]) => models.test(name))?.[1] ?? 5 * MINUTE
}

function without(reason: string): Priced {
  return { sheet: undefined, remark: `Prices do not decide when to compact: ${reason}.` }
}
