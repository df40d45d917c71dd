import type { BaseMessage } from '@langchain/core/messages'

/** What LangChain's messages of version 1 have, as far as it is used here. */
export interface LangchainAnswer extends BaseMessage {
  readonly usage_metadata?: LangchainUsage | undefined
}

interface LangchainUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly input_token_details?:
    | { readonly cache_read?: number | undefined; readonly cache_creation?: number | undefined }
    | undefined
}

/** What a middleware is handed for a call of the model. */
export interface ModelRequest {
  readonly messages: BaseMessage[]
  readonly systemPrompt?: string | undefined
  readonly systemMessage?: BaseMessage | undefined
  readonly model?: unknown
  readonly tools?: readonly unknown[] | undefined
  readonly modelSettings?: Record<string, unknown>
  readonly runtime?: { readonly signal?: AbortSignal | undefined; readonly configurable?: object | undefined } | undefined
}

/** What a middleware is handed for a call of a tool. */
export interface ToolRequest {
  readonly toolCall: { readonly name: string; readonly id?: string | undefined; readonly args: unknown }
  readonly runtime?: { readonly signal?: AbortSignal | undefined } | undefined
}
