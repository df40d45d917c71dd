import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import type { OpenScope } from './scope.ts'

interface HandoffArguments {
  readonly goal: string
  readonly thread?: string
}

const ARGUMENTS = {
  type: 'object',
  properties: {
    goal: { type: 'string', description: 'what is to be done next' },
    thread: { type: 'string', description: 'the conversation to go on from; may be left out if there is one' },
  },
  required: ['goal'],
} as const

/** The prompt that begins a new conversation with what a goal needs of an old one. */
export function addHandoff(server: McpServer, open: OpenScope): void {
  server.registerPrompt(
    'handoff',
    {
      description: 'Begin with what a goal needs of an earlier conversation.',
      argsSchema: fromJsonSchema<HandoffArguments>(ARGUMENTS),
    },
    async ({ goal, thread }) => {
      const { text } = await open.on(thread, (opened) => opened.brief({ goal }))
      return { messages: [{ role: 'user', content: { type: 'text', text: `${text}\n\nThe goal now:\n${goal}` } }] }
    },
  )
}
