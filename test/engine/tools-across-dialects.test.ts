import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ALL_DIALECTS } from '../../src/dialects/all.ts'
import { createCompactor } from '../../src/index.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import type { GivenTools } from '../../src/view/given.ts'
import { rejection } from '../support/caught.ts'

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const read = { name: 'read', description: 'Reads a file.', input_schema: schema }
const grammar = { syntax: 'lark', definition: 'start: /a+/' }

const HOSTED: readonly Json[] = [
  { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
  { type: 'bash_20250124', name: 'bash' },
]
const RESPONSES: readonly Json[] = [
  { type: 'web_search' },
  { type: 'mcp', server_label: 'wiki', server_url: 'https://example.org' },
  { type: 'custom', name: 'patch', description: 'Patches.', format: { type: 'grammar', ...grammar } },
  { type: 'function', name: 'read', description: 'Reads a file.', parameters: schema, strict: true },
]

async function threadOf(tool = 'read') {
  const thread = await createCompactor().thread('t')
  const call = { id: 'c1', type: 'function', function: { name: tool, arguments: '{"path":"a"}' } }
  const messages = [
    { role: 'user', content: 'Read a.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'a' },
  ]
  await thread.append(messages, { dialect: 'openai-chat' })
  return thread
}

async function sent(dialect: string, tools: GivenTools, tool?: string) {
  const thread = await threadOf(tool)
  const prepared = await thread.prepare({ dialect, tools, window: 100_000 })
  const request: Json = JSON.parse(JSON.stringify(prepared.request))
  const found = ALL_DIALECTS.find(({ traits }) => traits.name === dialect)
  return {
    tools: isJsonObject(request) ? request['tools'] : undefined,
    violations: found?.validate(request),
    adjustments: prepared.adjustments,
    text: JSON.stringify(request),
  }
}

describe('tools across dialects', () => {
  it.each(['openai-chat', 'openai-responses', 'gemini', 'ai-sdk'])(
    'L2 · what only Anthropic has is not sent to %s, and that is reported',
    async (dialect) => {
      const { text, violations, adjustments } = await sent(dialect, [...HOSTED, read])
      expect(text).not.toMatch(/2025|"name":""/)
      expect(text).toContain('Reads a file.')
      expect(violations).toEqual([])
      expect(adjustments).toMatchObject([{ field: 'tools', wanted: 3, given: 1, why: expect.stringContaining('bash_20250124') }])
    },
  )

  it('L2 · and to Anthropic it goes as it came', async () => {
    const { tools, violations, adjustments } = await sent('anthropic', [...HOSTED, read])
    expect(tools).toEqual([...HOSTED, read])
    expect([violations, adjustments]).toEqual([[], []])
  })

  it.each(['openai-chat', 'anthropic', 'gemini', 'ai-sdk'])(
    'L2 · hosted and custom tools of Responses get no empty name in %s',
    async (dialect) => {
      const { text, violations } = await sent(dialect, RESPONSES)
      expect(text).not.toMatch(/"name":""|"mcp"|"web_search"/)
      expect(text).toContain('Patches.')
      expect(violations).toEqual([])
    },
  )

  it('L2 · a custom tool has the shape of Chat there, and of Responses here', async () => {
    const [, , flat] = RESPONSES
    const nested = {
      type: 'custom',
      custom: { name: 'patch', description: 'Patches.', format: { type: 'grammar', grammar } },
    }
    expect((await sent('openai-chat', RESPONSES)).tools).toContainEqual(nested)
    expect((await sent('openai-responses', [nested])).tools).toEqual([flat])
    expect((await sent('openai-responses', RESPONSES)).tools).toEqual(RESPONSES)
  })

  it.each(['openai-chat', 'openai-responses', 'anthropic'])(
    'L2 · a name that is too long for %s is the same in its definition and in the history, and no other tool has it',
    async (dialect) => {
      const long = (end: string): string => `mcp__${'calendar_'.repeat(16)}${end}`
      const { text, tools, violations, adjustments } = await sent(
        dialect,
        ['a', 'b'].map((end) => ({ ...read, name: long(end) })),
        long('a'),
      )
      expect(violations).toEqual([])
      const names = JSON.stringify(tools).match(/mcp__\w+/g) ?? []
      expect(new Set(names).size).toBe(2)
      expect(text.split(`${names[0]}"`)).toHaveLength(3)
      expect(adjustments).toMatchObject([{ field: `tools.${long('a')}.name`, why: expect.stringContaining(names[0] ?? '') }, {}])
    },
  )

  it('L2 · tools that a request of the same dialect came with stay, whoever brings them', async () => {
    const thread = await threadOf()
    const own: readonly Json[] = [
      { type: 'web_search', web_search: { enable: true } },
      { type: 'builtin_function', function: { name: '$web_search' } },
      { type: 'openrouter:web_search' },
    ]
    const around = { dialect: 'openai-chat', envelope: { model: 'm', messages: null, tools: own }, tools: own }
    const { request } = await thread.prepare({ dialect: 'openai-chat', around, window: 100_000 })
    expect(request).toMatchObject({ tools: own })
  })

  it('L2 · a validator reads tools', () => {
    const messages = [{ role: 'user', content: 'x' }]
    const broken = (dialect: string, tools: readonly Json[]) =>
      ALL_DIALECTS.find(({ traits }) => traits.name === dialect)
        ?.validate(dialect === 'openai-responses' ? { input: messages, tools } : { messages, tools })
        .map(({ rule }) => rule)
    const named = (name: string): Json => ({ type: 'function', function: { name, parameters: schema } })
    expect(broken('openai-chat', [named('')])).toEqual(['tool-name-legal'])
    expect(broken('openai-chat', [named('x'.repeat(65))])).toEqual(['tool-name-legal'])
    expect(broken('openai-chat', [named('x'), named('x')])).toEqual(['tool-name-unique'])
    expect(broken('openai-chat', [HOSTED[0] ?? null])).toEqual(['tool-shape'])
    expect(broken('openai-responses', [named('x')])).toEqual(['tool-shape'])
    expect(broken('anthropic', [named('x')])).toEqual(['tool-shape'])
    expect(broken('anthropic', ['x'])).toEqual(['tool-object'])
  })
})

describe('what hosts have at hand', () => {
  const record = {
    read: { description: 'Reads a file.', inputSchema: z.object({ path: z.string() }), execute: async () => 'a' },
    list: { description: 'Lists.', inputSchema: { jsonSchema: schema, validate: undefined } },
    search: { type: 'provider', id: 'openai.web_search', args: {} },
  }

  it('C15 · the AI SDK’s tools, an object by name, are read in every dialect', async () => {
    const { tools, violations } = await sent('anthropic', record)
    expect(violations).toEqual([])
    expect(tools).toMatchObject([
      { name: 'read', description: 'Reads a file.', input_schema: schema },
      { name: 'list', description: 'Lists.', input_schema: schema },
    ])
  })

  it('C15 · they are counted, and in the AI SDK they stay with their owner: they are code', async () => {
    const thread = await threadOf()
    const bare = await thread.prepare({ dialect: 'ai-sdk', window: 100_000 })
    const { request, tokens } = await thread.prepare({ dialect: 'ai-sdk', window: 100_000, tools: record })
    expect(tokens).toBeGreaterThan(bare.tokens + 50)
    expect(request).toEqual(bare.request)
  })

  it('C15 · Anthropic’s list of system blocks goes to Anthropic as it is, and elsewhere as text', async () => {
    const thread = await threadOf()
    const system = [
      { type: 'text', text: 'You are careful.' },
      { type: 'text', text: 'You are brief.', cache_control: { type: 'ephemeral' } },
    ]
    expect((await thread.prepare({ dialect: 'anthropic', system })).request).toMatchObject({ system })
    expect((await thread.prepare({ dialect: 'openai-responses', system })).request).toMatchObject({
      input: [{ role: 'system' }, {}, {}, {}],
    })
    expect(JSON.stringify((await thread.prepare({ dialect: 'gemini', system })).request)).toContain('You are brief.')
  })

  it('C15 · what is neither is refused by its place', async () => {
    const thread = await threadOf()
    const tools = ['read'] as unknown as readonly Json[]
    expect(await rejection(thread.prepare({ tools }))).toMatchObject({ failure: { code: 'input-invalid', at: 'tools[0]' } })
    const system = [{ type: 'image' }]
    expect(await rejection(thread.prepare({ system }))).toMatchObject({ failure: { code: 'input-invalid', at: 'system[0]' } })
  })
})
