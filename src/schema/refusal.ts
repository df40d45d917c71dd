/** Why a provider did not answer a request as it was asked to. */
export type RefusalKind =
  /** The request holds more tokens than the model takes. */
  | 'overflow'
  /** The request holds more bytes than the server takes. */
  | 'payload'
  /** Something stands before the model's reasoning that did not stand there when it was sealed. */
  | 'reasoning'
  /** These look alike, and a smaller request is no cure for them. */
  | 'rate-limit'
  | 'quota'
  | 'content-filter'
  | 'media'
  | 'output-limit'
  | 'other'

/** What a provider said to a request, as far as it is about its size. */
export interface Refusal {
  readonly kind: RefusalKind
  /** How it was recognised: by the words of a provider, by words of a language, by a code, by two numbers, or by what came back. */
  readonly by: string
  /** Tokens (or bytes) that the provider takes, if it says so. */
  readonly limit?: number | undefined
  /** Tokens (or bytes) that it counted, if it says so. */
  readonly actual?: number | undefined
  /** Tokens that the request asked for its answer, if the provider says so. */
  readonly answer?: number | undefined
  /** How much the request was above the limit, if that is all that it says. */
  readonly excess?: number | undefined
}

/** The request that was refused, as far as it is known. */
export interface RefusedRequest {
  /** As we expect the provider to count it. */
  readonly tokens: number
  /** Room that was kept for the answer: some providers count it in. */
  readonly reserve: number
  readonly window: number
}
