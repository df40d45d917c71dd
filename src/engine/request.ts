import { RENDER_VERSION } from '../render/placeholders.ts'
import type { Budget } from '../schema/budget.ts'
import type { Commit } from '../schema/commit.ts'
import { asGiven } from '../schema/foreign-values.ts'
import { frozen } from '../schema/frozen.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import type { ModelLimits } from '../schema/model-limits.ts'
import type { Policy } from '../schema/policy.ts'
import type { Hash } from '../schema/ports.ts'
import type { Prompt } from '../schema/prompt.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { RequestParts, RequestRecord } from '../schema/request-record.ts'
import type { Adjustment } from '../schema/trigger.ts'
import { assembleRequest, type Finished, finishedPrompt, marksOf } from '../view/assemble.ts'
import type { View } from '../view/live-view.ts'
import { type Around, bytesHash, partsOf } from '../view/request-parts.ts'
import type { Setting } from '../view/setting.ts'

export interface Prepared<Request = JsonObject> {
  /**
   * The request in the dialect's own shape, checked by its validator. Put together when it is first read, and the caller's own from then
   * on: changing it changes nothing else. It is a bare list only if `around` has no envelope.
   */
  readonly request: Request
  readonly prompt: Prompt
  /** Messages of the prompt after which the provider should keep what it has read; none unless the policy wants them. */
  readonly cacheMarks: readonly number[]
  /** By our count; what the provider may count at most is in `budget.scale`. */
  readonly tokens: number
  /** What the request was held against. */
  readonly budget: Budget
  /** Numbers that were asked for and could not be kept. */
  readonly adjustments: readonly Adjustment[]
  /** What is known about the model, from which source, and what the host should know of it. */
  readonly limits: ModelLimits
  /** The account of the compaction this request rests on; `null` if there was none. */
  readonly receipt: Receipt | null
  /** Whether this very call compacted. False if everything fits as it is, or the same compaction was already made. */
  readonly changed: boolean
  /** What the agent is to be told so that it goes on: given once, by the compaction that came while it was at work. */
  readonly continueWith?: string
  readonly record: RequestRecord
}

/** A request that is put together when it is read, so that a check alone costs next to nothing. */
export function prepared(options: {
  readonly at: Setting
  readonly view: View
  readonly commit: Commit | null
  readonly head: number
  readonly summaryRole: Policy['summaryRole']
  readonly hash: Hash
  /** What the view has at its end for this request alone. */
  readonly ephemeral?: string | undefined
  readonly brought?: readonly string[] | undefined
}): Prepared<Json> {
  const { at, view, commit, head, summaryRole, hash, ephemeral, brought } = options
  const around: Around = { ...at, summaryRole, sealedIn: at.dialect.traits.sealedIn, ephemeral, brought }
  let finished: Finished | undefined
  let assembled: Json | undefined
  let request: Json | undefined
  const finishedOnce = (): Finished => {
    finished ??= frozen(finishedPrompt(at, view))
    return finished
  }
  /** It shares objects with the log, and is never handed out. */
  const assembledOnce = (): Json => {
    assembled ??= assembleRequest(at, view)
    return assembled
  }
  const made: Prepared<Json> = {
    get request() {
      request ??= asGiven(assembledOnce())
      return request
    },
    get prompt() {
      return finishedOnce().prompt
    },
    get cacheMarks() {
      const marks = marksOf(at, { prompt: () => finishedOnce().prompt }).flatMap((mark) => ('at' in mark ? [mark.at] : []))
      return marks.sort((a, b) => a - b)
    },
    tokens: at.outside + view.tokens,
    budget: at.budget,
    get adjustments() {
      return at.dialect.mends === undefined ? at.adjustments : finishedOnce().adjustments
    },
    limits: at.limits,
    receipt: commit?.receipt ?? null,
    changed: false,
    get record() {
      return {
        commit: commit?.id ?? null,
        head,
        dialect: at.dialect.traits.name,
        ...partsOf(around, hash).names,
        renderer: RENDER_VERSION,
        bytes: bytesHash(around, view, hash),
        stable: view.stable,
      }
    },
  }
  partsBehind.set(made, () => partsOf(around, hash).parts)
  return made
}

const partsBehind = new WeakMap<object, () => RequestParts>()

/** What the record of a request refers to. */
export function partsFor(request: Prepared<Json>): RequestParts {
  return partsBehind.get(request)?.() ?? {}
}
