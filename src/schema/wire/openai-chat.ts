import type { JsonObject } from '../json.ts'

/** A request of Chat Completions, without what its sender adds (`model`). Lists are not readonly here, because the SDK's are not. */
export type OpenaiChatRequest = {
  readonly messages: OpenaiChatMessage[]
  readonly tools?: OpenaiChatTool[]
}

export type OpenaiChatMessage =
  | { readonly role: 'system' | 'developer'; readonly content: string | OpenaiChatText[] }
  | { readonly role: 'user'; readonly content: string | (OpenaiChatText | OpenaiChatFile)[] }
  | { readonly role: 'tool'; readonly content: string | OpenaiChatText[]; readonly tool_call_id: string }
  | {
      readonly role: 'assistant'
      readonly content?: string | OpenaiChatText[] | null
      readonly refusal?: string | null
      readonly tool_calls?: OpenaiChatCall[]
    }

type OpenaiChatText = {
  readonly type: 'text'
  readonly text: string
}

type OpenaiChatFile =
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string; readonly detail?: 'auto' | 'low' | 'high' } }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly data: string; readonly format: 'wav' | 'mp3' } }
  | {
      readonly type: 'file'
      readonly file: { readonly file_data?: string; readonly file_id?: string; readonly filename?: string }
    }

type OpenaiChatCall =
  | { readonly id: string; readonly type: 'function'; readonly function: { readonly name: string; readonly arguments: string } }
  | { readonly id: string; readonly type: 'custom'; readonly custom: { readonly name: string; readonly input: string } }

type OpenaiChatTool = {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description?: string; readonly parameters?: JsonObject }
}
