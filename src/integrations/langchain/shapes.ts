/** What LangChain's messages of version 1 have, as far as it is used here. */
export interface LangchainMessage {
  readonly type: string
  readonly content: unknown
  readonly name?: string | undefined
  readonly tool_calls?: readonly LangchainCall[] | undefined
  readonly tool_call_id?: string
  readonly status?: string | undefined
  readonly usage_metadata?: LangchainUsage | undefined
}

interface LangchainCall {
  readonly id?: string | undefined
  readonly name: string
  readonly args: object
}

interface LangchainUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly input_token_details?: { readonly cache_read?: number | undefined } | undefined
}

/** What a middleware is handed for a call of the model. */
export interface ModelRequest<Message> {
  readonly messages: Message[]
  readonly systemPrompt?: string | undefined
  readonly model?: unknown
  readonly tools?: readonly unknown[] | undefined
}
