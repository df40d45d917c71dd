import {
  type Calibration,
  coldCalibration,
  EXACT,
  factorFor,
  familyOf,
  observe,
  observeLimit,
  scaleCount,
} from '../budget/calibrate.ts'
import { type Endpoint, learnedFor, learnLimit } from '../budget/learned-limits.ts'
import { resolveLimits } from '../budget/model-limits.ts'
import type { Factor } from '../schema/budget.ts'
import type { LearnedLimits, ModelLimits, ModelTable } from '../schema/model-limits.ts'
import type { Known } from '../view/setting.ts'
import type { ModelSources } from './ports.ts'

/** What requests have taught: how providers count, and what they take. Plain JSON, to be kept between runs. */
export interface Learned {
  readonly calibration: Calibration
  readonly limits: LearnedLimits
}

/** A request as we counted it, and what the provider said to it. */
interface Answer {
  readonly endpoint: Endpoint
  /** Our count of the request. */
  readonly counted: number
}

/** Knows about models and learns. One for each tenant: what one tenant reports must not change another's requests. */
export interface Knowledge {
  /** Answers at once if it was asked before. `excess` is what the scripts of the thread may cost more than by our count. */
  about(endpoint: Endpoint, excess?: number): Known | Promise<Known>
  /** The provider took a request and reported its size. */
  accepted(answer: Answer & { readonly reported: number; readonly afterCommit: boolean; readonly hidden: number }): void
  /** The provider refused a request for its size; it may have said what it counted and what it takes. */
  refused(answer: Answer & { readonly actual?: number | undefined; readonly limit?: number | undefined }): void
  /** The provider refused a request for its bytes: so many may be sent. */
  refusedBytes(endpoint: Endpoint, bytes: number): void
  learned(): Learned
}

export function nothingLearned(tokenizer: string): Learned {
  return { calibration: coldCalibration(tokenizer), limits: {} }
}

export function knowledge(models: ModelSources, start: Learned): Knowledge {
  let learned = start
  let data: ModelTable | undefined
  let known = new Map<string, Known>()
  const isLookedUp = new Set<string>()

  function learn(next: Learned): void {
    if (next.calibration === learned.calibration && next.limits === learned.limits) return
    learned = next
    known = new Map()
  }

  function resolve(endpoint: Endpoint, excess: number): Known {
    const limits = resolveLimits(endpoint, { ...models, learned: learned.limits, data: data ?? {} })
    const scale = scaleFor(endpoint, learned.calibration, excess)
    const assumed = excess > 0 && scale.factor === 1 ? [assumption(endpoint.model, scale.margin)] : []
    return { limits, scale, assumed, learned: learnedFor(learned.limits, endpoint) }
  }

  async function lookUp(endpoint: Endpoint, key: string, excess: number): Promise<Known> {
    if (data === undefined && endpoint.model !== '' && isGuess(resolve(endpoint, excess).limits)) data = await loaded(models)
    isLookedUp.add(endpoint.model)
    return keep(endpoint, key, excess)
  }

  function keep(endpoint: Endpoint, key: string, excess: number): Known {
    const found = resolve(endpoint, excess)
    if (known.size >= MOST_MODELS) known.clear()
    known.set(key, found)
    return found
  }

  return {
    about(endpoint, excess = 0) {
      const key = excess === 0 ? keyOf(endpoint) : `${keyOf(endpoint)} ${excess}`
      const found = known.get(key)
      if (found !== undefined) return found
      return isLookedUp.has(endpoint.model) ? keep(endpoint, key, excess) : lookUp(endpoint, key, excess)
    },
    accepted({ endpoint, counted, reported, afterCommit, hidden }) {
      const seen = { family: familyOf(endpoint.model), estimated: counted, reported, afterCommit, hidden }
      const calibration = endpoint.model === '' ? learned.calibration : observe(learned.calibration, seen)
      learn({ calibration, limits: learnLimit(learned.limits, endpoint, { kind: 'accepted', tokens: reported }) })
    },
    refused({ endpoint, counted, actual, limit }) {
      const family = familyOf(endpoint.model)
      const calibration =
        endpoint.model === ''
          ? learned.calibration
          : observeLimit(learned.calibration, { family, estimated: counted, actual, limit })
      const refusal = inOurScale({ counted, actual, limit }, scaleFor(endpoint, calibration))
      const limits = learnLimit(learned.limits, endpoint, { kind: 'refused', ...refusal })
      learn({ calibration, limits })
    },
    refusedBytes(endpoint, bytes) {
      learn({ ...learned, limits: learnLimit(learned.limits, endpoint, { kind: 'too-many-bytes', bytes }) })
    },
    learned: () => learned,
  }
}

function assumption(model: string, margin: number): string {
  const share = Math.round(margin * 100)
  return `Until ${model} reports its counts, ${share} % is kept free: its vocabulary may be older than the scripts of this thread need.`
}

function keyOf({ model, baseUrl, window }: Endpoint): string {
  const name = model === '' && window !== undefined ? `(${window})` : model
  return baseUrl === undefined ? name : `${name} ${baseUrl}`
}

/** Without a name, our count is taken for the provider's. */
function scaleFor({ model }: Endpoint, calibration: Calibration, excess = 0): Factor {
  return model === '' ? EXACT : factorFor(calibration, familyOf(model), excess)
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

function isGuess({ sources }: ModelLimits): boolean {
  return sources.window === 'family' || sources.window === 'fallback'
}

/** A data package that cannot be read is as good as none: a relative or the fallback serves. */
async function loaded(models: ModelSources): Promise<ModelTable> {
  try {
    return await models.data()
  } catch {
    return {}
  }
}
