import type { JsonObject } from '../json.ts'

/** What `invoke` of LangChain's chat models takes as messages. Lists are not readonly here, because LangChain's are not. */
export type LangchainRequest = {
  readonly messages: LangchainMessage[]
  /** Options of a call to OpenAI, where the host has said `promptCache`. */
  readonly promptCacheKey?: string
  readonly promptCacheRetention?: '24h'
}

export type LangchainMessage =
  | (Named & { readonly type: 'system' | 'human'; readonly content: string | LangchainBlock[] })
  | (Named & {
      readonly type: 'ai'
      readonly content: string | LangchainBlock[]
      readonly tool_calls?: LangchainCall[]
    })
  | (Named & {
      readonly type: 'tool'
      readonly content: string | LangchainBlock[]
      readonly tool_call_id: string
      readonly status?: 'success' | 'error'
    })

type Named = { readonly id?: string; readonly name?: string }

type LangchainBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }

type LangchainCall = { readonly name: string; readonly args: JsonObject; readonly id: string; readonly type: 'tool_call' }
