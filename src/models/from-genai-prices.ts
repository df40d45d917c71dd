import { modelKeys } from '../budget/model-names.ts'
import { CompactionError } from '../schema/failures.ts'
import { frozen } from '../schema/frozen.ts'
import { isJsonObject } from '../schema/json.ts'
import type { ModelFacts, ModelTable } from '../schema/model-limits.ts'
import { trimEnd } from '../schema/trim-end.ts'
import { readPrices } from './read-prices.ts'

/** The data package. Nothing but this file and `package.json` names it, and it is loaded only on demand. */
const PACKAGE = '@pydantic/genai-prices'

/** Makers of models. What a maker says about its own model holds wherever no host is named. */
const MAKERS: ReadonlySet<string> = new Set(
  'anthropic openai google deepseek mistral moonshotai x-ai zai zhipuai minimax cohere'.split(' '),
)

/**
 * Windows and prices of about 1,700 models, as a table for `resolveLimits`. Uses what came with the package; nothing is fetched. All
 * compactors of a process share one table, which is made again on another day: prices begin on a day.
 *
 * @example
 * const data = await loadModelData(Date.now())
 */
export async function loadModelData(now: number, load: () => Promise<unknown> = loadPackage): Promise<ModelTable> {
  const data = await load()
  const day = Math.floor(now / DAY)
  const known = made !== undefined && made.data === data && made.day === day ? made : undefined
  made = known ?? { data, day, table: frozen(tableOf(data, now)) }
  return made.table
}

const DAY = 86_400_000
let made: { readonly data: unknown; readonly day: number; readonly table: ModelTable } | undefined

/** The package's own list. It is exported only by way of the function that waits for updates, of which none is under way. */
async function loadPackage(): Promise<unknown> {
  const { waitForUpdate } = await import('@pydantic/genai-prices')
  return waitForUpdate()
}

interface Provider {
  readonly id: string
  readonly models: readonly { readonly names: readonly string[]; readonly facts: ModelFacts }[]
}

/**
 * Each model under its host's name and its own (`groq/llama-3-3-70b`), and under its own alone. There its maker's numbers count; without a
 * maker, what most hosts serve: the median window, the smaller of two. Only errors can tell more.
 */
function tableOf(data: unknown, now: number): ModelTable {
  const providers = listOf(data, 'providers').map((value, index) => readProvider(value, `providers[${index}]`, now))
  const table = new Map<string, ModelFacts>()
  const hosted = new Map<string, ModelFacts[]>()
  for (const { id, models } of providers) {
    for (const { names, facts } of models) {
      for (const name of names) {
        addMissing(table, `${id}/${name}`, facts)
        const bare = name.slice(name.lastIndexOf('/') + 1)
        if (MAKERS.has(id)) addMissing(table, bare, facts)
        else hosted.set(bare, [...(hosted.get(bare) ?? []), facts])
      }
    }
  }
  for (const [name, offers] of hosted) addMissing(table, name, middleOf(offers))
  return Object.fromEntries(table)
}

/** What came first stays. */
function addMissing(table: Map<string, ModelFacts>, key: string, facts: ModelFacts): void {
  table.set(key, { ...facts, ...table.get(key) })
}

function middleOf(offers: readonly ModelFacts[]): ModelFacts {
  const known = offers.filter((offer) => offer.window !== undefined).sort((a, b) => (a.window ?? 0) - (b.window ?? 0))
  return known[(known.length - 1) >> 1] ?? offers[0] ?? {}
}

function readProvider(value: unknown, at: string, now: number): Provider {
  if (!isJsonObject(value) || typeof value['id'] !== 'string') return unexpected(`${at}.id`, 'a string', value)
  const models = listOf(value['models'], `${at}.models`).map((model, index) => readModel(model, `${at}.models[${index}]`, now))
  return { id: value['id'], models }
}

function readModel(value: unknown, at: string, now: number): Provider['models'][number] {
  if (!isJsonObject(value) || typeof value['id'] !== 'string') return unexpected(`${at}.id`, 'a string', value)
  const { id, match, context_window: window, prices } = value
  if (window !== undefined && !(Number.isSafeInteger(window) && Number(window) > 0))
    unexpected(`${at}.context_window`, 'a count', window)
  const names = [id, ...namesIn(match)].filter(isPlain).map((name) => modelKeys(name)[0] ?? name)
  const read = readPrices(prices, now)
  return {
    names: [...new Set(names)],
    facts: { ...(window === undefined ? {} : { window: Number(window) }), ...(read === undefined ? {} : { prices: read }) },
  }
}

/** Names inside the package's matching rules: whole ones, and beginnings, which are as good as names of families. */
function namesIn(match: unknown): readonly string[] {
  if (!isJsonObject(match)) return []
  return Object.entries(match).flatMap(([rule, value]) => {
    if (rule === 'or' && Array.isArray(value)) return value.flatMap(namesIn)
    if (rule !== 'equals' && rule !== 'starts_with') return []
    return typeof value === 'string' ? [trimEnd(value, '-:')] : []
  })
}

/** Fine-tunes and resellers' variants have prices of their own; what they can take is what their model can. */
function isPlain(name: string): boolean {
  return !/^ft:|:[a-z]/i.test(name)
}

function listOf(value: unknown, at: string): readonly unknown[] {
  return Array.isArray(value) ? value : unexpected(at, 'a list', value)
}

function unexpected(at: string, expected: string, found: unknown): never {
  const text = (JSON.stringify(found) ?? String(found)).slice(0, 80)
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: `${PACKAGE} ${at}`, expected, found: text })
}
