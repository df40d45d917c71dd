import { DynamicStructuredTool } from '@langchain/core/tools'
import { checkToolOptions } from '../../engine/tools/check-tool-options.ts'
import { DEFINITIONS } from '../../engine/tools/definitions.ts'
import { AGENT_TOOLS, type AgentToolOptions } from '../../schema/agent-tools.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { Conversation } from '../conversation.ts'
import { isOpen } from '../lookups.ts'

/** Tools with which the agent looks up what was put away, as LangChain takes them. */
export function recallTools(
  { compactor, latest }: Conversation,
  options: AgentToolOptions = {},
): DynamicStructuredTool<JsonObject>[] {
  if (compactor === undefined) throw isOpen()
  checkToolOptions('recallTools', options)
  return AGENT_TOOLS.filter((name) => options.only?.includes(name) ?? true).map((name) => {
    const { description, inputSchema } = DEFINITIONS[name]
    const func = async (input: unknown): Promise<string> =>
      (await compactor.tools(await latest(), options).execute(name, input)).text
    return new DynamicStructuredTool({ name, description, schema: structuredClone(inputSchema), func })
  })
}
