import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import type { Thread } from '../../src/index.ts'
import { palimpsest } from '../../src/integrations/langchain/memory.ts'
import { PICTURE, SYSTEM, TASK, type World } from './sdk-world.ts'

/** A loop over a chat model of LangChain, with the middleware’s hooks around each call, as its agent calls them. */
export async function langchainAgent(behind: 'chat' | 'responses', at: World): Promise<Thread> {
  const thinking = { useResponsesApi: true, zdrEnabled: true, reasoning: { effort: 'low' as const } }
  const model = new ChatOpenAI({
    ...{ model: behind === 'chat' ? 'gpt-4o' : 'gpt-5', apiKey: 'none', maxTokens: 1_000 },
    ...(behind === 'chat' ? { useResponsesApi: false } : thinking),
    configuration: { baseURL: at.openaiUrl },
  })
  const { name, description, schema } = at.tool
  const tools = [tool((input: object) => at.tool.work(input), { name, description, schema: { ...schema } })]
  const bound = model.bindTools(tools)
  const messages: BaseMessage[] = [
    new HumanMessage({
      content: [
        { type: 'text', text: TASK },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
      ],
    }),
  ]
  const open = () => palimpsest({ thread: 'agent', store: at.store, window: at.declared, offloadAbove: 1_500 })
  let memory = open()
  for (;;) {
    if (at.isTimeToStop()) memory = open()
    const { wrapModelCall, wrapToolCall } = memory.middleware()
    const request = { messages, systemPrompt: SYSTEM, model, tools }
    const answer = await wrapModelCall(request, (shown) => bound.invoke([{ role: 'system', content: SYSTEM }, ...shown.messages]))
    messages.push(answer)
    const calls = answer.tool_calls ?? []
    if (calls.length === 0) return memory.thread()
    messages.push(
      ...(await Promise.all(
        calls.map((toolCall) =>
          wrapToolCall(
            { toolCall },
            () => new ToolMessage({ content: at.tool.work(toolCall.args), tool_call_id: toolCall.id ?? '' }),
          ),
        ),
      )),
    )
  }
}
