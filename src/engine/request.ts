import type { Sources } from '../compact/circumstances.ts'
import { cacheMarks } from '../render/cache-marks.ts'
import { RENDER_VERSION } from '../render/placeholders.ts'
import type { Budget } from '../schema/budget.ts'
import type { Commit } from '../schema/commit.ts'
import type { Json } from '../schema/json.ts'
import type { ModelLimits } from '../schema/model-limits.ts'
import type { Hash, Surroundings } from '../schema/ports.ts'
import type { Prompt } from '../schema/prompt.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { RequestRecord } from '../schema/request-record.ts'
import type { Adjustment } from '../schema/trigger.ts'
import { assembleRequest } from '../view/assemble.ts'
import type { View } from '../view/live-view.ts'
import type { Setting } from '../view/setting.ts'

/** What is known only when a request is made. */
export interface RequestOptions extends Sources {
  /** System text besides what the log begins with; blank text is none. */
  readonly system?: string
  /** Tool definitions, in the dialect's own shape. */
  readonly tools?: readonly Json[]
  readonly model?: string
  /** The server's address where it is not the provider's own: what one server serves, another may not. */
  readonly baseUrl?: string
  /** Tokens the model can take in and give out; by default the model's own, or 128,000. */
  readonly window?: number
  /** Tokens kept free for the answer; by default as many as the request asks for, or the model can give. */
  readonly reserve?: number
  /** Most bytes that the provider takes; by default what its documentation says. */
  readonly byteLimit?: number
  /** Name of the format to write; by default the one the thread was written in. */
  readonly dialect?: string
  /** The request that came in, without its messages: what is written goes back into it. */
  readonly around?: Surroundings
  /** Cancels a compaction that is waiting for its summary: it fails with `compaction-cancelled`, and nothing is changed. */
  readonly signal?: AbortSignal
}

export interface Prepared {
  /** The request in the dialect's own shape, checked by its validator. Put together when it is first read. */
  readonly request: Json
  readonly prompt: Prompt
  /** Messages of the prompt after which the provider should keep what it has read; none unless the policy wants them. */
  readonly cacheMarks: readonly number[]
  /** By our count; what the provider may count at most is in `budget.scale`. */
  readonly tokens: number
  /** What the request was held against. */
  readonly budget: Budget
  /** Numbers that were asked for and could not be kept. */
  readonly adjustments: readonly Adjustment[]
  /** What is known about the model, from whom, and what somebody should know of it. */
  readonly limits: ModelLimits
  /** The account of the compaction this request rests on; `null` where there was none. */
  readonly receipt: Receipt | null
  readonly record: RequestRecord
}

/** A request that is put together when somebody reads it, so that a check alone costs next to nothing. */
export function prepared(options: {
  readonly at: Setting
  readonly view: View
  readonly commit: Commit | null
  readonly head: number
  readonly hash: Hash
}): Prepared {
  const { at, view, commit, head, hash } = options
  let prompt: Prompt | undefined
  let request: Json | undefined
  const promptOnce = (): Prompt => {
    prompt ??= view.prompt()
    return prompt
  }
  const requestOnce = (): Json => {
    request ??= assembleRequest(at, view)
    return request
  }
  return {
    get request() {
      return requestOnce()
    },
    get prompt() {
      return promptOnce()
    },
    get cacheMarks() {
      return at.marksCache ? cacheMarks(promptOnce()) : []
    },
    tokens: at.outside + view.tokens,
    budget: at.budget,
    adjustments: at.adjustments,
    limits: at.limits,
    receipt: commit?.receipt ?? null,
    get record() {
      return {
        commit: commit?.id ?? null,
        head,
        dialect: at.dialect.traits.name,
        system: hash(JSON.stringify(at.system)),
        tools: hash(JSON.stringify(at.around.tools)),
        renderer: RENDER_VERSION,
        bytes: hash(JSON.stringify(requestOnce())),
        stable: promptOnce().stable,
      }
    },
  }
}
