import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alternate } from '../../../src/dialects/openai-chat/alternate.ts'
import { createCompactor } from '../../../src/index.ts'
import { isJsonObject, type Json } from '../../../src/schema/json.ts'
import { cleanTranscripts, dirtyTranscripts } from '../../../src/testing/generators.ts'
import { templateFault } from '../../support/template-rules.ts'

const WORDS = ['the lamp', 'never', 'a valve', 'tide', 'é字🚢']
const text = fc.constantFrom(...WORDS)
const round = fc.tuple(text, fc.integer({ min: 1, max: 3 })).map(([said, calls]) => {
  const ids = Array.from({ length: calls }, (_, at) => `call_${said.length}_${at}`)
  const asked = ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } }))
  return [
    { role: 'assistant', content: said, tool_calls: asked },
    ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: said })),
  ]
})
const spoken = fc
  .tuple(fc.constantFrom('system', 'developer', 'user', 'assistant'), text)
  .map(([role, content]) => [{ role, content }])
const histories = fc.array(fc.oneof(spoken, round), { maxLength: 12 }).map((rounds) => rounds.flat())

const wordsIn = (messages: readonly Json[]): string =>
  messages.map((message) => (isJsonObject(message) ? String(message['content']) : '')).join('\n\n')

describe('messages for hosts with strict templates', () => {
  it('L2 · take turns, whatever was said: no template refuses them, every word is said in its order, and twice is once', () => {
    fc.assert(
      fc.property(histories, (messages) => {
        const shown = alternate(messages)
        if (shown.some((message) => isJsonObject(message) && message['role'] !== 'system')) {
          expect(templateFault(shown)).toBeUndefined()
        }
        const bare = wordsIn(shown.filter((message) => !isFrame(message)))
        expect(bare).toBe(wordsIn(messages))
        expect(alternate(shown)).toEqual(shown)
      }),
      { numRuns: 500 },
    )
  })

  it('L2 · are as they were if they take turns already, parts and fields that nobody knows included', () => {
    const messages = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: [{ type: 'text', text: 'look' }], name: 'ann' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'a lamp' },
      { role: 'assistant', content: 'a lamp', refusal: null },
    ]
    expect(alternate(messages)).toEqual(messages)
  })

  it.each([
    ['as they should be', cleanTranscripts],
    ['damaged', dirtyTranscripts],
  ] as const)('L2 · generated transcripts, %s, go to a host in turns, whole and compacted', async (_, transcripts) => {
    const chats = fc.sample(transcripts, { numRuns: 120, seed: 23 }).filter(({ dialect }) => dialect === 'openai-chat')
    expect(chats.length).toBeGreaterThan(8)
    for (const { input } of chats) {
      const compactor = createCompactor({ host: 'vllm', dialect: 'openai-chat', window: 3_000, models: OFFLINE })
      const thread = await compactor.thread('t')
      const given = isJsonObject(input) ? input['messages'] : input
      await thread.append(Array.isArray(given) ? given.filter(isJsonObject) : [])
      for (const made of [await thread.prepare(), await thread.compact()]) {
        expect(templateFault(made.request.messages)).toBeUndefined()
        expect(made.receipt?.violations ?? []).toEqual([])
      }
    }
  })

  it('L16 · that go out as one message with the one before are listed as repairs', async () => {
    const thread = await createCompactor({ host: 'ollama', dialect: 'openai-chat', window: 3_000, models: OFFLINE }).thread('t')
    await thread.append([
      { role: 'user', content: 'Never touch the valves.' },
      { role: 'user', content: 'Where is the lamp?' },
    ])
    const { request, prompt } = await thread.prepare()
    expect(request.messages).toEqual([{ role: 'user', content: 'Never touch the valves.\n\nWhere is the lamp?' }])
    expect(prompt.repairs).toEqual([{ kind: 'messages-joined', seq: 1, detail: 'the host wants user and agent to take turns' }])
  })
})

/** No host is asked. */
const OFFLINE = { overrides: {}, table: {}, fallback: { window: 4_096 }, data: async () => ({}) }

function isFrame(message: Json): boolean {
  const content = isJsonObject(message) ? message['content'] : undefined
  return content === '[No answer was given here.]' || content === '[The conversation continues from here.]'
}
