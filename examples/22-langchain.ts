/** A loop over a chat model of LangChain that outgrows its window. Below it, a provider that takes half of what it is said to take. */
import assert from 'node:assert/strict'
import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { palimpsest } from 'palimpsest/langchain'
import { scriptedModelServer, strictProvider } from 'palimpsest/testing'

const provider = strictProvider({ window: 4_000, turn: step })
const server = await scriptedModelServer((request) => provider.answer(request))
const tools = [{ type: 'function', function: { name: 'read_report', parameters: { type: 'object' } } }]
const model = new ChatOpenAI({ model: 'my-model', apiKey: 'none', configuration: { baseURL: server.openaiUrl } }).bindTools(tools)

const memory = palimpsest({ thread: 'inspection', model: 'my-model', window: 8_000 })
const { wrapModelCall } = memory.middleware()

const messages: BaseMessage[] = [new HumanMessage('Read all thirty reports, and never touch the valves.')]
for (;;) {
  const answer = await wrapModelCall({ messages, tools }, (request) => model.invoke(request.messages))
  messages.push(answer)
  if (answer.tool_calls === undefined || answer.tool_calls.length === 0) break
  for (const { id = '' } of answer.tool_calls) messages.push(new ToolMessage({ content: report(id), tool_call_id: id }))
}

const thread = await memory.thread()
const { requests, refused, overflows } = provider.report()
console.log(`${requests} requests, ${refused.length} against the rules, ${overflows} too large: made smaller and sent again`)
console.log(`${(await thread.entries()).length} entries are kept, ${(await thread.commits()).length} compactions`)
assert.deepEqual({ refused, overflows }, { refused: [], overflows: 1 })
await server.close()

function report(id: string): string {
  return `Report ${id}: ${'the valves were looked at, and nothing was found. '.repeat(20)}`
}

/** Thirty calls, and then a word. */
function step(number: number) {
  if (number > 30) return { text: 'All thirty reports are read.', calls: [] }
  return { text: `Report ${number}.`, calls: [{ id: `call_${number}`, tool: 'read_report', input: {} }] }
}
