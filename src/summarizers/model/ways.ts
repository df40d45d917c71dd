import type { ModelPrices } from '../../schema/model-limits.ts'
import type { SentView } from '../../schema/summary.ts'

/** Dollars for a million tokens. */
export interface Prices {
  readonly input: number
  readonly output: number
  /** For what the provider reads from its cache; a tenth of `input` where a request is sent again on purpose. */
  readonly cacheRead?: number | undefined
}

/** Which of two ways a model is asked, and why. */
export interface Choice {
  readonly way: 'warm' | 'usual'
  readonly why: string
  /** Dollars for what is sent; absent if no prices are known. */
  readonly money?: number
}

interface Asking {
  readonly view: SentView
  /** Tokens behind the request that is sent again. */
  readonly instruction: number
  /** Tokens that the new entries take with all that stands around them, in all parts together. */
  readonly usual: number
  readonly output: number
  readonly window: number
  readonly prices: Prices | undefined
  /** The host says that the provider has the request in its cache; otherwise there must be signs of it. */
  readonly isAskedFor: boolean
}

/** How long a provider keeps a request at the least. */
const CACHE_MS = 300_000
/** What providers take for what they read from their caches, as a share of what they take for input. */
const CACHE_SHARE = 0.1

/**
 * Whether to send the last request again, with an instruction behind it, or the new entries alone. The request is longer and read from the
 * provider's cache at a tenth of the price; the entries are new to it.
 *
 *     100,000 tokens, cached     0.1 × 100,000 + 2,000    12,000
 *      30,000 tokens, new                  30,000 + 2,000    32,000
 */
export function chooseWay(asking: Asking): Choice {
  const { view, instruction, usual, output, window, prices = { input: 1, output: 0 }, isAskedFor } = asking
  const { tokens = 0, idleMs } = view
  if (tokens + instruction + output > window) return { way: 'usual', why: 'the last request leaves no room for an answer' }
  if (!isAskedFor && idleMs === undefined) return { way: 'usual', why: 'nothing was sent before that could be in a cache' }
  if ((idleMs ?? 0) > CACHE_MS) return { way: 'usual', why: 'the cache has gone cold' }
  const read = prices.cacheRead ?? prices.input * (isAskedFor || asking.prices === undefined ? CACHE_SHARE : 1)
  const [warm, cold] = [tokens * read + instruction * prices.input, usual * prices.input]
  const unit = asking.prices === undefined ? 'tokens' : 'dollars'
  const said = (cost: number): string => (unit === 'tokens' ? cost.toFixed(0) : (cost / 1_000_000).toFixed(6))
  const both = `${said(warm)} ${unit} with the last request in the cache, ${said(cold)} with the new entries alone`
  const money = asking.prices === undefined ? {} : { money: Math.min(warm, cold) / 1_000_000 }
  return { way: warm < cold ? 'warm' : 'usual', why: both, ...money }
}

/** What a model costs for a request of so many tokens, as its list of prices says. */
export function pricesFor(prices: ModelPrices | undefined, tokens: number): Prices | undefined {
  return prices?.findLast(({ above }) => tokens > above) ?? prices?.[0]
}
