/** A loop of the AI SDK that outgrows its window, in three lines. Below it, a provider that takes half of what it is said to take. */
import assert from 'node:assert/strict'
import { createOpenAI } from '@ai-sdk/openai'
import { isStepCount, jsonSchema, streamText, tool } from 'ai'
import { palimpsest } from 'palimpsest/ai-sdk'
import { scriptedModelServer, strictProvider } from 'palimpsest/testing'

const provider = strictProvider({ window: 4_000, turn: step })
const server = await scriptedModelServer((request) => provider.answer(request))
const model = createOpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }).chat('my-model')
const tools = {
  read_report: tool({
    description: 'Reads a report.',
    inputSchema: jsonSchema<{ id: number }>({ type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }),
    execute: ({ id }) =>
      `Report ${id}: ${'the valves were looked at, and nothing was found. '.repeat(20)}Pressure ${id * 7} bar.`,
  }),
}

const messages = [{ role: 'user' as const, content: 'Read all thirty reports, and never touch the valves.' }]

const memory = palimpsest({ thread: 'support-4711', window: 8_000 })
const result = streamText({ ...memory.options(), model, messages, tools, stopWhen: isStepCount(40) })
console.log(await result.text)

const thread = await memory.thread()
const { requests, refused, overflows } = provider.report()
console.log(`${requests} requests, ${refused.length} against the rules, ${overflows} too large: made smaller and sent again`)
console.log(`${(await thread.entries()).length} entries are kept, ${(await thread.commits()).length} compactions`)
assert.deepEqual({ refused, overflows }, { refused: [], overflows: 1 })
await server.close()

/** Thirty calls, and then a word. */
function step(number: number) {
  if (number > 30) return { text: 'All thirty reports are read.', calls: [] }
  return { text: '', calls: [{ id: `call_${number}`, tool: 'read_report', input: { id: number } }] }
}
