import type { JsonObject } from '../json.ts'

/**
 * A request of the Responses API, without what its sender adds (`model`). Items of kinds that are not listed go out as they came in.
 * Lists are not readonly here, because the SDK's are not.
 */
export type OpenaiResponsesRequest = {
  readonly instructions?: string
  readonly input: OpenaiResponsesItem[]
  readonly tools?: OpenaiResponsesTool[]
}

export type OpenaiResponsesItem =
  | {
      readonly type?: 'message'
      readonly role: 'user' | 'assistant' | 'system' | 'developer'
      readonly content: string | OpenaiResponsesInput[]
    }
  | {
      readonly type: 'message'
      readonly id: string
      readonly status: Status
      readonly role: 'assistant'
      readonly content: OpenaiResponsesOutput[]
    }
  | { readonly type: 'function_call'; readonly call_id: string; readonly name: string; readonly arguments: string }
  | {
      readonly type: 'function_call_output'
      readonly call_id: string
      readonly output: string | OpenaiResponsesInput[]
    }
  | {
      readonly type: 'reasoning'
      readonly id: string
      readonly summary: { readonly type: 'summary_text'; readonly text: string }[]
      readonly encrypted_content?: string | null
    }
  | { readonly type: 'compaction'; readonly encrypted_content: string }

type Status = 'in_progress' | 'completed' | 'incomplete'

type OpenaiResponsesInput =
  | { readonly type: 'input_text'; readonly text: string }
  | { readonly type: 'input_image'; readonly detail: 'auto' | 'low' | 'high'; readonly image_url?: string }
  | { readonly type: 'input_file'; readonly file_data?: string; readonly file_url?: string; readonly filename?: string }

type OpenaiResponsesOutput =
  | { readonly type: 'output_text'; readonly text: string; readonly annotations: never[] }
  | { readonly type: 'refusal'; readonly refusal: string }

type OpenaiResponsesTool = {
  readonly type: 'function'
  readonly name: string
  readonly description?: string
  readonly parameters: JsonObject
  readonly strict: boolean
}
