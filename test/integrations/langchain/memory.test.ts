import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/index.ts'
import { palimpsest } from '../../../src/integrations/langchain/memory.ts'
import { langchainAgent } from '../../support/langchain-agents.ts'
import { faultsOf, world } from '../../support/sdk-world.ts'

const long = (turns: number): BaseMessage[] =>
  Array.from({ length: turns }, (_, turn) => [
    new HumanMessage(`Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}`),
    new AIMessage(`Answer ${turn}: ${'at the third valve, since the storm. '.repeat(20)}`),
  ]).flat()

/** What the model is shown. */
async function shownOf(memory: ReturnType<typeof palimpsest>, messages: BaseMessage[]): Promise<readonly BaseMessage[]> {
  let shown: readonly BaseMessage[] = []
  await memory.middleware().wrapModelCall({ messages, systemPrompt: 'Be brief.' }, (request) => {
    shown = request.messages
    return new AIMessage('Fine.')
  })
  return shown
}

describe('a memory for LangChain', () => {
  it('A24 · an agent before a strict provider is refused once, loses nothing, keeps nothing twice', async () => {
    const steps = 24
    const at = await world({ steps, window: 8_000, declared: 16_000, stopAt: 11 })
    const thread = await langchainAgent(at)
    expect(await faultsOf(at, thread, steps)).toEqual([])
    expect(at.report().overflows).toBe(1)
    expect((await thread.commits()).length).toBeGreaterThanOrEqual(2)
    await at.server.close()
  })

  it('L16 · shows the very messages that were handed in, as long as they fit; blocks that only their provider knows go along', async () => {
    const thinking = { type: 'thinking', thinking: 'the valve', signature: 'c2VhbGVk' }
    const call = { id: 'call_1', name: 'look', args: { at: 'valve' }, type: 'tool_call' as const }
    const messages = [
      new HumanMessage('Look.'),
      new AIMessage({ content: [thinking, { type: 'text', text: 'I look.' }], tool_calls: [call] }),
      new ToolMessage({ content: 'a leak', tool_call_id: 'call_1' }),
    ]
    const memory = palimpsest({ thread: 'same' })
    const shown = await shownOf(memory, messages)
    expect(shown).toHaveLength(3)
    for (const [at, message] of shown.entries()) expect(message).toBe(messages[at])
    expect(await (await memory.thread()).entries()).toHaveLength(5)
  })

  it('D10 · folds what does not fit, begins with a user message, and leaves the state as it is', async () => {
    const store = memoryStore()
    const messages = [...long(20), new HumanMessage('So?')]
    const shown = await shownOf(palimpsest({ thread: 'folded', store, window: 4_000 }), messages)
    expect(messages).toHaveLength(41)
    expect(shown.length).toBeLessThan(messages.length)
    expect(shown[0]?.type).toBe('human')
    expect(shown.at(-1)).toBe(messages.at(-1))
    // Another process, messages from a checkpoint: other objects, other ids.
    const again = messages.map((message, at) =>
      Object.assign(message.type === 'ai' ? new AIMessage(message.text) : new HumanMessage(message.text), { id: `m${at}` }),
    )
    const memory = palimpsest({ thread: 'folded', store, window: 4_000 })
    await shownOf(memory, [...again, new AIMessage('Fine.'), new HumanMessage('And?')])
    expect(await (await memory.thread()).entries()).toHaveLength(44)
  })

  it('answers a call that was never answered; system text in the state stays in front', async () => {
    const call = { id: 'call_1', name: 'look', args: {}, type: 'tool_call' as const }
    const messages = [
      new SystemMessage('You look.'),
      new HumanMessage('Look.'),
      new AIMessage({ content: '', tool_calls: [call] }),
      new HumanMessage('Never mind.'),
    ]
    const shown = await shownOf(palimpsest({ thread: 'open' }), messages)
    expect(shown.map(({ type }) => type)).toEqual(['system', 'human', 'ai', 'tool', 'human'])
  })

  it('is an edit for the context editing middleware, too', async () => {
    const messages = [...long(20), new HumanMessage('So?')]
    await palimpsest({ thread: 'edit', window: 4_000 }).edit().apply({ messages })
    expect(messages.length).toBeLessThan(41)
    expect(messages[0]?.type).toBe('human')
  })
})
