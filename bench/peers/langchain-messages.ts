import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { countTokensApproximately } from 'langchain'
import type { Watch } from '../contestant.ts'
import type { ChatMessage } from '../sessions.ts'

export function translate(message: ChatMessage): BaseMessage {
  switch (message.role) {
    case 'system':
      return new SystemMessage(message.content)
    case 'user':
      return new HumanMessage(message.content)
    case 'assistant':
      return new AIMessage({
        content: message.content,
        tool_calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: given } }) => ({
          type: 'tool_call' as const,
          id,
          name,
          args: JSON.parse(given) as Record<string, unknown>,
        })),
      })
    case 'tool':
      return new ToolMessage({ content: message.content, tool_call_id: message.tool_call_id })
  }
}

/** LangChain's own counter, four characters a token: the cheapest it has. Stops when the time is up. */
export function watchedCounter(watch: Watch): (messages: BaseMessage[]) => number {
  return (messages) => {
    watch.look()
    return countTokensApproximately(messages)
  }
}
