import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../src/dialects/ai-sdk/dialect.ts'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import { caught } from '../support/caught.ts'

const ok: Json = { role: 'user', content: 'fine' }

const WRONG: readonly (readonly [dialect: Dialect, input: Json, says: string])[] = [
  [openaiChat, 'text', 'input: expected an object with messages, or an array of messages, found "text".'],
  [openaiChat, null, 'input: expected an object with messages, or an array of messages, found null.'],
  [openaiChat, {}, 'messages: expected an array, found nothing.'],
  [openaiChat, { messages: {} }, 'messages: expected an array, found an object.'],
  [openaiChat, [ok, 'x'], 'messages[1]: expected a message object, found "x".'],
  [openaiChat, [ok, { content: 'x' }], 'messages[1].role: expected a role, found nothing.'],
  [
    openaiChat,
    [{ role: 'robot', content: 'x' }],
    'messages[0].role: expected system, developer, user, assistant, tool or function, found "robot".',
  ],
  [
    openaiChat,
    [{ role: 'constructor', content: 'x' }],
    'messages[0].role: expected system, developer, user, assistant, tool or function, found "constructor".',
  ],
  [openaiChat, [{ role: 'user', content: 7 }], 'messages[0].content: expected a string, an array of parts or null, found 7.'],
  [openaiChat, [{ role: 'user', content: [ok, null] }], 'messages[0].content[0].type: expected a part type, found nothing.'],
  [
    openaiChat,
    [{ role: 'user', content: [{ type: 'text', text: 'a' }, null] }],
    'messages[0].content[1]: expected an object, found null.',
  ],
  [openaiChat, [{ role: 'user', content: [{ type: 'text' }] }], 'messages[0].content[0].text: expected a string, found nothing.'],
  [
    openaiChat,
    [{ role: 'user', text: 'hi' }],
    'messages[0].content: expected what stands under "text": a string or an array of parts, found nothing.',
  ],
  [
    aiSdk,
    [ok, { role: 'user', text: 'hi' }],
    'messages[1].content: expected what stands under "text": a string or an array of parts, found nothing.',
  ],
  [openaiChat, [{ role: 'tool', content: 'r' }], 'messages[0].tool_call_id: expected a string, found nothing.'],
  [openaiChat, [{ role: 'assistant', tool_calls: 'f' }], 'messages[0].tool_calls: expected an array, found "f".'],
  [
    openaiChat,
    [{ role: 'assistant', tool_calls: [{ id: '1' }] }],
    'messages[0].tool_calls[0].function: expected an object, found nothing.',
  ],
  [anthropic, { system: 3, messages: [] }, 'system: expected a string or an array of text blocks, found 3.'],
  [anthropic, { system: [{ type: 'text' }], messages: [] }, 'system[0].text: expected a string, found nothing.'],
  [anthropic, [{ role: 'tool', content: 'x' }], 'messages[0].role: expected user or assistant, found "tool".'],
  [
    anthropic,
    [{ role: 'user', content: [{ type: 'tool_result' }] }],
    'messages[0].content[0].tool_use_id: expected a string, found nothing.',
  ],
  [
    anthropic,
    [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 5 }] }],
    'messages[0].content[0].content: expected a string or an array of blocks, found 5.',
  ],
  [neutral, [{ role: 'human', content: [] }], 'messages[0].role: expected system, user, assistant or tool, found "human".'],
  [neutral, [{ role: 'user', content: [{ text: 'a' }] }], 'messages[0].content[0].type: expected a part type, found nothing.'],
  [
    neutral,
    [{ role: 'tool', content: [{ type: 'tool_result', tool_call_id: '1' }] }],
    'messages[0].content[0].text: expected a string, found nothing.',
  ],
]

describe('what cannot be read is refused with its place, what was expected and what was found', () => {
  it.each(WRONG.map(([dialect, input, says]) => ({ dialect, input, says })))('$says', ({ dialect, input, says }) => {
    const error = caught(() => dialect.read(input))
    expect(error).toMatchObject({ name: 'CompactionError', message: says, failure: { code: 'input-invalid' } })
  })

  it('and a long find is cut in the message', () => {
    const error = caught(() => openaiChat.read([{ role: 'x'.repeat(1000), content: '' }])) as Error
    expect(error.message.length).toBeLessThan(200)
  })
})
