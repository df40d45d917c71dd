/** What versions 6 and 7 of the AI SDK have in common, as far as it is used here. The package itself is never loaded. */

export interface Part {
  readonly type: string
  readonly providerOptions?: unknown
}

/** A message as the SDK hands it to a model: its content is a list of parts, but for system text. */
export interface PromptMessage {
  readonly role: string
  readonly content: unknown
  readonly providerOptions?: unknown
}

/** What a model is called with. */
export interface CallParams {
  readonly prompt: readonly PromptMessage[]
  readonly tools?: readonly object[]
  readonly maxOutputTokens?: number
  readonly abortSignal?: AbortSignal
  readonly providerOptions?: unknown
}

export interface StreamPart {
  readonly type: string
  readonly kind?: unknown
  readonly error?: unknown
  readonly usage?: unknown
}

export interface Generated {
  readonly usage?: unknown
}

export interface Streamed {
  readonly stream: ReadableStream<StreamPart>
}

/** A model of any version, as far as it answers at once. */
export interface Generating<Params = CallParams, Result = Generated> {
  readonly modelId: string
  doGenerate(params: Params): PromiseLike<Result>
}

/** The same, as far as it streams. */
export interface Streaming<Params = CallParams, Result = Streamed> {
  readonly modelId: string
  doStream(params: Params): PromiseLike<Result>
}

export interface AnyModel extends Generating, Streaming {}

export function isModel(value: unknown): value is AnyModel {
  return typeof value === 'object' && value !== null && 'doGenerate' in value && 'doStream' in value && 'modelId' in value
}

/** What `prepareStep` is called with. Version 7 may hand back what was returned for the step before. */
export interface StepInput<Model = unknown> {
  readonly model: Model
  readonly messages: readonly object[]
  readonly steps: readonly StepEnd[]
  /** Only in version 7. */
  readonly initialMessages?: readonly object[]
}

/** What `onStepFinish` and `onStepEnd` are called with. Messages are those of all steps in version 6, those of this one in version 7. */
export interface StepEnd {
  readonly response: { readonly messages: readonly object[] }
  readonly usage?: unknown
}
