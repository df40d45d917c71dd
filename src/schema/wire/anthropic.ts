import type { JsonObject } from '../json.ts'

/**
 * A request of the Messages API, without what its sender adds (`model`, `max_tokens`). Blocks of kinds that are not listed go out as
 * they came in. Lists are not readonly here, because the SDK's are not.
 */
export type AnthropicRequest = {
  readonly system?: string | AnthropicText[]
  readonly messages: AnthropicMessage[]
  readonly tools?: AnthropicTool[]
}

export type AnthropicMessage = {
  readonly role: 'user' | 'assistant'
  readonly content: string | AnthropicBlock[]
}

type AnthropicBlock =
  | AnthropicText
  | AnthropicFile
  | (Cacheable & { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: JsonObject })
  | (Cacheable & {
      readonly type: 'tool_result'
      readonly tool_use_id: string
      readonly content?: string | (AnthropicText | AnthropicFile)[]
      readonly is_error?: boolean
    })
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }

type Cacheable = {
  readonly cache_control?: { readonly type: 'ephemeral'; readonly ttl?: '5m' | '1h' }
}

type AnthropicText = Cacheable & {
  readonly type: 'text'
  readonly text: string
}

type AnthropicFile = Cacheable & (AnthropicImage | AnthropicDocument)

type AnthropicImage = {
  readonly type: 'image'
  readonly source: Link | Data<'base64', 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'>
}

type AnthropicDocument = {
  readonly type: 'document'
  readonly source: Link | Data<'base64', 'application/pdf'> | Data<'text', 'text/plain'>
}

type Link = {
  readonly type: 'url'
  readonly url: string
}

type Data<Type, MediaType> = {
  readonly type: Type
  readonly media_type: MediaType
  readonly data: string
}

type AnthropicTool = {
  readonly name: string
  readonly description?: string
  readonly input_schema: JsonObject & { readonly type: 'object' }
}
