import type { ConversationOptions } from './conversation.ts'
import { type FetchMemory, fetchMemory } from './fetch/memory.ts'
import { chatWire } from './fetch/openai-chat.ts'
import { responsesWire } from './fetch/openai-responses.ts'

export type { ConversationOptions } from './conversation.ts'
export type { FetchMemory } from './fetch/memory.ts'

/**
 * Keeps a conversation of OpenAI's SDK, Chat Completions or Responses, within the model's window, and keeps all of it. Any server that speaks
 * these protocols will do; what it takes is learned by its address.
 *
 * @example
 * const client = palimpsest({ thread: 'support-4711' }).wrap(new OpenAI())
 * const answer = await client.chat.completions.create({ model, messages, tools })
 */
export function palimpsest(options: ConversationOptions = {}): FetchMemory {
  const { through: _, ...memory } = fetchMemory({ wires: [chatWire, responsesWire] }, options)
  return memory
}
