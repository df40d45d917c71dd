import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { Thread } from '../../src/index.ts'
import { palimpsest as forAnthropic } from '../../src/integrations/anthropic.ts'
import { palimpsest as forOpenai } from '../../src/integrations/openai.ts'
import { PICTURE, SYSTEM, TASK, type World } from './sdk-world.ts'

export type Speaking = 'streamed' | 'whole'

/** A loop over Anthropic's SDK that keeps its messages itself and hands all of them in. */
export async function anthropicAgent(how: Speaking, at: World): Promise<Thread> {
  const image = { type: 'base64', media_type: 'image/png', data: PICTURE } as const
  const messages: Anthropic.MessageParam[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: TASK },
        { type: 'image', source: image },
      ],
    },
  ]
  const open = () => forAnthropic({ thread: 'agent', store: at.store, window: at.declared })
  const bare = new Anthropic({ baseURL: at.anthropicUrl.replace(/\/v1$/, ''), apiKey: 'none' })
  let memory = open()
  let client = memory.wrap(bare)
  for (;;) {
    if (at.isTimeToStop()) {
      memory = open()
      client = memory.wrap(bare)
    }
    const body = {
      ...{ model: 'claude-sonnet-5', max_tokens: 2_024, system: SYSTEM, messages },
      thinking: { type: 'enabled' as const, budget_tokens: 1_024 },
      tools: [{ name: at.tool.name, description: at.tool.description, input_schema: { ...at.tool.schema } }],
    }
    const answer = how === 'whole' ? await client.messages.create(body) : await client.messages.stream(body).finalMessage()
    messages.push({ role: 'assistant', content: answer.content })
    const calls = answer.content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return memory.thread()
    messages.push({
      role: 'user',
      content: calls.map(({ id, input }) => ({ type: 'tool_result', tool_use_id: id, content: at.tool.work(input) })),
    })
  }
}

/** The same over Chat Completions of OpenAI's SDK. */
export async function chatAgent(
  how: Speaking,
  at: World,
  thinks: 'thinks' | 'does not think' = 'does not think',
): Promise<Thread> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: SYSTEM },
    {
      role: 'user',
      content: [
        { type: 'text', text: TASK },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
      ],
    },
  ]
  const open = () => forOpenai({ thread: 'agent', store: at.store, window: at.declared })
  let memory = open()
  const clientOf = () => new OpenAI({ baseURL: at.openaiUrl, apiKey: 'none', fetch: memory.fetch })
  let client = clientOf()
  for (;;) {
    if (at.isTimeToStop()) {
      memory = open()
      client = clientOf()
    }
    const tool = { name: at.tool.name, description: at.tool.description, parameters: { ...at.tool.schema } }
    const body = {
      ...{ model: 'gpt-4o', messages, max_completion_tokens: 1_000, tools: [{ type: 'function' as const, function: tool }] },
      // Not OpenAI's, but of hosts that speak its protocol.
      ...(thinks === 'thinks' ? { thinking: { type: 'enabled' } } : {}),
    }
    const message =
      how === 'whole'
        ? (await client.chat.completions.create(body)).choices[0]?.message
        : await client.chat.completions.stream({ ...body, stream_options: { include_usage: true } }).finalMessage()
    if (message === undefined) throw new Error('no message')
    messages.push(message)
    if ((message.tool_calls ?? []).length === 0) return memory.thread()
    for (const call of message.tool_calls ?? []) {
      if (call.type !== 'function') continue
      messages.push({ role: 'tool', tool_call_id: call.id, content: at.tool.work(JSON.parse(call.function.arguments)) })
    }
  }
}

/** The same over Responses, with all items handed in. */
export async function responsesAgent(how: Speaking, at: World): Promise<Thread> {
  const url = `data:image/png;base64,${PICTURE}`
  let items: OpenAI.Responses.ResponseInputItem[] = [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: TASK },
        { type: 'input_image', image_url: url, detail: 'auto' },
      ],
    },
  ]
  const open = () => forOpenai({ thread: 'agent', store: at.store, window: at.declared })
  const bare = new OpenAI({ baseURL: at.openaiUrl, apiKey: 'none' })
  let memory = open()
  let client = memory.wrap(bare)
  for (;;) {
    if (at.isTimeToStop()) {
      memory = open()
      client = memory.wrap(bare)
    }
    const tool = {
      type: 'function' as const,
      name: at.tool.name,
      description: at.tool.description,
      parameters: { ...at.tool.schema },
      strict: true,
    }
    const body = {
      ...{ model: 'gpt-5', instructions: SYSTEM, input: items, max_output_tokens: 1_000, tools: [tool], store: false },
      ...{ reasoning: { effort: 'low' as const }, include: ['reasoning.encrypted_content' as const] },
    }
    const answer = how === 'streamed' ? await client.responses.stream(body).finalResponse() : await client.responses.create(body)
    const calls = answer.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
    const outputs = calls.map(({ call_id, arguments: args }) => ({
      ...{ type: 'function_call_output' as const, call_id, output: at.tool.work(JSON.parse(args)) },
    }))
    items = [...items, ...(answer.output as OpenAI.Responses.ResponseInputItem[]), ...outputs]
    if (calls.length === 0) return memory.thread()
  }
}
