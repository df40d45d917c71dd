import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { createCompactor } from '../../src/index.ts'
import type { Dialect } from '../../src/ports.ts'
import { isFailure } from '../../src/schema/failures.ts'

const go = { role: 'user', content: 'go' }
const hosted = { type: 'web_search_20250305', name: 'web_search' }
describe('the whole request is validated on every path', () => {
  it('L2 · far from the trigger, too: a tool that only another provider has', async () => {
    const { messages, ...around } = openaiChat.read({ messages: [go], tools: [hosted] })
    const thread = await createCompactor().thread('far')
    await thread.appendDrafts(messages)
    const why = async (make: Promise<unknown>): Promise<unknown> => make.then(() => 'sent').catch((error: unknown) => error)
    const prepared = await why(thread.prepare({ around, window: 100_000 }))
    expect(isFailure(prepared, 'request-invalid')).toBe(true)
    expect(prepared).toEqual(await why(thread.compact({ around, window: 100_000 })))
  })

  it('L2 · once for the same surroundings, however often it is asked', async () => {
    let asked = 0
    const counting: Dialect = {
      ...(openaiChat as Dialect),
      validate(request) {
        asked += 1
        return openaiChat.validate(request)
      },
    }
    const thread = await createCompactor({ dialects: [counting] }).thread('once')
    const around = { dialect: 'openai-chat', envelope: { messages: null, temperature: 0 }, tools: [] }
    await thread.append([go], { dialect: 'openai-chat' })
    await thread.prepare({ around, dialect: 'openai-chat' })
    const first = asked
    await thread.append([{ role: 'assistant', content: 'done' }, go], { dialect: 'openai-chat' })
    await thread.prepare({ around, dialect: 'openai-chat' })
    expect([first > 0, asked]).toEqual([true, first])
  })
})
