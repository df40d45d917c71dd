import type { Json, JsonObject } from '../json.ts'
import type { Dialect } from '../ports.ts'
import type { AiSdkRequest } from './ai-sdk.ts'
import type { AnthropicRequest } from './anthropic.ts'
import type { GeminiRequest } from './gemini.ts'
import type { LangchainRequest } from './langchain.ts'
import type { NeutralRequest } from './neutral.ts'
import type { OpenaiChatRequest } from './openai-chat.ts'
import type { OpenaiResponsesRequest } from './openai-responses.ts'

/** What a request looks like in each of our dialects, by the dialect's name. */
interface RequestsByName {
  readonly 'openai-chat': OpenaiChatRequest
  readonly 'openai-responses': OpenaiResponsesRequest
  readonly anthropic: AnthropicRequest
  readonly gemini: GeminiRequest
  readonly 'ai-sdk': AiSdkRequest
  readonly langchain: LangchainRequest
  readonly neutral: NeutralRequest
}

/** How a caller says which dialect is meant: by the dialect itself, or by its name. */
export type DialectChoice = Dialect | keyof RequestsByName | OtherName

/** Any other name. Written like this, an editor still offers ours. */
type OtherName = string & Record<never, never>

/** A tool's definition as a choice writes it; any JSON if the choice does not say. */
export type ToolOf<Choice> =
  RequestOf<Choice> extends { readonly tools?: infer Tools }
    ? NonNullable<Tools> extends readonly (infer Tool)[]
      ? Tool
      : Json
    : Json

/** A choice of which nothing is known at compile time. */
export type AnyDialect = Dialect | string

/** The request that a choice leads to; a JSON object if the choice does not say. */
export type RequestOf<Choice> = Choice extends keyof RequestsByName
  ? RequestsByName[Choice]
  : Choice extends Dialect<unknown, infer Request>
    ? unknown extends Request
      ? JsonObject
      : Request
    : JsonObject
