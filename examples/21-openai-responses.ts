/** A loop over OpenAI's Responses that outgrows its window: one line of it is ours. Below it, a provider that takes half of what it is said to take. */
import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { palimpsest } from 'palimpsest/openai'
import { scriptedModelServer, strictProvider } from 'palimpsest/testing'

const provider = strictProvider({ window: 4_000, turn: step })
const server = await scriptedModelServer((request) => provider.answer(request))

const memory = palimpsest({ thread: 'inspection', window: 8_000 })
const client = memory.wrap(new OpenAI({ apiKey: 'none', baseURL: server.openaiUrl }))

const items: OpenAI.Responses.ResponseInputItem[] = [
  { role: 'user', content: 'Read all thirty reports, and never touch the valves.' },
]
const tools: OpenAI.Responses.Tool[] = [{ type: 'function', name: 'read_report', parameters: { type: 'object' }, strict: false }]
for (;;) {
  const { output } = await client.responses.create({ model: 'my-model', input: items, tools })
  const calls = output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
  items.push(...output.filter((item) => item.type === 'function_call' || item.type === 'message'))
  if (calls.length === 0) break
  for (const { call_id } of calls) items.push({ type: 'function_call_output', call_id, output: report(call_id) })
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
