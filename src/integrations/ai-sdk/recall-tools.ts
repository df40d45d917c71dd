import type { AgentToolOptions } from '../../schema/agent-tools.ts'
import { CompactionError } from '../../schema/failures.ts'
import { foundIn } from '../../schema/found-in.ts'
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
  making: ToolMaking<Schema, Made>,
  options: AgentToolOptions = {},
): Promise<Record<string, Made>> {
  checkMaking(making)
  const { jsonSchema, dynamicTool } = making
  const { all } = await lookups(conversation, options)
  return Object.fromEntries(
    all.map(({ name, description, inputSchema, execute }) => {
      const told = async (input: unknown): Promise<string> => (await execute(input)).text
      return [name, dynamicTool({ description, inputSchema: jsonSchema(inputSchema), execute: told })]
    }),
  )
}

/** They are easily forgotten: no other integration needs them. */
function checkMaking(making: Partial<ToolMaking<unknown, unknown>> | undefined | null): void {
  if (typeof making?.jsonSchema === 'function' && typeof making.dynamicTool === 'function') return
  const expected = "the SDK's functions: recallTools({ jsonSchema, dynamicTool }), both from 'ai'"
  const found = typeof making === 'object' && making !== null ? 'an object without one of them' : foundIn(making)
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'what recallTools is given', expected, found })
}
