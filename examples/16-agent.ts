/** A complete agent in 40 lines: tools, streaming, recovery from an overflow, events, restart. Below it, a server that plays the model. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { createCompactor, presets, type Thread } from 'palimpsest'
import { openSqliteStore } from 'palimpsest/stores/sqlite'
import { type Script, scriptedModelServer } from 'palimpsest/testing'

// --- the agent
const TOOLS: Record<string, (input: { id: number }) => string> = {
  read_report: ({ id }) =>
    `Report ${id}: ${'the valves were looked at, and nothing was found. '.repeat(40)}Pressure ${id * 7} bar.`,
}
const tools = Object.keys(TOOLS).map((name) => ({
  type: 'function' as const,
  function: { name, parameters: { type: 'object' } },
}))

/** One step of the model, as it streams. A request that is refused for its size is made smaller and sent again. */
async function step(
  thread: Thread,
  prepared = thread.prepare({ model: 'my-model', reserve: 300, dialect: 'openai-chat', tools }),
) {
  const { request } = await prepared
  try {
    const stream = client.chat.completions.stream({ model: 'my-model', messages: request.messages, tools })
    stream.on('content', (text) => process.stdout.write(text))
    return (await stream.finalMessage()) ?? assert.fail('no message')
  } catch (error) {
    const smaller = await thread.recover<'openai-chat'>(error)
    if (smaller?.retry !== true) throw error
    console.log(`refused: sent again with ${smaller.tokens} tokens`)
    return step(thread, Promise.resolve(smaller))
  }
}

/** Works until there is nothing left to do. What was being done when a process ended is gone on with. */
async function work(thread: Thread): Promise<void> {
  while ((await thread.state()) === 'in-flight') {
    const message = await step(thread)
    await thread.append([message])
    for (const call of message.tool_calls ?? []) {
      if (call.type !== 'function') continue
      const content = TOOLS[call.function.name]?.(JSON.parse(call.function.arguments)) ?? 'There is no such tool.'
      await thread.append([{ role: 'tool', tool_call_id: call.id, content }])
    }
    await thread.settle()
  }
}
// --- until here

// The model reads ten reports and answers; it takes 2,500 tokens, though nobody has said so, and its server falls over in between.
const script: Script = ({ text }, count) => {
  if (text.length > 2_500 * 4.6)
    return {
      kind: 'status',
      status: 400,
      message: `This model's maximum context length is 2500 tokens. However, you requested ${Math.round(text.length / 4.6)} tokens`,
    }
  if (count === 6) return { kind: 'reset' }
  const read = new Set(calls).size
  calls.push(read + 1)
  return read < 10
    ? { kind: 'tool-call', tool: 'read_report', input: { id: read + 1 } }
    : { kind: 'text', text: 'All ten reports are read.\n' }
}
const calls: number[] = []
const server = await scriptedModelServer(script)
const client = new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0 })
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-agent-'))

async function run(request?: string): Promise<void> {
  const store = await openSqliteStore(join(folder, 'agent.db'))
  const compactor = createCompactor({ store, policy: presets.balanced() })
  compactor.on('overflow-learned', ({ window }) => console.log(`learned: the window is ${window}`))
  compactor.on('compaction-done', ({ occasion, tokens }) =>
    console.log(`compacted (${occasion}): ${tokens.before} -> ${tokens.after}`),
  )
  const thread = await compactor.thread('inspection')
  if (request !== undefined) await thread.append([{ role: 'user', content: request }])
  try {
    await work(thread)
  } finally {
    console.log(`${await thread.state()}, ${(await thread.entries()).length} entries`)
    await compactor.close()
  }
}

await assert.rejects(run('Read all ten reports, and never touch the valves.'))
console.log('--- another process')
await run()
const last = server.requests.at(-1)
assert.ok(last?.text.includes('never touch the valves'))
assert.deepEqual(calls, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
await server.close()
rmSync(folder, { recursive: true, force: true })
