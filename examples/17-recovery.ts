/** A provider refuses a request for its size: the next one is smaller, and what it said is remembered. */
import assert from 'node:assert/strict'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'
import { createCompactor, isFailure, memoryStore, presets, type Thread, triggers } from 'palimpsest'
import { type ScriptedRequest, scriptedModelServer } from 'palimpsest/testing'

// A server on this machine that plays a model. It takes 1,500 tokens, whatever its documentation says.
const server = await scriptedModelServer(answer)
const model = createOpenAICompatible({ name: 'scripted', baseURL: server.openaiUrl, apiKey: 'none' })('small')
const store = memoryStore()
const at = { model: 'small', window: 8_000, reserve: 0, dialect: 'ai-sdk' } as const

console.log('A step that is refused, and sent again:')
const thread = await createCompactor({ store, clock: () => 0 }).thread('shop')
await thread.append(history(24))
console.log(`  the model says: ${await step(thread)}`)

console.log('Another process, the same store:')
const compactor = createCompactor({ store, clock: () => 0 })
const other = await compactor.thread('another')
await other.append(history(24))
const { tokens, limits } = await other.prepare(at)
console.log(`  ${tokens} tokens at once: ${limits.notes[0]}`)
assert.ok(tokens <= 1_500)

console.log('The server was given more memory:')
console.log(`  forgotten: ${(await compactor.forget({ model: at.model })).join(', ')}`)
console.log(`  the window is ${(await other.prepare(at)).limits.window} again`)

console.log('What is no overflow:')
for (const text of ['Rate limit reached: 40000 tokens per min', 'image exceeds 5 MB maximum', 'max_tokens: 64000 > 8192']) {
  console.log(`  ${await thread.recover(new Error(text))}  ${text}`)
}

console.log('A server that refuses whatever it gets, and says nothing about numbers:')
const stubborn = await createCompactor({ clock: () => 0 }).thread('stubborn')
await stubborn.append(history(24))
await stubborn.prepare(at)
for (let times = 0; times < 40; times += 1) {
  try {
    const again = await stubborn.recover(new Error('Input is too long for requested model.'))
    if (times < 4) console.log(`  attempt ${again?.attempt}: ${again?.tokens} tokens, retry: ${again?.retry}`)
  } catch (error) {
    assert.ok(isFailure(error, 'fixed-part-too-large'))
    console.log(`  … ${error.message}`)
    break
  }
}

console.log('With compaction off:')
const off = await createCompactor({ policy: presets.balanced({ trigger: triggers.off() }) }).thread('off')
await off.append(history(24))
await off.prepare(at)
await off.recover(new Error('prompt is too long: 2143 tokens > 1500 maximum')).catch((error) => console.log(`  ${error.message}`))
await server.close()

/** One call of a model, as a loop of yours would make it. */
async function step(thread: Thread): Promise<string> {
  let { request, tokens } = await thread.prepare(at)
  for (;;) {
    try {
      console.log(`  ${tokens} tokens are sent`)
      return (await generateText({ model, messages: request.messages, maxRetries: 0 })).text
    } catch (error) {
      const again = await thread.recover(error)
      if (again === null || !again.retry) throw error
      console.log(`  refused: known by ${again.refusal.by}, limit ${again.refusal.limit}, counted ${again.refusal.actual}`)
      request = again.request as typeof request
      tokens = again.tokens
    }
  }
}

function answer({ text }: ScriptedRequest) {
  const counted = Math.round(text.length / 4)
  const said = `This model's maximum context length is 1500 tokens. However, your messages resulted in ${counted} tokens.`
  return counted > 1_500 ? ({ kind: 'status', status: 400, message: said } as const) : ({ kind: 'text', text: 'Done.' } as const)
}

function history(turns: number) {
  return [
    ...Array.from({ length: turns }, (_, turn) => [
      {
        role: 'user',
        content: `Go on with table ${turn}: move it, and say how many rows it has and which keys, when it is there.`,
      },
      {
        role: 'assistant',
        content: `Table ${turn} is moved, with ${1000 + turn * 7} rows; its keys are the ones that it had before. ${'It took a while. '.repeat(12)}`,
      },
    ]).flat(),
    { role: 'user', content: 'And now the last one.' },
  ]
}
