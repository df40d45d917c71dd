import type { AgentToolOptions } from '../../schema/agent-tools.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { Conversation } from '../conversation.ts'

/** The functions of the AI SDK that make a tool: hand them in, so that the package itself need not be loaded here. */
export interface ToolMaking<Schema, Made> {
  jsonSchema(schema: object): Schema
  dynamicTool(tool: { description: string; inputSchema: Schema; execute: (input: unknown) => Promise<string> }): Made
}

/** Tools with which the agent looks up what was put away, as the AI SDK takes them. */
export async function recallTools<Schema, Made>(
  { compactor, latest }: Conversation,
  { jsonSchema, dynamicTool }: ToolMaking<Schema, Made>,
  options: AgentToolOptions = {},
): Promise<Record<string, Made>> {
  if (compactor === undefined) {
    const expected = 'the name of a thread; for one that is open, `compactor.tools(thread)` has the tools'
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'thread', expected, found: 'an open thread' })
  }
  const { all } = compactor.tools(await latest(), options)
  // Where the conversation is when the agent asks: handles are those of the branch that it is shown.
  const execute = async (name: string, input: unknown): Promise<string> =>
    (await compactor.tools(await latest(), options).execute(name, input)).text
  return Object.fromEntries(
    all.map(({ name, description, inputSchema }) => [
      name,
      dynamicTool({ description, inputSchema: jsonSchema(inputSchema), execute: (input) => execute(name, input) }),
    ]),
  )
}
