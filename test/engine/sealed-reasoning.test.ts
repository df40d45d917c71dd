import { describe, expect, it } from 'vitest'
import { type Compactor, createCompactor, memoryStore, type Thread } from '../../src/index.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { providerFaults } from '../../src/testing/provider-rules/provider-rules.ts'

/** A step of an agent that thinks, in the words of a provider: thinking under the model's seal, a call, its result. */
interface Speaker {
  readonly dialect: 'anthropic' | 'openai-responses'
  ask(text: string): JsonObject
  step(model: string, id: string): readonly JsonObject[]
  /** Seals that a request holds. */
  sealsIn(request: unknown): readonly string[]
}

const anthropic: Speaker = {
  dialect: 'anthropic',
  ask: (content) => ({ role: 'user', content }),
  step: (model, id) => [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: `I think about ${id}.`, signature: `seal of ${model} on ${id}` },
        { type: 'tool_use', id: `toolu_${id}`, name: 'read', input: { path: `${id}.ts` } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${id}`, content: `the content of ${id}` }] },
    { role: 'assistant', content: [{ type: 'text', text: `${id} is read.` }] },
  ],
  sealsIn: (request) => [...JSON.stringify(request).matchAll(/"signature":"([^"]+)"/g)].map(([, seal]) => seal ?? ''),
}

const responses: Speaker = {
  dialect: 'openai-responses',
  ask: (content) => ({ role: 'user', content }),
  step: (model, id) => [
    { type: 'reasoning', id: `rs_${id}`, summary: [], encrypted_content: `seal of ${model} on ${id}` },
    { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, name: 'read', arguments: `{"path":"${id}.ts"}` },
    { type: 'function_call_output', call_id: `call_${id}`, output: `the content of ${id}` },
    {
      type: 'message',
      id: `msg_${id}`,
      role: 'assistant',
      content: [{ type: 'output_text', text: `${id} is read.`, annotations: [] }],
    },
  ],
  sealsIn: (request) => [...JSON.stringify(request).matchAll(/"encrypted_content":"([^"]+)"/g)].map(([, seal]) => seal ?? ''),
}

const WINDOW = { window: 40_000, reserve: 1_000 }

/** One turn: asked, thought about by a model, answered. Gives the request that the model got. */
async function turn(thread: Thread, { dialect, ask, step }: Speaker, model: string, id: string) {
  await thread.append([ask(`Read ${id}.`)], { dialect })
  const sent = await thread.prepare({ ...WINDOW, model, dialect })
  await thread.append([...step(model, id)], { dialect })
  return sent
}

describe.each([anthropic, responses])('reasoning that a model sealed, in $dialect', (speaker) => {
  const { dialect, sealsIn } = speaker
  const open = async (compactor: Compactor = createCompactor({ clock: () => 0 })) => compactor.thread('t')
  const asked = (thread: Thread, model: string) => thread.prepare({ ...WINDOW, model, dialect })
  const faults = (request: unknown) => providerFaults(dialect, request as JsonObject)

  it('F11 · L2 · case 44 · is not sent to another model, and the prompt says that it was left out', async () => {
    const thread = await open()
    await turn(thread, speaker, 'model-a', 'one')
    const { request, prompt, tokens } = await turn(thread, speaker, 'model-b', 'two')
    expect(sealsIn(request)).toEqual([])
    expect(JSON.stringify(request)).not.toContain('rs_one')
    expect(JSON.stringify(request)).not.toContain('fc_one')
    expect(JSON.stringify(request)).toContain('the content of one')
    expect(faults(request)).toEqual([])
    expect(prompt.repairs).toContainEqual({
      kind: 'reasoning-removed',
      seq: 1,
      detail: 'reasoning that model-a has sealed was left out',
    })
    expect(tokens).toBeLessThan((await asked(thread, 'model-a')).tokens)
  })

  it('F11 · L1 · comes back word for word with its own model, beside nothing that others sealed', async () => {
    const thread = await open()
    await turn(thread, speaker, 'model-a', 'one')
    await turn(thread, speaker, 'model-b', 'two')
    const { request } = await turn(thread, speaker, 'model-a', 'three')
    expect(sealsIn(request)).toEqual(['seal of model-a on one'])
    expect(faults(request)).toEqual([])
    const [b, a] = [await asked(thread, 'model-b'), await asked(thread, 'model-a')]
    expect(sealsIn(b.request)).toEqual(['seal of model-b on two'])
    expect(sealsIn(a.request)).toEqual(['seal of model-a on one', 'seal of model-a on three'])
    for (const made of [a, b]) expect(faults(made.request)).toEqual([])
  })

  it('F11 · L9 · stays where it is as long as the model stays, through a switch there and back', async () => {
    const thread = await open()
    await turn(thread, speaker, 'model-a', 'one')
    const before = await asked(thread, 'model-a')
    const text = JSON.stringify(before.request)
    await thread.use({ model: 'model-b', ...WINDOW, dialect })
    expect(sealsIn((await thread.prepare()).request)).toEqual([])
    await thread.use({ model: 'model-a', ...WINDOW, dialect })
    expect(JSON.stringify((await thread.prepare()).request)).toBe(text)
  })

  it('F11 · is known by its model after a restart, and under the model’s other names', async () => {
    const store = memoryStore()
    await turn(await open(createCompactor({ clock: () => 0, store })), speaker, 'claude-opus-4-5', 'one')
    const thread = await open(createCompactor({ clock: () => 0, store }))
    const own = await asked(thread, 'anthropic/claude-opus-4.5-20251101')
    expect(sealsIn(own.request)).toEqual(['seal of claude-opus-4-5 on one'])
    expect(sealsIn((await asked(thread, 'claude-sonnet-4-5')).request)).toEqual([])
  })

  it('F11 · L3 · L14 · is not counted for a model that does not get it: a compaction for that model is about what it sees', async () => {
    const thread = await open()
    for (const id of ['one', 'two', 'three', 'four', 'five', 'six']) await turn(thread, speaker, 'model-a', id)
    const small = await thread.compact({ model: 'model-b', window: 300, reserve: 0, dialect })
    expect(sealsIn(small.request)).toEqual([])
    expect(small.tokens).toBeLessThanOrEqual(300)
    expect(faults(small.request)).toEqual([])
    const back = await thread.prepare({ model: 'model-a', window: 2_000, reserve: 0, dialect })
    expect(faults(back.request)).toEqual([])
    await thread.undo()
    expect(sealsIn((await asked(thread, 'model-a')).request)).toHaveLength(6)
  })

  it('L16 · is sent as it came if nobody ever said which model it is of', async () => {
    const thread = await open()
    await thread.append([speaker.ask('Read one.'), ...speaker.step('somebody', 'one')], { dialect })
    expect(sealsIn((await asked(thread, 'model-b')).request)).toEqual(['seal of somebody on one'])
  })

  it('L16 · F11 · of a history that a client resends is that of the model that was asked before', async () => {
    const thread = await open()
    const history = [speaker.ask('Read one.')]
    await thread.resend(history, { dialect })
    await asked(thread, 'model-a')
    const { thread: same } = await thread.resend([...history, ...speaker.step('model-a', 'one'), speaker.ask('Go on.')], {
      dialect,
    })
    expect(sealsIn((await asked(same, 'model-b')).request)).toEqual([])
    expect(sealsIn((await asked(same, 'model-a')).request)).toEqual(['seal of model-a on one'])
  })
})
