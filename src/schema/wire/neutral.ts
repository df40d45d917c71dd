import type { Json, JsonObject } from '../json.ts'

/** A request in our own shape. */
export type NeutralRequest = {
  readonly messages: readonly NeutralMessage[]
  readonly tools?: readonly JsonObject[]
}

export type NeutralMessage = {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | readonly NeutralPart[]
}

type NeutralPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly arguments: Json }
  | { readonly type: 'tool_result'; readonly tool_call_id: string; readonly text: string; readonly is_error?: boolean }
  | { readonly type: 'image'; readonly note: string }
