import type { JsonObject } from '../../schema/json.ts'

/** A generated message before a dialect writes it down. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly parts: readonly ModelPart[]
  /** How the content is written if the dialect leaves a choice. */
  readonly shape: 'string' | 'array' | 'null' | 'absent'
  /** Unforeseen fields. */
  readonly extras?: JsonObject
  /** Another program's summary of what came before. */
  readonly summary?: true
}

export type ModelPart =
  | { readonly kind: 'text'; readonly text: string; readonly extras?: JsonObject }
  | { readonly kind: 'reasoning'; readonly text: string; readonly seal: 'signed' | 'redacted' | 'plain' }
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly input: string }
  | {
      readonly kind: 'result'
      readonly id: string
      readonly tool: string
      readonly text: string
      readonly failed: boolean
      readonly shape: ResultShape
      readonly extras?: JsonObject
    }
  | { readonly kind: 'file'; readonly media: 'image' | 'document' | 'audio'; readonly url: string }
  | { readonly kind: 'opaque'; readonly type: string; readonly body: JsonObject }

/** How a result's content is written: text, parts, parts with a picture or an empty one among them, null, or not at all. */
export type ResultShape = 'string' | 'array' | 'image' | 'hollow' | 'null' | 'absent'
