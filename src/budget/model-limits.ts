import type { LearnedLimit, LearnedLimits, LimitSource, ModelFacts, ModelLimits, ModelTable } from '../schema/model-limits.ts'
import type { Adjustment, Amount } from '../schema/trigger.ts'
import { defaultReserve } from './allowance.ts'
import { addressOf, type Endpoint, learnedFor, learnedInput } from './learned-limits.ts'
import { familyKeys, isLocalName, modelKeys } from './model-names.ts'
import { LOCAL_WINDOW } from './model-table.ts'
import { soldAt } from './sellers.ts'
import { fitConstants } from './triggers/fit-constants.ts'
import { grouped } from './triggers/words.ts'

/** Every source of knowledge about models. */
export interface LimitSources {
  /** What the user says. */
  readonly overrides: ModelTable
  readonly learned: LearnedLimits
  /** Our own table, or a preset's. */
  readonly table: ModelTable
  /** The data package's. */
  readonly data: ModelTable
  /** The preset's limits for unknown models. */
  readonly fallback: { readonly window: number; readonly maxOutput?: number | undefined }
}

/** Which source is believed before which. What a provider has refused outranks them all: see `served`. */
const RANK: Readonly<Record<LimitSource, number>> = { override: 0, learned: 1, table: 2, package: 3, family: 4, fallback: 5 }

interface Found<Value> {
  readonly value: Value
  readonly source: LimitSource
}

/**
 * What is known about a model: override > table > data package > fallback, field by field. Before the fallback, an unknown name is taken
 * for a relative of a known one. What the provider itself has shown to be its limit outranks them all if it is less.
 */
export function resolveLimits(endpoint: Endpoint, sources: LimitSources): ModelLimits {
  const { model } = endpoint
  const ask = <Field extends keyof ModelFacts>(field: Field): Found<NonNullable<ModelFacts[Field]>> | undefined =>
    findFact(endpoint, sources, field)
  const declared = ask('window') ?? { value: assumedWindow(endpoint, sources), source: 'fallback' as const }
  const learned = learnedFor(sources.learned, endpoint)
  const window = served(declared, learned?.window)
  const output = ask('maxOutput') ?? fallbackOutput(sources.fallback.maxOutput)
  return {
    model,
    window: window.value,
    maxInput: inputOf({ window, declared: declared.source, own: ask('maxInput'), learned }),
    maxOutput: output === undefined ? undefined : Math.min(output.value, window.value),
    prices: ask('prices')?.value,
    sources: { window: window.source, maxOutput: output?.source },
    notes: notesOn(declared, model, learned),
  }
}

/** Limits under a window that the host names for one request: it knows better than any table, but not better than the provider. */
export function underWindow(declared: number, limits: ModelLimits, learned: LearnedLimit | undefined): ModelLimits {
  const window = served({ value: declared, source: 'override' }, learned?.window)
  return {
    ...limits,
    window: window.value,
    maxInput: inputOf({ window, declared: 'override', own: undefined, learned }),
    sources: { ...limits.sources, window: window.source },
    notes: notesOn({ value: declared, source: 'override' }, limits.model, learned),
  }
}

/** A window as budgets and triggers should see it. */
export interface Room {
  readonly window: number
  readonly reserve: number
  readonly adjustments: readonly Adjustment[]
}

/**
 * Room for a request and its answer. The reserve is what was asked for; by default the model's most output; if that is unknown, 4,096 or a
 * quarter of a small window. If a model takes in less than window − reserve, the window is made smaller rather than the reserve larger, so
 * that shares of the window stay true: gpt-5 takes in 272,000, so that with a reserve of 4,096 its window is 276,096.
 */
export function roomOf(limits: ModelLimits, asked?: Amount): Room {
  const wanted = asked ?? { preset: limits.maxOutput ?? defaultReserve(limits.window) }
  const { total: reserve, adjustments } = fitConstants(limits.window, { reserve: wanted })
  return { window: Math.min(limits.window, limits.maxInput + reserve), reserve, adjustments }
}

/** Most tokens to ask an answer of: never above the model's most, nor above what the request leaves of the window. */
export function clampOutput(
  asked: number,
  limits: ModelLimits,
  requestTokens = 0,
): { readonly maxTokens: number; readonly adjustments: readonly Adjustment[] } {
  const most = Math.max(1, Math.min(limits.maxOutput ?? limits.window, limits.window - requestTokens))
  if (asked <= most) return { maxTokens: asked, adjustments: [] }
  const why =
    limits.maxOutput === most
      ? `${limits.model} answers with at most ${grouped(most)}`
      : 'that is what the request leaves of the window'
  return { maxTokens: most, adjustments: [{ field: 'max_tokens', wanted: asked, given: most, why }] }
}

function findFact<Field extends keyof ModelFacts>(
  { model, baseUrl }: Endpoint,
  sources: LimitSources,
  field: Field,
): Found<NonNullable<ModelFacts[Field]>> | undefined {
  const keys = modelKeys(model)
  const { overrides, table } = sources
  const asked: readonly (readonly [LimitSource, ModelTable, readonly string[]])[] = [
    ['override', overrides, [...namesAt(baseUrl, [...keys, '*']), ...keys, '*']],
    ['table', table, keys],
    // What a model can take is the same wherever it is sold, as far as the data knows; what it costs is not.
    ['package', sources.data, field === 'prices' ? soldAt(baseUrl, keys) : []],
    ...(isLocalName(model) ? [] : relatives(model, sources)),
  ]
  for (const [source, facts, names] of asked) {
    for (const name of names) {
      const value = Object.hasOwn(facts, name) ? facts[name]?.[field] : undefined
      if (value !== undefined) return { value, source }
    }
  }
  return undefined
}

/**
 * What a user says of one address holds there, and below it, before what is said of a model anywhere: `gpt-5 at proxy.example/v1`, `* at
 * proxy.example`. Clients of one server name it with and without the version in its path. The longest address is the most particular.
 */
function namesAt(baseUrl: string | undefined, names: readonly string[]): readonly string[] {
  const parts = addressOf(baseUrl).split('/')
  const addresses = parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).filter((address) => address !== '')
  return addresses.flatMap((address) => names.map((name) => `${name} at ${address}`))
}

/** A model is as good as its preview; otherwise the nearest name speaks for it. */
function relatives(
  model: string,
  { table, data }: LimitSources,
): readonly (readonly [LimitSource, ModelTable, readonly string[]])[] {
  const keys = modelKeys(model)
  const previews = keys.map((key) => `${key}-preview`)
  return [
    ['package', data, keys],
    ['family', table, previews],
    ['family', data, previews],
    ...familyKeys(model).flatMap((key) => [['family', table, [key]] as const, ['family', data, [key]] as const]),
  ]
}

/** Nothing is known: a machine of one's own serves little unless it is told to. */
function assumedWindow({ model, baseUrl }: Endpoint, { fallback }: LimitSources): number {
  const isOwn = isLocalName(model) || (model !== '' && OWN_MACHINE.test(baseUrl ?? ''))
  return isOwn ? Math.min(LOCAL_WINDOW, fallback.window) : fallback.window
}

const OWN_MACHINE =
  /^(?:[a-z]+:\/\/)?(?:localhost|127\.|0\.0\.0\.0|\[::1\]|192\.168\.|10\.|[\w.-]+\.local\b|host\.docker\.internal)/i

/** A server may serve less than a model can do. It serves more than is declared only if nothing is declared. */
function served(declared: Found<number>, learned: number | undefined): Found<number> {
  if (learned === undefined) return declared
  return learned < declared.value || declared.source === 'fallback' ? { value: learned, source: 'learned' } : declared
}

/** A model's own input limit counts if its source is as good as the window's; what was refused counts in any case. */
function inputOf(options: {
  readonly window: Found<number>
  readonly declared: LimitSource
  readonly own: Found<number> | undefined
  readonly learned: LearnedLimit | undefined
}): number {
  const { window, declared, own, learned } = options
  const stated = own !== undefined && RANK[own.source] <= RANK[declared] ? own.value : window.value
  const shown = learned === undefined ? undefined : learnedInput(learned)
  return Math.min(window.value, stated, shown ?? window.value)
}

function fallbackOutput(value: number | undefined): Found<number> | undefined {
  return value === undefined ? undefined : { value, source: 'fallback' }
}

function notesOn(declared: Found<number>, model: string, known: LearnedLimit | undefined): readonly string[] {
  const shown = known === undefined ? undefined : smaller(known.window, learnedInput(known))
  if (declared.source === 'fallback' && shown === undefined) {
    const what = model === '' ? 'No model was named: the' : `The model ${JSON.stringify(model)} is unknown: its`
    return [`${what} window is taken to be ${grouped(declared.value)}.`]
  }
  if (shown === undefined || shown >= declared.value) return []
  const name = model === '' ? 'The model' : model
  return [
    `${name} should take ${grouped(declared.value)} tokens, but was seen to take ${grouped(shown)}. The smaller number is used.`,
  ]
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}
