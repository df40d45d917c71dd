/** The model of the conversation writes its summary, through the client that is there: its last request again, read from the provider's cache. */
import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { presets } from 'palimpsest'
import { palimpsest } from 'palimpsest/openai'
import { openaiSummarizer } from 'palimpsest/summarizers/openai'
import { type ScriptedRequest, scriptedModelServer, strictProvider } from 'palimpsest/testing'

const provider = strictProvider({ window: 100_000, turn: step })
const server = await scriptedModelServer(answer)

const openai = new OpenAI({ apiKey: 'none', baseURL: server.openaiUrl })
const memory = palimpsest({
  thread: 'inspection',
  policy: presets.claudeCode(),
  summarizer: openaiSummarizer({ client: openai }),
})
const client = memory.wrap(openai)

const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Read all thirty reports, and never touch the valves.' },
]
const tools: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'read_report', parameters: { type: 'object' } } },
]
for (;;) {
  const { choices } = await client.chat.completions.create({ model: 'gpt-5-mini', messages, tools })
  const message = choices[0]?.message
  assert.ok(message)
  messages.push(message)
  if (message.tool_calls === undefined) break
  for (const { id } of message.tool_calls) messages.push({ role: 'tool', tool_call_id: id, content: report(id) })
}

const thread = await memory.thread()
const { receipt } = await thread.compact()
const { attempts = [], usage } = receipt.summary ?? {}
console.log(`asked ${attempts.length} time, the ${attempts[0]?.way} way: ${attempts[0]?.outcome}`)
console.log(`${Math.round((100 * (usage?.cached ?? 0)) / (usage?.input ?? 1))} % of what it read came from the cache`)
console.log((await thread.summaries())[0]?.text.split('\n').find((line) => line.includes('valve 7')))
assert.deepEqual(provider.report().refused, [])
assert.equal((await thread.entries()).length, messages.flatMap(({ role }) => (role === 'assistant' ? [1, 1] : [1])).length - 1)
await server.close()

function report(id: string): string {
  return `Report ${id}: ${'the valves were looked at, and nothing was found. '.repeat(40)}`
}

/** Thirty calls, and then a word. */
function step(number: number) {
  if (number > 30) return { text: 'All thirty reports are read. At valve 7 the seal is worn: it was not touched.', calls: [] }
  return { text: `Report ${number}.`, calls: [{ id: `call_${number}`, tool: 'read_report', input: {} }] }
}

/** The provider, which is a model that writes a summary as well. */
function answer(request: ScriptedRequest) {
  const said = provider.answer(request)
  if (said.kind !== 'turn' || !request.text.includes('Now the JSON object.')) return said
  const item = { kind: 'state', text: 'At valve 7 the seal is worn.', sources: [91], authority: 'assistant' }
  return { ...said, calls: [], text: JSON.stringify({ operations: [{ op: 'add', item }] }) }
}
