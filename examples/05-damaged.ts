/** Real transcripts are often damaged. The request is legal all the same, and the receipt says what was repaired. */
import assert from 'node:assert/strict'
import { anthropic, createCompactor, openaiChat } from 'palimpsest'

const damaged = [
  { role: 'user', content: 'Why is the build red?' },
  call('a', 'bash', '{"command":"npm run build"}'),
  call('b', 'read_file', '{"path": "build.log'),
  { role: 'tool', tool_call_id: 'b', content: '' },
  { role: 'tool', tool_call_id: 'b', content: 'the same result once more' },
  { role: 'tool', tool_call_id: 'zz', content: 'output that no call asked for' },
  { role: 'assistant', content: 'I am waiting for the build.' },
  { role: 'tool', tool_call_id: 'a', content: 'exit code: 1' },
  { role: 'system', content: 'The user has opened build.log.' },
  { role: 'user', content: '' },
  call('a', 'grep files', '{"pattern":"error"}'),
  { role: 'tool', tool_call_id: 'a', content: 'half a character: \ud83d' },
  { role: 'user', content: 'And now?' },
]

for (const dialect of [openaiChat, anthropic]) {
  const { name } = dialect.traits
  const thread = await createCompactor().thread(`damaged-${name}`)
  await thread.append(damaged, { dialect: 'openai-chat' })
  const { request, receipt } = await thread.compact({ dialect, window: 8_000 })
  console.log(name)
  for (const { seq, kind, detail } of receipt.repairs) console.log(`  ${`e${seq}`.padEnd(4)}${kind.padEnd(20)} ${detail}`)
  for (const message of request.messages) console.log(JSON.stringify(message))
  console.log()
  // A request that broke a rule of its provider would have been thrown as `request-invalid`, never returned.
  assert.ok(receipt.repairs.length >= 8)
  assert.equal((await thread.entries()).length, damaged.length, 'the log keeps what came in')
}

function call(id: string, name: string, input: string) {
  return { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name, arguments: input } }] }
}
