import { neutral } from '../dialects/neutral/dialect.ts'
import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { present } from './fields.ts'

/*
 * Messages of programs whose own shape no provider has: they are read as messages of our neutral shape.
 */

export function textPart(text: string): JsonObject {
  return { type: 'text', text }
}

export function reasoningPart(text: string): JsonObject {
  return { type: 'reasoning', text }
}

export function callPart(id: string, name: string, input: Json | undefined): JsonObject {
  return { type: 'tool_call', id, name, arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}) }
}

export function resultPart(id: string, text: string, isError: boolean): JsonObject {
  return { type: 'tool_result', tool_call_id: id, text, ...(isError ? { is_error: true } : {}) }
}

export function filePart(note: string): JsonObject {
  return { type: 'image', note }
}

type Facts = {
  readonly [Key in 'id' | 'time' | 'author' | 'model' | 'usage' | 'finishReason' | 'error']: MessageDraft[Key] | undefined
}

/** A message of the neutral shape with what else is known of it. `summary` marks what the program wrote when it compacted. */
export function neutralDraft(
  role: 'system' | 'user' | 'assistant' | 'tool',
  parts: readonly JsonObject[],
  facts: Partial<Facts> & { readonly summary?: boolean } = {},
): MessageDraft {
  const { summary = false, ...known } = facts
  const [draft] = neutral.readMessages([{ role, content: [...parts], ...(summary ? { compactSummary: true } : {}) }])
  if (draft === undefined) throw new Error('one message was handed in, and none was read')
  return { ...draft, ...present(known) }
}

/** The same with some of its texts written by another than the rest of the message. */
export function withAuthors(draft: MessageDraft, isProgram: (block: BlockDraft, index: number) => boolean): MessageDraft {
  const blocks = draft.blocks.map((block, index) =>
    block.kind === 'text' && isProgram(block, index) ? { ...block, author: 'harness' as const } : block,
  )
  return { ...draft, blocks }
}
