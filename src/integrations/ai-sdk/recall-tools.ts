import type { AgentToolOptions } from '../../schema/agent-tools.ts'
import type { Conversation } from '../conversation.ts'
import { lookups } from '../lookups.ts'

/** The functions of the AI SDK that make a tool: hand them in, so that the package itself need not be loaded here. */
export interface ToolMaking<Schema, Made> {
  jsonSchema(schema: object): Schema
  dynamicTool(tool: { description: string; inputSchema: Schema; execute: (input: unknown) => Promise<string> }): Made
}

/** Tools with which the agent looks up what was put away, as the AI SDK takes them. */
export async function recallTools<Schema, Made>(
  conversation: Conversation,
  { jsonSchema, dynamicTool }: ToolMaking<Schema, Made>,
  options: AgentToolOptions = {},
): Promise<Record<string, Made>> {
  const { all } = await lookups(conversation, options)
  return Object.fromEntries(
    all.map(({ name, description, inputSchema, execute }) => {
      const told = async (input: unknown): Promise<string> => (await execute(input)).text
      return [name, dynamicTool({ description, inputSchema: jsonSchema(inputSchema), execute: told })]
    }),
  )
}
