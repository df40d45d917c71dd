import type { AgentToolOptions, AgentTools } from '../schema/agent-tools.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Conversation } from './conversation.ts'

/**
 * Tools with which the agent looks up what was put away. They look where the conversation is when the agent asks: handles are those of the branch that
 * it is shown.
 */
export async function lookups({ compactor, latest }: Conversation, options: AgentToolOptions = {}): Promise<AgentTools> {
  if (compactor === undefined) throw isOpen()
  const tools = compactor.tools(await latest(), options)
  const execute = async (name: string, input: unknown) => compactor.tools(await latest(), options).execute(name, input)
  const all = tools.all.map((tool) => ({ ...tool, execute: (input: unknown) => execute(tool.name, input) }))
  return { ...tools, all, execute }
}

/** Who opened the thread has its compactor, and so its tools. */
export function isOpen(): CompactionError<'input-invalid'> {
  const expected = 'the name of a thread; for one that is open, `compactor.tools(thread)` has the tools'
  return new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'thread', expected, found: 'an open thread' })
}
