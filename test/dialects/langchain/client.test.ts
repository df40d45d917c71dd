import { AIMessage, coerceMessageLikeToMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { convertMessagesToCompletionsMessageParams, convertMessagesToResponsesInput } from '@langchain/openai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, type LangchainMessage, presets } from '../../../src/index.ts'
import type { Json } from '../../../src/schema/json.ts'
import { openaiFaults } from '../../../src/testing/provider-rules/openai-chat.ts'
import { cleanTranscripts } from '../../../src/testing/transcripts/transcripts.ts'
import { LANGCHAIN_INPUTS } from '../../support/langchain-inputs.ts'

const PNG = 'iVBORw0KGgo='

/** Instances, as an agent's state has them; ids where LangChain gives them, and none elsewhere. */
function talk(rounds: number, id?: string) {
  const call = (number: number) => ({ name: 'read_file', args: { path: `part-${number}.ts` }, id: `call_${number}` })
  return [
    new HumanMessage({
      content: [
        { type: 'text', text: 'Read all parts.' },
        { type: 'image', data: PNG, mimeType: 'image/png' },
      ],
    }),
    ...Array.from({ length: rounds }, (_, number) => [
      new AIMessage({
        content: `Part ${number}.`,
        tool_calls: [call(number)],
        ...(id === undefined ? {} : { id: `${id}-${number}` }),
      }),
      new ToolMessage({
        content: `part ${number}: ${'const a = 1\n'.repeat(40)}`,
        tool_call_id: `call_${number}`,
        artifact: { number },
      }),
    ]).flat(),
  ]
}

/** What OpenAI would be sent, by LangChain's own converter. */
function asSent(messages: readonly LangchainMessage[]): Json {
  const coerced = messages.map((message) => coerceMessageLikeToMessage(message))
  return JSON.parse(JSON.stringify(convertMessagesToCompletionsMessageParams({ messages: coerced, model: 'gpt-4o' })))
}

describe('instances of LangChain’s messages', () => {
  it('A13 · go in as they are, are recognised, and come out as objects that LangChain takes', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append([new SystemMessage('Be brief.'), ...talk(2)])
    const { request } = await thread.prepare({ dialect: 'langchain', model: 'gpt-4o' })
    const again = request.messages.map((message) => coerceMessageLikeToMessage(message))
    expect(again.map(({ type }) => type)).toEqual(['system', 'human', 'ai', 'tool', 'ai', 'tool'])
    expect(again[2]).toMatchObject({ tool_calls: [{ id: 'call_0', args: { path: 'part-0.ts' } }] })
    expect(again[3]).toMatchObject({ tool_call_id: 'call_0', artifact: { number: 0 } })
    expect(openaiFaults(asSent(request.messages))).toEqual([])
  })

  it('F3 · are the same without ids and with others: nothing is appended twice', async () => {
    const thread = await createCompactor().thread('t')
    for (const id of [undefined, 'run', 'other']) await thread.resend(talk(3, id), { dialect: 'langchain' })
    expect(await thread.entries()).toHaveLength(2 + 3 * 3)
  })

  it('F3 · compacted, are what LangChain’s converters turn into legal requests', async () => {
    const thread = await createCompactor({ policy: presets.balanced({ trigger: 1, release: 1 }) }).thread('t')
    await thread.append([...talk(30), new HumanMessage('Go on.')], { dialect: 'langchain' })
    const { request, changed } = await thread.compact({ window: 3_000, dialect: 'langchain', system: 'Be brief.' })
    expect(changed).toBe(true)
    expect(openaiFaults(asSent(request.messages))).toEqual([])
    const messages = request.messages.map((message) => coerceMessageLikeToMessage(message))
    expect(convertMessagesToResponsesInput({ messages, model: 'gpt-5', zdrEnabled: true }).length).toBeGreaterThan(2)
    // What is put away takes its artifact along.
    expect(messages.filter((message) => 'artifact' in message && message.artifact !== undefined).length).toBeLessThan(30)
  })

  it.each(LANGCHAIN_INPUTS.filter(({ what }) => /call|stored|instances|block/.test(what)))(
    'F3 · every form goes through the converters: $what',
    async ({ input }) => {
      const thread = await createCompactor().thread('t')
      await thread.append(Array.isArray(input) ? input : [], { dialect: 'langchain' })
      const { request } = await thread.prepare({ dialect: 'langchain', model: 'gpt-4o' })
      expect(openaiFaults(asSent(request.messages))).toEqual([])
    },
  )

  it('F3 · conversations of every dialect go through LangChain’s converters', async () => {
    const transcripts = fc.sample(cleanTranscripts, { seed: 23, numRuns: 60 })
    for (const { dialect, messages } of transcripts.filter(({ messages }) => messages.length > 2)) {
      const thread = await createCompactor().thread('t')
      await thread.append(messages, { dialect })
      const { request } = await thread.prepare({ dialect: 'langchain', window: 2_000, reserve: 100 })
      expect(openaiFaults(asSent(request.messages))).toEqual([])
    }
  })
})
