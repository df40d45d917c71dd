import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { gemini } from '../../src/dialects/gemini/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { openaiResponses } from '../../src/dialects/openai-responses/dialect.ts'
import { createCompactor, type Json } from '../../src/index.ts'

const go = { role: 'user', content: 'go' }
const contents = [{ role: 'user', parts: [{ text: 'go' }] }]
const beside = { tool_choice: 'auto', parallel_tool_calls: true }
const EMPTY: readonly { readonly dialect: typeof openaiChat; readonly input: Json; readonly sent: Json }[] = [
  { dialect: openaiChat, input: { messages: [go], tools: [], ...beside }, sent: { messages: [go] } },
  { dialect: openaiResponses, input: { input: [go], tools: [], ...beside }, sent: { input: [go] } },
  { dialect: anthropic, input: { max_tokens: 9, messages: [go], tools: [] }, sent: { max_tokens: 9, messages: [go] } },
  { dialect: gemini, input: { contents, tools: [] }, sent: { contents } },
  { dialect: gemini, input: { contents, config: { temperature: 0, tools: [] } }, sent: { contents, config: { temperature: 0 } } },
] as never

describe('an empty list of tools', () => {
  it.each(EMPTY)('L2 · that a request came with is not sent: $dialect.traits.name', async ({ dialect, input, sent }) => {
    const { messages, ...around } = dialect.read(input)
    const thread = await createCompactor().thread('empty')
    await thread.appendDrafts(messages)
    expect((await thread.prepare({ around })).request).toEqual(sent)
  })

  it('L2 · handed in takes the place of the tools that a request came with, and nothing is left that needs tools', async () => {
    const tools = [{ type: 'function', function: { name: 'read', parameters: {} } }]
    const { messages, ...around } = openaiChat.read({ messages: [go], tools, ...beside })
    const thread = await createCompactor().thread('none')
    await thread.appendDrafts(messages)
    expect((await thread.prepare({ around, tools: [] })).request).toEqual({ messages: [go] })
  })
})
