import { type Calibration, coldCalibration, factorFor, familyOf, observe, observeLimit, scaleCount } from '../budget/calibrate.ts'
import {
  addressOf,
  type Endpoint,
  isForTheAnswer,
  learnedFor,
  learnedKey,
  learnLimit,
  namelessName,
} from '../budget/learned-limits.ts'
import { resolveLimits } from '../budget/model-limits.ts'
import type { Factor } from '../schema/budget.ts'
import type { ModelLimits, ModelTable } from '../schema/model-limits.ts'
import type { Known } from '../view/setting.ts'
import type { Learned, LearnedUnder } from './learned-records.ts'
import type { ModelSources } from './ports.ts'

/** A request as we counted it, and what the provider said to it. */
interface Answer {
  readonly endpoint: Endpoint
  /** Our count of the request. */
  readonly counted: number
}

interface Accepted extends Answer {
  readonly reported: number
  readonly afterCommit: boolean
  readonly hidden: number
}

interface Refused extends Answer {
  readonly actual?: number | undefined
  readonly limit?: number | undefined
  readonly answer?: number | undefined
}

/** Knows about models and learns. One for each tenant: what one tenant reports must not change another's requests. */
export interface Knowledge {
  /** Answers at once if it was asked before. `excess` is what the scripts of the thread may cost more than by our count. */
  about(endpoint: Endpoint, excess?: number): Known | Promise<Known>
  /** The provider took a request and reported its size. */
  accepted(answer: Accepted): void
  /** The provider refused a request for its size; it may have said what it counted and what it takes. */
  refused(answer: Refused): void
  /** The provider refused a request for its bytes: so many may be sent. */
  refusedBytes(endpoint: Endpoint, bytes: number): void
  learned(): Learned
  /** The same, and under which windows it was learned. */
  under(): LearnedUnder
  /** Knows this from now on. */
  takeOver(learned: LearnedUnder): void
}

export function nothingLearned(tokenizer: string): Learned {
  return { calibration: coldCalibration(tokenizer), limits: {} }
}

export function knowledge(models: ModelSources, start: Learned): Knowledge {
  let learned: LearnedUnder = { ...start, declared: {} }
  let data: ModelTable | undefined
  let served: ModelTable | undefined
  /** All that is said of models; what a host says in its options comes first. */
  const said = () => ({ ...models, overrides: { ...served, ...models.overrides }, data: data ?? {} })
  let known = new Map<string, Known>()
  const isLookedUp = new Set<string>()

  function learn(next: LearnedUnder): void {
    if (next.calibration === learned.calibration && next.limits === learned.limits) return
    learned = next
    known = new Map()
  }

  /** What is said of a model, whatever its provider has shown. */
  const declaredOf = (endpoint: Endpoint): ModelLimits => resolveLimits(endpoint, { ...said(), learned: {} })

  async function lookUp(endpoint: Endpoint, key: string, excess: number): Promise<Known> {
    served ??= await loaded(models.served)
    if (data === undefined && endpoint.model !== '' && lacksFacts(declaredOf(endpoint))) data = (await loaded(models.data)) ?? {}
    isLookedUp.add(endpoint.model)
    return keep(endpoint, key, excess)
  }

  function keep(endpoint: Endpoint, key: string, excess: number): Known {
    learn(unlessChanged(learned, learnedKey(endpoint), declaredOf(endpoint).window))
    const limits = resolveLimits(endpoint, { ...said(), learned: learned.limits })
    const scale = scaleFor(endpoint, learned.calibration, excess)
    const assumed = excess > 0 && scale.factor === 1 ? [assumption(endpoint.model, scale.margin)] : []
    const found = { limits, scale, assumed, learned: learnedFor(learned.limits, endpoint) }
    if (known.size >= MOST_MODELS) known.clear()
    known.set(key, found)
    return found
  }

  function learnRefusal(endpoint: Endpoint, next: Learned): void {
    const declared = { ...learned.declared, [learnedKey(endpoint)]: declaredOf(endpoint).window }
    learn({ ...next, declared })
  }

  return {
    about(endpoint, excess = 0) {
      const key = excess === 0 ? keyOf(endpoint) : `${keyOf(endpoint)} ${excess}`
      const found = known.get(key)
      if (found !== undefined) return found
      return isLookedUp.has(endpoint.model) ? keep(endpoint, key, excess) : lookUp(endpoint, key, excess)
    },
    accepted: (answer) => learn({ ...learned, ...afterAcceptance(learned, answer) }),
    refused: (answer) => learnRefusal(answer.endpoint, afterRefusal(learned, answer)),
    refusedBytes: (endpoint, bytes) =>
      learnRefusal(endpoint, { ...learned, limits: learnLimit(learned.limits, endpoint, { kind: 'too-many-bytes', bytes }) }),
    learned: () => ({ calibration: learned.calibration, limits: learned.limits }),
    under: () => learned,
    takeOver: learn,
  }
}

function afterAcceptance(
  { calibration, limits }: Learned,
  { endpoint, counted, reported, afterCommit, hidden }: Accepted,
): Learned {
  const seen = { ...countedAt(endpoint), estimated: counted, reported, afterCommit, hidden }
  return {
    calibration: observe(calibration, seen),
    limits: learnLimit(limits, endpoint, { kind: 'accepted', tokens: reported }),
  }
}

/**
 * A limit that is said without a count, and is this much below what went through before, is more likely to be another number; a request that is
 * refused without any number, and is this much smaller, was refused for something else. Learned, it would leave no room for anything.
 */
const MOST_TIMES = 4

/** Windows are larger than this: a request of fewer tokens was refused for something else, as long as nobody names a number. */
const SMALL = 1_000

/** No vocabulary needs so few tokens for what ours needs one for: what is counted is something else, such as what the server had not read before. */
const TIMES_TOO_FEW = 16

/** What was said of a refusal, but for numbers that cannot be of a request of this size: learned, they would leave no room for anything. */
function believable({ actual, limit }: Pick<Refused, 'actual' | 'limit'>, size: number): Pick<Refused, 'actual' | 'limit'> {
  if (actual === undefined || size < SMALL || actual * TIMES_TOO_FEW >= size) return { actual, limit }
  return limit === undefined || limit * TIMES_TOO_FEW < size ? {} : { limit }
}

function afterRefusal({ calibration: before, limits }: Learned, { endpoint, counted, answer, ...numbers }: Refused): Learned {
  const { accepted = 0 } = learnedFor(limits, endpoint) ?? {}
  const size = scaleCount(counted, scaleFor(endpoint, before)).expected
  const { actual, limit: said } = believable(numbers, size)
  const isWordless = actual === undefined && said === undefined
  if (isWordless && (size < SMALL || size * MOST_TIMES < accepted)) return { calibration: before, limits }
  const limit = actual === undefined && said !== undefined && said * MOST_TIMES < accepted ? undefined : said
  const isAnswers = isForTheAnswer(actual ?? size, limit, answer)
  const seen = { ...countedAt(endpoint), estimated: counted, actual, ...(isAnswers ? {} : { limit }) }
  const calibration = observeLimit(before, seen)
  if (isAnswers && limit !== undefined)
    return { calibration, limits: learnLimit(limits, endpoint, { kind: 'served', window: limit }) }
  const refusal = inOurScale({ counted, actual, limit }, scaleFor(endpoint, calibration))
  return { calibration, limits: learnLimit(limits, endpoint, { kind: 'refused', ...refusal }) }
}

/** What was learned about a model of another window is forgotten: it is another model now, or it is served anew. */
function unlessChanged(learned: LearnedUnder, key: string, window: number): LearnedUnder {
  const under = Object.hasOwn(learned.declared, key) ? learned.declared[key] : undefined
  if (under === undefined || under === window) return learned
  const { [key]: _, ...limits } = learned.limits
  const { [key]: __, ...declared } = learned.declared
  return { ...learned, limits, declared }
}

function assumption(model: string, margin: number): string {
  const share = Math.round(margin * 100)
  return `Until ${model} reports its counts, ${share} % is kept free: its vocabulary may be older than the scripts of this thread need.`
}

function keyOf({ model, baseUrl, window }: Endpoint): string {
  const name = model === '' && window !== undefined ? `(${window})` : model
  return baseUrl === undefined ? name : `${name} ${baseUrl}`
}

function scaleFor(endpoint: Endpoint, calibration: Calibration, excess = 0): Factor {
  const { family, place } = countedAt(endpoint)
  return factorFor(calibration, family, endpoint.model === '' ? 0 : excess, place)
}

/** Who counts, and where. */
function countedAt({ model, baseUrl, window }: Endpoint): { readonly family: string; readonly place: string } {
  return { family: model === '' ? namelessName(window) : familyOf(model), place: addressOf(baseUrl) }
}

/**
 * A refusal in numbers that our counts can be held against. If the provider counted more than we think it can, its numbers are made smaller
 * in proportion: otherwise a request as large as the refused one would seem to fit.
 */
function inOurScale(
  {
    counted,
    actual,
    limit,
  }: { readonly counted: number; readonly actual: number | undefined; readonly limit: number | undefined },
  scale: Factor,
): { readonly tokens: number; readonly stated: number | undefined } {
  const { expected, most } = scaleCount(counted, scale)
  if (actual === undefined || actual <= most) return { tokens: actual ?? expected, stated: limit }
  return { tokens: most, stated: limit === undefined ? undefined : Math.floor((limit * most) / actual) }
}

/** A host may name any number of models. */
const MOST_MODELS = 1_000

/** Our own table has windows; prices are in the data package, unless the host has named them. */
function lacksFacts({ sources, prices }: ModelLimits): boolean {
  return sources.window === 'family' || sources.window === 'fallback' || prices === undefined
}

/** A data package that cannot be read is as good as none: a relative or the fallback serves. So is a server that does not answer. */
async function loaded(load: (() => Promise<ModelTable>) | undefined): Promise<ModelTable | undefined> {
  try {
    return await load?.()
  } catch {
    return undefined
  }
}
