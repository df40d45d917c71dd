import { MemorySaver } from '@langchain/langgraph'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, createMiddleware, initChatModel, tool } from 'langchain'
import type { Thread } from '../src/index.ts'
import { palimpsest } from '../src/integrations/langchain/memory.ts'
import { PICTURE, SYSTEM, TASK, type World } from '../test/support/sdk-world.ts'

const CONFIG = { configurable: { thread_id: 'agent' }, recursionLimit: 10_000 }

/**
 * An agent as `createAgent` of LangChain makes it, with our middleware and a checkpointer: for `npm run agents`. It is stopped in the middle of its
 * work, and another goes on from the checkpoint.
 */
export async function createdAgent(behind: 'chat' | 'anthropic', at: World): Promise<Thread> {
  const limits = { apiKey: 'none' }
  const model =
    behind === 'chat'
      ? new ChatOpenAI({
          ...limits,
          model: 'gpt-4o',
          maxTokens: 1_000,
          useResponsesApi: false,
          configuration: { baseURL: at.openaiUrl },
        })
      : // As from a text, `createAgent({ model: 'anthropic:…' })`: a model that becomes itself only when it is called.
        await initChatModel('anthropic:claude-sonnet-4-5', {
          ...{ ...limits, maxTokens: 2_024, thinking: { type: 'enabled', budget_tokens: 1_024 } },
          anthropicApiUrl: at.anthropicUrl.replace(/\/v1$/, ''),
        })
  const checkpointer = new MemorySaver()
  const content = [
    { type: 'text', text: TASK },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
  ]
  for (let input: { messages: object[] } | null = { messages: [{ role: 'user', content }] }; ; input = null) {
    const stop = new AbortController()
    const read = tool(
      (given: object) => {
        if (at.isTimeToStop()) stop.abort()
        return at.tool.work(given)
      },
      { name: at.tool.name, description: at.tool.description, schema: { ...at.tool.schema } },
    )
    const memory = palimpsest({ thread: 'agent', store: at.store, window: at.declared, offloadAbove: 2_000 })
    const middleware = [createMiddleware(memory.middleware())]
    const agent = createAgent({ model, systemPrompt: SYSTEM, tools: [read], checkpointer, middleware })
    try {
      await agent.invoke(input as Parameters<typeof agent.invoke>[0], { ...CONFIG, signal: stop.signal })
      return memory.thread()
    } catch (error) {
      if (!stop.signal.aborted) throw error
    }
  }
}
