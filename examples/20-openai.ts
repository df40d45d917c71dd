/** A loop over OpenAI's SDK that outgrows its window: one line of it is ours. Below it, a provider that takes half of what it is said to take. */
import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { palimpsest } from 'palimpsest/openai'
import { scriptedModelServer, strictProvider } from 'palimpsest/testing'

const provider = strictProvider({ window: 4_000, turn: step })
const server = await scriptedModelServer((request) => provider.answer(request))

const memory = palimpsest({ thread: 'inspection', window: 8_000 })
const client = memory.wrap(new OpenAI({ apiKey: 'none', baseURL: server.openaiUrl }))

const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Read all thirty reports, and never touch the valves.' },
]
const tools: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'read_report', parameters: { type: 'object' } } },
]
for (;;) {
  const message = await client.chat.completions.stream({ model: 'my-model', messages, tools }).finalMessage()
  messages.push(message)
  if (message.tool_calls === undefined) break
  for (const { id } of message.tool_calls) messages.push({ role: 'tool', tool_call_id: id, content: report(id) })
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
