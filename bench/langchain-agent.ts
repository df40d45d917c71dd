import { ChatOpenAI } from '@langchain/openai'
import { createAgent, createMiddleware, tool } from 'langchain'
import type { Thread } from '../src/index.ts'
import { palimpsest } from '../src/integrations/langchain/memory.ts'
import { readPart, SYSTEM, TASK, TOOL, type World } from '../test/support/sdk-world.ts'

/** An agent as `createAgent` of LangChain makes it, with our middleware: for `npm run agents`. */
export async function createdAgent(at: World): Promise<Thread> {
  const model = new ChatOpenAI({
    ...{ model: 'gpt-5', apiKey: 'none', maxRetries: 0, maxTokens: 1_000, useResponsesApi: false },
    configuration: { baseURL: at.server.openaiUrl },
  })
  const read = tool((input: { part: number; lines: number }) => readPart(input), {
    name: TOOL.name,
    description: TOOL.description,
    schema: { ...TOOL.schema, required: [...TOOL.schema.required] },
  })
  const memory = palimpsest({ thread: 'agent', store: at.store, window: at.declared, reserve: 1_000 })
  const agent = createAgent({
    ...{ model, systemPrompt: SYSTEM, tools: [read] },
    middleware: [createMiddleware(memory.middleware())],
  })
  await agent.invoke({ messages: [{ role: 'user', content: TASK }] }, { recursionLimit: 10_000 })
  return memory.thread()
}
