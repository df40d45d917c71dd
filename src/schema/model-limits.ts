/** Where a number about a model comes from. `learned` is what the provider has shown to be less; `family` is a guess from a relative. */
export type LimitSource = 'override' | 'learned' | 'table' | 'package' | 'family' | 'fallback'

/** What one source knows about a model. */
export interface ModelFacts {
  /** Tokens in and out together. */
  readonly window?: number | undefined
  /** Most tokens a request may hold, if that is less than the window. */
  readonly maxInput?: number | undefined
  readonly maxOutput?: number | undefined
  readonly prices?: ModelPrices | undefined
}

/** Facts by name, as `modelKeys` writes names; `*` stands for every model, `gpt-5 at proxy.example/v1` for one at an address. Plain JSON. */
export type ModelTable = Readonly<Record<string, ModelFacts>>

/** What is known about a model after asking every source. */
export interface ModelLimits {
  readonly model: string
  readonly window: number
  /** Never above the window. */
  readonly maxInput: number
  /** `undefined` if it is unknown. */
  readonly maxOutput: number | undefined
  readonly prices: ModelPrices | undefined
  readonly sources: { readonly window: LimitSource; readonly maxOutput: LimitSource | undefined }
  /** Disagreements, and what is taken for granted, as sentences: the host should know of them. */
  readonly notes: readonly string[]
}

/** US dollars for a million tokens. The first step holds from 0 input tokens; a later one, for the whole request, above its own. */
export type ModelPrices = readonly [PriceStep, ...PriceStep[]]

export interface PriceStep {
  /** Input tokens above which the step holds. */
  readonly above: number
  readonly input: number
  readonly output: number
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
  /** For a cache that lives an hour. */
  readonly cacheWriteHour?: number | undefined
}

/** What requests to one model at one address have shown. Plain JSON. */
export interface LearnedLimit {
  /** The window as the server itself named it, in an error or when asked. */
  readonly window?: number | undefined
  /** Tokens, by our count, of the smallest request that was refused without such a number. */
  readonly refused?: number | undefined
  /** Tokens of the largest request that was accepted. */
  readonly accepted?: number | undefined
  /** Most bytes that may be sent, by what was refused. */
  readonly bytes?: number | undefined
}

/** By model and base URL, as `learnedKey` writes them. Plain JSON, kept by the host between runs. */
export type LearnedLimits = Readonly<Record<string, LearnedLimit>>

/** One thing that a request has shown. */
export type LimitEvidence =
  | { readonly kind: 'served'; readonly window: number }
  | { readonly kind: 'refused'; readonly tokens: number; readonly stated?: number | undefined }
  | { readonly kind: 'accepted'; readonly tokens: number }
  | { readonly kind: 'too-many-bytes'; readonly bytes: number }
