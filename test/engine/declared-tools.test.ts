import { describe, expect, it } from 'vitest'
import { createCompactor, presets } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { ToolPolicies } from '../../src/schema/tool-policy.ts'
import { caught } from '../support/caught.ts'

const POLICY = { durability: 'non-replayable', preserve: ['order_id'], externalizeAbove: 50, replayCost: 'expensive' }
const schema = { type: 'object', properties: {} }

/** The same tool in every dialect's shape, with its policy if that dialect has a place for it. */
const SHAPES: readonly (readonly [dialect: string, tools: Json])[] = [
  ['openai-chat', [{ type: 'function', function: { name: 'order', parameters: schema }, palimpsest: POLICY }]],
  ['openai-chat', [{ type: 'function', function: { name: 'order', parameters: schema, palimpsest: POLICY } }]],
  ['openai-responses', [{ type: 'function', name: 'order', parameters: schema, palimpsest: POLICY }]],
  ['anthropic', [{ name: 'order', input_schema: schema, palimpsest: POLICY }]],
  ['neutral', [{ name: 'order', parameters: schema, palimpsest: POLICY }]],
  ['gemini', [{ functionDeclarations: [{ name: 'order', parameters: schema, palimpsest: POLICY }] }]],
]

const session = (result: Json): readonly Json[] => [
  { role: 'user', content: 'Order the book.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'order', arguments: '{"item":"book"}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: JSON.stringify(result) },
]

async function envelopeWith(tools: Json, toolPolicies: ToolPolicies = {}) {
  const thread = await createCompactor({ toolPolicies }).thread('t')
  await thread.prepare({ tools: tools as readonly Json[] })
  await thread.append(session({ order_id: 4711, paid: true }), { dialect: 'openai-chat' })
  const entry = (await thread.entries()).at(-1)
  return entry?.kind === 'tool-result' ? entry.envelope : undefined
}

describe('what a tool declares where it is defined', () => {
  it.each(SHAPES)('C8 · is read in the shape of %s, and the provider never sees it', async (dialect, tools) => {
    expect(await envelopeWith(tools)).toMatchObject({ durability: 'non-replayable', keyFields: { order_id: 4711 } })
    const thread = await createCompactor().thread('t')
    await thread.append(session({}), { dialect: 'openai-chat' })
    const given = JSON.stringify(tools)
    const { request } = await thread.prepare({ dialect, tools: tools as readonly Json[] })
    expect(JSON.stringify(request)).toContain('order')
    expect(JSON.stringify(request)).not.toContain('palimpsest')
    expect(JSON.stringify(tools)).toBe(given)
  })

  it('C8 · is taken out of a request that came in whole, in the AI SDK by name', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(session({}), { dialect: 'openai-chat' })
    const tools = { order: { inputSchema: schema, palimpsest: POLICY } }
    const around = {
      dialect: 'ai-sdk',
      envelope: { messages: [], tools },
      tools: [{ type: 'function', name: 'order', ...tools.order }],
    }
    const { request } = await thread.prepare({ dialect: 'ai-sdk', around })
    expect(request).toMatchObject({ tools: { order: { inputSchema: schema } } })
    expect(JSON.stringify(request)).not.toContain('palimpsest')
  })

  it('C10 · gives way to what the host has set, field by field', async () => {
    const [, tools] = SHAPES[3] ?? []
    const envelope = await envelopeWith(tools ?? [], { order: { durability: 'ephemeral' } })
    expect(envelope).toMatchObject({ durability: 'ephemeral', keyFields: { order_id: 4711 } })
  })

  it('C8 · holds for results that came in before the tools were known', async () => {
    const declaring = (durability: string): readonly Json[] => [
      { name: 'order', input_schema: schema, palimpsest: { durability } },
    ]
    const strategyWith = async (durability: string) => {
      const policy = presets.harness({ externalization: false, summarization: false })
      const thread = await createCompactor({ policy }).thread('t')
      const turns = Array.from({ length: 6 }, (_, index) => session({ note: `${index} ${'of the order '.repeat(300)}` }))
      const all = turns.flatMap(
        (turn, index) => JSON.parse(JSON.stringify(turn).replaceAll('c1', `c${index}`)) as readonly Json[],
      )
      await thread.append([...all, { role: 'assistant', content: 'Ordered.' }, { role: 'user', content: 'Thanks.' }])
      const { receipt } = await thread.prepare({ window: 4_000, reserve: 0, tools: declaring(durability) })
      return receipt?.strategy
    }
    expect(await strategyWith('ephemeral')).toBe('clear-by-durability')
    expect(await strategyWith('non-replayable')).toBe('drop')
  })

  it('C8 · what is cheaper to have again is cleared first, whatever came first', async () => {
    const tools = ['free', 'expensive'].map((replayCost) => ({ name: `${replayCost}_order`, palimpsest: { replayCost } }))
    const policy = presets.balanced({ ladder: [{ rung: 'clear-by-durability', undeclared: 'anchoring', keepTurns: 0 }] })
    const thread = await createCompactor({ policy }).thread('t')
    const turn = (name: string, index: number): readonly Json[] =>
      JSON.parse(
        JSON.stringify(session({ note: `${index} ${'of the order '.repeat(300)}` }))
          .replaceAll('"order"', `"${name}"`)
          .replaceAll('c1', `c${index}`),
      )
    const turns = ['expensive_order', 'free_order', 'expensive_order', 'free_order'].flatMap(turn)
    await thread.append([...turns, { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'Thanks.' }])
    await thread.compact({ window: 4_500, reserve: 0, tools })
    const entries = await thread.entries()
    const cleared = ((await thread.commits()).at(-1)?.plan.records ?? []).filter(({ action }) => action === 'clear')
    const names = cleared
      .map(({ span }) => entries[span.from])
      .map((entry) => (entry?.kind === 'tool-result' ? entry.envelope.tool : ''))
    expect(names).toContain('free_order')
    expect(names).not.toContain('expensive_order')
  })

  it('C8 · goes into envelopes at once where messages come with their tools', async () => {
    const thread = await createCompactor().thread('t')
    const tools = [{ name: 'order', input_schema: schema, palimpsest: POLICY }]
    await thread.append(session({ order_id: 4711 }), { dialect: 'openai-chat', tools })
    expect((await thread.entries()).at(-1)).toMatchObject({ envelope: { durability: 'non-replayable' } })
  })

  it.each([
    [{ durability: 'forever' }, 'durability', 'one of ephemeral, replayable, anchoring, non-replayable'],
    [{ preserve: 'order_id' }, 'preserve', 'a list of names of fields'],
    [{ externalizeAbove: 0 }, 'externalizeAbove', 'a whole number of at least 1'],
    [{ externalizeAbove: '5k' }, 'externalizeAbove', 'a whole number of at least 1'],
    [{ replayCost: 3 }, 'replayCost', 'one of free, cheap, expensive'],
    [{ keep: true }, 'keep', 'one of durability, preserve, externalizeAbove, replayCost'],
  ])('C8 · %j is refused by its field and what is allowed', async (declared, field, allowed) => {
    const thread = await createCompactor().thread('t')
    const tools = [{ name: 'order', input_schema: schema, palimpsest: declared }]
    const error = await thread.prepare({ tools }).catch((thrown: Error) => thrown)
    expect(String(error)).toContain(`tools.order.palimpsest.${field}`)
    expect(String(error)).toContain(allowed)
    const inSettings = caught(() => createCompactor({ toolPolicies: { order: declared as never } }))
    expect(String(inSettings)).toContain(`toolPolicies.order.${field}`)
  })
})
