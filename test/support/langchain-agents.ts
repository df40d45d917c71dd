import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import type { Thread } from '../../src/index.ts'
import { palimpsest } from '../../src/integrations/langchain/memory.ts'
import { PICTURE, readPart, SYSTEM, TASK, TOOL, type World } from './sdk-world.ts'

/** A loop over a chat model of LangChain, with the middleware’s hooks around each call, as its agent calls them. */
export async function langchainAgent(at: World): Promise<Thread> {
  const model = new ChatOpenAI({
    ...{ model: 'gpt-5', apiKey: 'none', maxRetries: 0, maxTokens: 1_000, useResponsesApi: false },
    configuration: { baseURL: at.server.openaiUrl },
  })
  const tools = [
    tool((input: Asked) => readPart(input), { name: TOOL.name, description: TOOL.description, schema: { ...TOOL.schema } }),
  ]
  const bound = model.bindTools(tools)
  const url = `data:image/png;base64,${PICTURE}`
  const messages: BaseMessage[] = [
    new HumanMessage({
      content: [
        { type: 'text', text: TASK },
        { type: 'image_url', image_url: { url } },
      ],
    }),
  ]
  const open = () => palimpsest({ thread: 'agent', store: at.store, window: at.declared, reserve: 1_000 })
  let memory = open()
  for (;;) {
    if (at.isTimeToStop()) memory = open()
    const request = { messages, systemPrompt: SYSTEM, model, tools }
    const answer = await memory
      .middleware()
      .wrapModelCall(request, (shown) => bound.invoke([{ role: 'system', content: SYSTEM }, ...shown.messages]))
    messages.push(new AIMessage({ content: answer.text, tool_calls: answer.tool_calls ?? [], id: `kept-${messages.length}` }))
    const calls = answer.tool_calls ?? []
    if (calls.length === 0) return memory.thread()
    for (const { id = '', args } of calls) {
      messages.push(new ToolMessage({ content: readPart(args as Asked), tool_call_id: id }))
    }
  }
}

interface Asked {
  readonly part: number
  readonly lines: number
}
