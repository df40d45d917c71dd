/** A loop over Anthropic's SDK that outgrows its window: one line of it is ours. Below it, a provider that takes half of what it is said to take. */
import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import { palimpsest } from 'palimpsest/anthropic'
import { scriptedModelServer, strictProvider } from 'palimpsest/testing'

const provider = strictProvider({ window: 4_000, turn: step })
const server = await scriptedModelServer((request) => provider.answer(request))
const baseURL = server.anthropicUrl.replace('/v1', '')

const memory = palimpsest({ thread: 'inspection', window: 8_000 })
const client = memory.wrap(new Anthropic({ apiKey: 'none', baseURL }))

const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Read all thirty reports, and never touch the valves.' }]
const tools: Anthropic.Tool[] = [{ name: 'read_report', description: 'Reads a report.', input_schema: { type: 'object' } }]
for (;;) {
  const { content } = await client.messages.create({ model: 'my-model', max_tokens: 500, messages, tools })
  messages.push({ role: 'assistant', content })
  const calls = content.filter((block) => block.type === 'tool_use')
  if (calls.length === 0) break
  messages.push({ role: 'user', content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: report(id) })) })
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
