import type { Sources } from '../compact/circumstances.ts'
import type { ArtifactPermission } from '../schema/artifacts.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { Policy } from '../schema/policy.ts'
import type { AnyDialect, DialectChoice } from '../schema/wire/request-of.ts'
import type { GivenSurroundings, GivenSystem, GivenTools } from '../view/given.ts'
import { checkOptions, type Kind } from './options.ts'

/** What is known only when a request is made. */
export interface RequestOptions<Choice extends DialectChoice = AnyDialect> extends Sources {
  /** System text besides what the log begins with; blank text does not count. */
  readonly system?: GivenSystem | undefined
  /** Tool definitions: a list in any dialect's shape, or the AI SDK's object by name. */
  readonly tools?: GivenTools | undefined
  readonly model?: string | undefined
  /** The server's address if it is not the provider's own: what one server serves, another may not. */
  readonly baseUrl?: string | undefined
  /** Tokens the model can take in and give out; by default the model's own, or 128,000. */
  readonly window?: number | undefined
  /** Tokens kept free for the answer; by default as many as the request asks for, or the model can give. */
  readonly reserve?: number | undefined
  /** Most bytes that the provider takes; by default what its documentation says. */
  readonly byteLimit?: number | undefined
  /** The format to write; by default the one the thread was written in. The type of the request follows from it. */
  readonly dialect?: Choice | undefined
  /** The request that came in, without its messages: what is written goes back into it. */
  readonly around?: GivenSurroundings | undefined
  /** Another policy for this call, or `off` for none. */
  readonly policy?: Policy | 'off' | undefined
  /** What is to come back into this request, and on whose behalf artifacts are read. Without it, what the policy lets come back. */
  readonly rehydrate?: RehydrateOptions | undefined
  /** What the caller makes of a request before it goes out: a model that is asked for a summary by its last request again is sent it so. */
  readonly sentAs?: ((request: Json) => Json) | undefined
  /** Cancels a compaction that is waiting for its summary: it fails with `compaction-cancelled`, and nothing is changed. */
  readonly signal?: AbortSignal | undefined
}

/** What is said once of the model, its server and its format, instead of at every call. */
export type ModelOptions<Choice extends DialectChoice = AnyDialect> = Pick<
  RequestOptions<Choice>,
  'model' | 'baseUrl' | 'window' | 'reserve' | 'byteLimit' | 'dialect'
>

/** Kinds of these options. */
export const MODEL_OPTIONS: Readonly<Record<keyof ModelOptions, Kind>> = {
  ...{ model: 'text', baseUrl: 'text', dialect: 'name or object', window: 'number', reserve: 'number', byteLimit: 'number' },
}

interface RehydrateOptions {
  /** Handles (`e57`) and ids of artifacts that are to be shown, whatever they are: the host asks for them. */
  readonly ask?: readonly string[]
  /** On whose behalf; `agent` by default. */
  readonly requester?: string
  /** What the requester may read; up to internal content by default. */
  readonly permissions?: readonly ArtifactPermission[]
}

const REQUEST_OPTIONS: Readonly<Record<keyof RequestOptions | 'instructions', Kind>> = {
  ...{ ...MODEL_OPTIONS, instructions: 'text', policy: 'name or object', rehydrated: 'flag', rehydrate: 'object' },
  // Tools have a check of their own.
  ...{ around: 'object', signal: 'signal', sentAs: 'function', sources: 'object', tools: 'anything', system: 'text or list' },
}

/** Refuses options that a request does not have. */
export function checkRequestOptions(options: RequestOptions): void {
  checkOptions('A request', options, REQUEST_OPTIONS)
  checkByteLimit(options)
}

/** A window is checked with its reserve, where both are known; of bytes there may be as many as one likes, but not none. */
export function checkByteLimit({ byteLimit }: Pick<RequestOptions, 'byteLimit'>): void {
  if (byteLimit === undefined || byteLimit >= 1) return
  const expected = 'a number of at least 1'
  throw new CompactionError<'budget-invalid'>({ code: 'budget-invalid', field: 'byteLimit', value: byteLimit, expected })
}

/** Refuses options that a check of how full the next request is does not have. */
export function checkCheckOptions(options: RequestOptions & { readonly threshold?: number | undefined }): void {
  checkOptions('check', options, { ...REQUEST_OPTIONS, threshold: 'number' })
  checkByteLimit(options)
}
