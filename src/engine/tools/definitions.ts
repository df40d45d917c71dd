import type { AgentToolName } from '../../schema/agent-tools.ts'
import type { JsonObject } from '../../schema/json.ts'

interface Definition {
  readonly description: string
  readonly inputSchema: JsonObject
}

const text = { type: 'string' } as const
const number = { type: 'integer' } as const

function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required: [...required] }
}

/** What a model is told of the tools. Every word is paid for with every request: together they have less than 400 tokens. */
export const DEFINITIONS: Readonly<Record<AgentToolName, Definition>> = {
  recall: {
    description: 'Search this whole conversation, including what was compacted. Gives excerpts with handles (e57).',
    inputSchema: object(
      {
        query: text,
        tool: { ...text, description: 'only its calls and results' },
        file: { ...text, description: 'only entries naming this path' },
        limit: number,
      },
      ['query'],
    ),
  },
  expand: {
    description: 'Read original entries by handle: e57 or e57-e63.',
    inputSchema: object({ handle: text, from: { ...number, description: 'character to go on at' } }, ['handle']),
  },
  read_artifact: {
    description: 'Read content that was put away, by artifact id: all, lines, or lines holding a text.',
    inputSchema: object({ id: text, from_line: number, to_line: number, search: text }, ['id']),
  },
  context_status: { description: 'How full the context is and what was compacted.', inputSchema: object({}, []) },
  compact_context: {
    description: 'Ask to compact the context now.',
    inputSchema: object({ reason: text, preserve: { type: 'array', items: text } }, ['reason']),
  },
}
