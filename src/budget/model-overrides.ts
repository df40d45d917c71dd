import { CompactionError } from '../schema/failures.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import type { ModelFacts, ModelPrices, ModelTable, PriceStep } from '../schema/model-limits.ts'
import { addressOf } from './learned-limits.ts'
import { modelKeys } from './model-names.ts'

const LIMITS = ['window', 'maxInput', 'maxOutput'] as const
const PRICES = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWriteHour'] as const

/**
 * Reads a user's own numbers about models. Everything that cannot be meant is refused by its place: a misspelt field would
 * otherwise be a limit that is silently not kept.
 *
 * @example
 * { "my-llama": { "window": 32768, "maxOutput": 4096 }, "*": { "window": 100000 }, "gpt-5 at proxy.example/v1": { "window": 200000 } }
 */
export function parseModelOverrides(text: string): ModelTable {
  const models = parseJson(text)
  if (!isJsonObject(models)) return refuse('models', 'an object with a model on each line', models)
  const table = new Map<string, ModelFacts>()
  for (const [name, facts] of Object.entries(models)) {
    const at = `models[${JSON.stringify(name)}]`
    const key = keyFor(name)
    if (key === '') refuse(at, 'a model name', name)
    if (table.has(key)) refuse(at, 'each model once', `a second entry for ${key}`)
    table.set(key, readFacts(facts, at))
  }
  return Object.fromEntries(table)
}

/** The name that facts are looked up by; empty if it is none. An address is no part of a model's name: dots stay dots. */
function keyFor(name: string): string {
  const [, model = '', place] = /^(.*?)(?: at (.*))?$/s.exec(name) ?? []
  const key = model.trim() === '*' ? '*' : (modelKeys(model)[0] ?? '')
  if (place === undefined || key === '') return key
  const address = addressOf(place)
  return address === '' ? '' : `${key} at ${address}`
}

function readFacts(value: Json, at: string): ModelFacts {
  const facts = fieldsOf(value, at, [...LIMITS, 'prices'])
  const limits = LIMITS.flatMap((field) => {
    const found = facts[field]
    return found === undefined ? [] : [[field, readCount(found, `${at}.${field}`)] as const]
  })
  const prices = facts['prices']
  const read: ModelFacts = Object.fromEntries(limits)
  if (Object.keys(facts).length === 0) refuse(at, `at least one of ${LIMITS.join(', ')}, prices`, value)
  checkOrder(read, at)
  return prices === undefined ? read : { ...read, prices: readSteps(prices, `${at}.prices`) }
}

/** One price for prompts of any length, or a list of steps: each holds for prompts above so many tokens. */
function readSteps(value: Json, at: string): ModelPrices {
  if (!Array.isArray(value)) return [readPrices(value, at, 0)]
  const [first, ...rest] = value.map((step, index) => readStep(step, `${at}[${index}]`, index))
  return first === undefined ? refuse(at, 'at least one price', value) : [first, ...rest]
}

function readStep(value: Json, at: string, index: number): PriceStep {
  if (!isJsonObject(value)) return refuse(at, `an object with above, ${PRICES.join(', ')}`, value)
  const { above = index === 0 ? 0 : null, ...prices } = value
  const isPlace = typeof above === 'number' && Number.isSafeInteger(above) && (index === 0 ? above === 0 : above > 0)
  if (isPlace) return readPrices(prices, at, above)
  return refuse(`${at}.above`, index === 0 ? '0: the first price holds from the beginning' : 'a whole number above 0', above)
}

function checkOrder({ window, maxInput, maxOutput }: ModelFacts, at: string): void {
  if (window === undefined) return
  if (maxInput !== undefined && maxInput > window) refuse(`${at}.maxInput`, `at most the window of ${window}`, maxInput)
  if (maxOutput !== undefined && maxOutput > window) refuse(`${at}.maxOutput`, `at most the window of ${window}`, maxOutput)
}

function readPrices(value: Json, at: string, above: number): PriceStep {
  const fields = fieldsOf(value, at, PRICES)
  const prices = Object.entries(fields).map(([field, price]) => [field, readPrice(price, `${at}.${field}`)] as const)
  const { input, output, ...cache } = Object.fromEntries(prices)
  if (input === undefined || output === undefined) return refuse(at, 'an input and an output price', value)
  return { above, input, output, ...cache }
}

function fieldsOf(value: Json, at: string, known: readonly string[]): JsonObject {
  if (!isJsonObject(value)) return refuse(at, `an object with ${known.join(', ')}`, value)
  for (const field of Object.keys(value))
    if (!known.includes(field)) refuse(`${at}.${field}`, `one of ${known.join(', ')}`, field)
  return value
}

function readCount(value: Json, at: string): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : refuse(at, 'a whole number above 0', value)
}

function readPrice(value: Json, at: string): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? value
    : refuse(at, 'dollars for a million tokens', value)
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause)
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'models', expected: 'JSON', found }, { cause })
  }
}

function refuse(at: string, expected: string, found: Json): never {
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found: JSON.stringify(found).slice(0, 80) })
}
