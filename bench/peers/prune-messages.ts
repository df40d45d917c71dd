import { type ModelMessage, pruneMessages } from 'ai'
import type { Contestant } from '../contestant.ts'
import type { ChatMessage } from '../sessions.ts'

/** As its documents show it: old tool calls and their results go, the last messages keep theirs. */
const SETTINGS = { reasoning: 'all', toolCalls: 'before-last-40-messages', emptyMessages: 'remove' } as const

/** The AI SDK's own means, called at every step. */
export const prune: Contestant = {
  name: 'pruneMessages',
  about:
    'AI SDK. Counts no tokens and knows no budget: it takes old tool calls and results out by their place, at every step. So it has no ' +
    'check, and its check, request and compact are one and the same; what it leaves may not fit.',

  async open(history) {
    const tools = new Map<string, string>()
    const messages = history.map((message) => translate(message, tools))
    const pruned = (): readonly ModelMessage[] => pruneMessages({ messages, ...SETTINGS })
    return {
      loading: null,
      check: pruned,
      request: pruned,
      compaction: async () => pruned,
      step(message) {
        const next = translate(message, tools)
        return () => {
          messages.push(next)
          return pruned()
        }
      },
    }
  },
}

export function translate(message: ChatMessage, tools: Map<string, string>): ModelMessage {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content }
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: given } }) => {
        tools.set(id, name)
        return { type: 'tool-call' as const, toolCallId: id, toolName: name, input: JSON.parse(given) as unknown }
      })
      return { role: 'assistant', content: [{ type: 'text', text: message.content }, ...calls] }
    }
    case 'tool': {
      const { tool_call_id: toolCallId, content } = message
      const toolName = tools.get(toolCallId) ?? 'tool'
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: content } }] }
    }
  }
}
