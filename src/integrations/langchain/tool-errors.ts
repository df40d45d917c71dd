import { ToolMessage } from '@langchain/core/messages'
import type { ToolRequest } from './shapes.ts'

/**
 * What a tool has thrown as a result for the model, as LangChain's agent makes one of it where no middleware stands around its tools. Where one does,
 * the agent takes the error for the middleware's own, and dies of it: whoever adds a memory has not asked for that.
 */
export function resultOf(error: unknown, { toolCall, runtime }: ToolRequest): ToolMessage {
  if (isPassing(error) || runtime?.signal?.aborted === true) throw error
  const { name, id = '' } = toolCall
  return new ToolMessage({ name, tool_call_id: id, status: 'error', content: `${error}\n Please fix your mistakes.` })
}

/** Interrupts steer the graph, a stop is the caller's; wrong arguments and what other middlewares threw, LangChain tells apart by its brand. */
function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const isBubble = 'is_bubble_up' in error && error.is_bubble_up === true
  return isBubble || '~brand' in error || ('name' in error && error.name === 'AbortError')
}
