import { DynamicStructuredTool } from '@langchain/core/tools'
import { checkToolOptions } from '../../engine/tools/check-tool-options.ts'
import { DEFINITIONS } from '../../engine/tools/definitions.ts'
import { AGENT_TOOLS, type AgentToolOptions } from '../../schema/agent-tools.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { Conversation } from '../conversation.ts'

/** Tools with which the agent looks up what was put away, as LangChain takes them. */
export function recallTools(
  { compactor, latest }: Conversation,
  options: AgentToolOptions = {},
): DynamicStructuredTool<JsonObject>[] {
  if (compactor === undefined) {
    const expected = 'the name of a thread; for one that is open, `compactor.tools(thread)` has the tools'
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'thread', expected, found: 'an open thread' })
  }
  checkToolOptions('recallTools', options)
  return AGENT_TOOLS.filter((name) => options.only?.includes(name) ?? true).map((name) => {
    const { description, inputSchema } = DEFINITIONS[name]
    const func = async (input: unknown): Promise<string> =>
      (await compactor.tools(await latest(), options).execute(name, input)).text
    return new DynamicStructuredTool({ name, description, schema: structuredClone(inputSchema), func })
  })
}
