import type { ConversationOptions } from './conversation.ts'
import { anthropicWire } from './fetch/anthropic.ts'
import { type FetchMemory, fetchMemory } from './fetch/memory.ts'

export type { ConversationOptions } from './conversation.ts'
export type { FetchMemory } from './fetch/memory.ts'

/**
 * Keeps a conversation of Anthropic's SDK within the model's window, and keeps all of it.
 *
 * @example
 * const client = palimpsest({ thread: 'support-4711' }).wrap(new Anthropic())
 * const answer = await client.messages.create({ model, max_tokens, messages, tools })
 */
export function palimpsest(options: ConversationOptions = {}): FetchMemory {
  return fetchMemory('palimpsest', [anthropicWire], options)
}
