import { describe, expect, it } from 'vitest'
import { anthropic } from '../../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/dialect.ts'
import { openaiResponses } from '../../../src/dialects/openai-responses/dialect.ts'
import { recogniseDialect } from '../../../src/dialects/recognise.ts'
import { createCompactor } from '../../../src/index.ts'
import type { Json } from '../../../src/schema/json.ts'
import { FOREIGN_INPUTS } from '../../support/foreign-inputs.ts'
import { EVERY_ITEM } from './items.ts'

const recognised = (input: Json): string => recogniseDialect(input, [openaiChat, anthropic, neutral, openaiResponses]).traits.name
const plain: Json = { role: 'user', content: 'hello' }
/** What any chat could hold as well. */
const SAYS_NOTHING = [
  'an easy message',
  'an easy message of the model',
  'a system message',
  'additional_tools',
  'configuration_update',
  'program',
  'program_output',
  'an item_reference without a type',
]

describe('openai-responses is recognised by itself', () => {
  it.each(Object.entries(EVERY_ITEM).filter(([name]) => !SAYS_NOTHING.includes(name)))('by %s', (_, item) => {
    expect(recognised([plain, item as unknown as Json])).toBe('openai-responses')
  })

  it.each<readonly [string, Json]>([
    ['an input that is one text', { model: 'gpt-5', input: 'hello' }],
    ['an input that is a list', { model: 'gpt-5', input: [plain] }],
    ['instructions', { instructions: 'be brief', input: [] }],
    [
      'a developer message and a call',
      [
        { role: 'developer', content: 'd' },
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '' },
      ],
    ],
  ])('by %s', (_, input) => {
    expect(recognised(input)).toBe('openai-responses')
  })

  it('and is not taken for another, nor another for it', () => {
    const wrong = FOREIGN_INPUTS.filter(({ input, name }) => openaiResponses.recognise(input) > 0 && recognised(input) !== name)
    expect(wrong).toEqual([])
    expect(
      recognised([
        plain,
        { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'a' }], stop_reason: 'end_turn' },
      ]),
    ).not.toBe('openai-responses')
  })

  it('is not at all sure of anything that is not a request', () => {
    for (const input of [null, 7, 'text', true, {}, { input: 7 }, [1, 2]] as const)
      expect(openaiResponses.recognise(input)).toBe(0)
  })

  it('A13 · item by item, as a thread gets them', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append([plain])
    await thread.append([{ type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' }])
    await thread.append([{ type: 'function_call_output', call_id: 'a', output: 'r' }])
    await thread.append([{ role: 'user', content: 'plain again' }])
    const dialects = (await thread.entries()).map((entry) => entry.message.dialect)
    expect(dialects).toEqual(['openai-chat', 'openai-responses', 'openai-responses', 'openai-responses'])
  })
})
