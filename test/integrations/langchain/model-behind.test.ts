import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { describe, expect, it } from 'vitest'
import { presets } from '../../../src/index.ts'
import { palimpsest } from '../../../src/integrations/langchain/memory.ts'
import type { ModelRequest } from '../../../src/integrations/langchain/shapes.ts'

const messages: BaseMessage[] = [
  ...Array.from({ length: 30 }, (_, turn) => [
    new HumanMessage(`Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}`),
    new AIMessage(`Answer ${turn}: ${'at the third valve, since the storm. '.repeat(20)}`),
  ]).flat(),
  new HumanMessage('And now?'),
]

/** As `createAgent({ model: 'openai:gpt-4' })` has it: it becomes a model only when it is called. */
const later = (made: () => unknown) => ({ _getModelInstance: async () => made() })
const gpt4 = later(() => new ChatOpenAI({ model: 'gpt-4', maxTokens: 500, apiKey: 'none' }))

/** What the handler is called with. */
async function handed(request: ModelRequest): Promise<ModelRequest> {
  let given: ModelRequest | undefined
  await palimpsest({ thread: 'later' })
    .middleware()
    .wrapModelCall(request, (asked) => {
      given = asked
      return new AIMessage('Fine.')
    })
  return given ?? request
}

describe('the model behind what an agent was made with', () => {
  it('A5 · is asked for its name: what it takes is what counts', async () => {
    const { messages: shown, model } = await handed({ messages, model: gpt4 })
    expect(shown.length).toBeLessThan(messages.length / 2)
    expect(model).toBe(gpt4)
  })

  it('A5 · an edit for the context editing middleware knows it, too', async () => {
    const given = { messages: [...messages], model: gpt4 }
    await palimpsest({ thread: 'edit' }).edit().apply(given)
    expect(given.messages.length).toBeLessThan(messages.length / 2)
  })

  it('E11 · is asked to cache if it is Anthropic’s', async () => {
    const model = later(() => ({ getName: () => 'ChatAnthropic', model: 'claude-sonnet-5' }))
    expect((await handed({ messages, model })).modelSettings).toEqual({ cache_control: { type: 'ephemeral' } })
  })

  it('D9 · that cannot be made is the call’s affair', async () => {
    const model = later(() => {
      throw new Error('no such model')
    })
    expect((await handed({ messages, model })).messages).toEqual(messages)
  })

  it('A19 · who stops is not kept waiting for a summary', async () => {
    const stop = new AbortController()
    const summarizer = {
      name: 'slow',
      summarize: () => {
        stop.abort()
        return new Promise<never>(() => {})
      },
    }
    const memory = palimpsest({ thread: 'stopped', window: 8_000, policy: presets.claudeCode(), summarizer })
    const runtime = { signal: stop.signal }
    const calling = memory.middleware().wrapModelCall({ messages, runtime }, () => new AIMessage('Fine.'))
    await expect(calling).rejects.toMatchObject({ failure: { code: 'compaction-cancelled' } })
  })
})
