import { isJsonObject, type JsonObject } from '../schema/json.ts'
import type { ModelPrices, PriceStep } from '../schema/model-limits.ts'

/** The package's names of the prices that we use. */
const FIELDS = {
  input: 'input_mtok',
  output: 'output_mtok',
  cacheRead: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  cacheWriteHour: 'cache_write_1h_mtok',
} as const

/** Token prices at a time, in steps of input size. `undefined` if a model is not priced by the token. */
export function readPrices(value: unknown, now: number): ModelPrices | undefined {
  const prices = Array.isArray(value) ? pricesAt(value, now) : value
  if (!isJsonObject(prices)) return undefined
  const starts = Object.values(FIELDS).flatMap((field) => startsOf(prices[field]))
  const [first, ...rest] = [0, ...[...new Set(starts)].sort((a, b) => a - b)].map((above) => stepAt(prices, above))
  if (first === undefined) return undefined
  return [first, ...rest.filter((step) => step !== undefined)]
}

/** The last that holds. A price that holds at some hours of the day counts as the price of the whole day: it is the dearer one. */
function pricesAt(list: readonly unknown[], now: number): unknown {
  const holding = list.findLast((entry) => isJsonObject(entry) && holds(entry['constraint'], now))
  return isJsonObject(holding) ? holding['prices'] : undefined
}

function holds(constraint: unknown, now: number): boolean {
  if (!isJsonObject(constraint) || constraint['type'] !== 'start_date') return true
  return Date.parse(String(constraint['start_date'])) <= now
}

function startsOf(price: unknown): readonly number[] {
  const tiers = isJsonObject(price) ? price['tiers'] : undefined
  if (!Array.isArray(tiers)) return []
  return tiers.flatMap((tier) => (isJsonObject(tier) && typeof tier['start'] === 'number' ? [tier['start']] : []))
}

function stepAt(prices: JsonObject, above: number): PriceStep | undefined {
  const at = (field: string): number | undefined => priceAt(prices[field], above)
  const [input, output] = [at(FIELDS.input), at(FIELDS.output)]
  if (input === undefined || output === undefined) return undefined
  const [cacheRead, cacheWrite, cacheWriteHour] = [at(FIELDS.cacheRead), at(FIELDS.cacheWrite), at(FIELDS.cacheWriteHour)]
  return {
    ...{ above, input, output },
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(cacheWriteHour === undefined ? {} : { cacheWriteHour }),
  }
}

/** A price, or the highest of its steps that begins at or below a size. */
function priceAt(price: unknown, above: number): number | undefined {
  if (typeof price === 'number') return price
  if (!isJsonObject(price) || typeof price['base'] !== 'number') return undefined
  const tiers = Array.isArray(price['tiers']) ? price['tiers'].filter(isJsonObject) : []
  const reached = tiers.filter((tier) => typeof tier['start'] === 'number' && tier['start'] <= above)
  const last = reached.toSorted((a, b) => Number(a['start']) - Number(b['start'])).at(-1)?.['price']
  return typeof last === 'number' ? last : price['base']
}
