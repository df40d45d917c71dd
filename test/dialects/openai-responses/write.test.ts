import { describe, expect, it } from 'vitest'
import { imageSize } from '../../../src/budget/image-size.ts'
import { anthropic } from '../../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/dialect.ts'
import { openaiResponses } from '../../../src/dialects/openai-responses/dialect.ts'
import { createCompactor, presets } from '../../../src/index.ts'
import { makeSpan } from '../../../src/log/span.ts'
import { renderPrompt } from '../../../src/render/render-prompt.ts'
import { frozen } from '../../../src/schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../src/schema/json.ts'
import type { PlanRecord } from '../../../src/schema/plan.ts'
import type { Dialect } from '../../../src/schema/ports.ts'
import type { Prompt } from '../../../src/schema/prompt.ts'
import { rangeAt } from '../../../src/schema/range.ts'
import { responsesFaults } from '../../../src/testing/provider-rules/openai-responses.ts'
import { entriesFrom, logOf } from '../../support/logs.ts'
import { CONVERSATION } from './items.ts'

const conversation = CONVERSATION as unknown as readonly Json[]
const typeOf = (item: Json): string => (isJsonObject(item) ? String(item['type'] ?? item['role']) : '')

interface Written {
  readonly items: readonly JsonObject[]
  readonly prompt: Prompt
}

/** What `target` sends for items of `source`, with the entries of these numbers shortened to nothing. */
function written(
  source: Dialect,
  messages: readonly Json[],
  target: Dialect = openaiResponses,
  shortened: readonly number[] = [],
): Written {
  const entries = frozen(entriesFrom(source, messages))
  const records = shortened.map(
    (seq): PlanRecord => ({
      action: 'shorten',
      span: makeSpan(logOf(entries), rangeAt(seq)),
      tokens: 1,
      excerpt: { head: 0, tail: 0 },
    }),
  )
  const prompt = renderPrompt({ entries, records, traits: target.traits, summaryRole: 'assistant' })
  const around = { dialect: target.traits.name, envelope: {}, tools: [] }
  const request = target.assemble(prompt.system, target.writeMessages(prompt.messages), around)
  expect(target.validate(request)).toEqual([])
  if (target === openaiResponses) expect(responsesFaults(request)).toEqual([])
  return { items: ((request as JsonObject)['input'] ?? (request as JsonObject)['messages']) as readonly JsonObject[], prompt }
}

describe('a thread that came in as Responses items', () => {
  it('F3 · goes out as the same items, whatever kinds there are', () => {
    const { items, prompt } = written(openaiResponses, conversation)
    expect(JSON.stringify(items)).toBe(JSON.stringify(conversation))
    expect(prompt).toMatchObject({ repairs: [], losses: [] })
  })

  it('F3 · goes back into its request: instructions, tools and all that was around', async () => {
    const request: Json = {
      model: 'gpt-5',
      instructions: 'be brief',
      store: false,
      input: conversation,
      tools: [{ type: 'web_search' }],
      x: null,
    }
    const { messages, ...around } = openaiResponses.read(request)
    const thread = await createCompactor().thread('t')
    await thread.appendDrafts(messages)
    expect(JSON.stringify((await thread.prepare({ around })).request)).toBe(JSON.stringify(request))
  })

  it('F3 · with an input that is one text goes out as one message', async () => {
    const { messages, ...around } = openaiResponses.read({ input: 'hello', instructions: 'be brief' })
    const thread = await createCompactor().thread('t')
    await thread.appendDrafts(messages)
    const { request } = await thread.prepare({ around })
    expect(request).toEqual({ input: [{ role: 'user', content: 'hello' }], instructions: 'be brief' })
  })

  it('F3 · keeps parallel calls and what was said after them in the model’s own order', () => {
    const call = (id: string): Json => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
    const output = (id: string): Json => ({ type: 'function_call_output', call_id: id, output: id })
    const said: Json = { role: 'assistant', content: 'I look at both.' }
    const given = [{ role: 'user', content: 'go' }, call('a'), call('b'), said, output('b'), output('a')]
    expect(written(openaiResponses, given).items).toEqual(given)
  })

  it('case 16 · leaves a question open that waits for a person, and writes no answer for them', () => {
    const asked = conversation.filter((item) => ['user', 'mcp_approval_request'].includes(typeOf(item)))
    const { items, prompt } = written(openaiResponses, asked)
    expect(items).toEqual(asked)
    expect(prompt.repairs).toEqual([])
  })

  it('case 47 · keeps an opaque compaction item, and a wish to compact only at the very end', () => {
    const compaction: Json = { type: 'compaction', id: 'cmp_1', encrypted_content: 'x' }
    const wish: Json = { type: 'compaction_trigger' }
    const user: Json = { role: 'user', content: 'go' }
    expect(written(openaiResponses, [compaction, user, wish]).items).toEqual([compaction, user, wish])
    expect(written(openaiResponses, [compaction, wish, user]).items).toEqual([compaction, user])
  })
})

describe('what is cut keeps the shape of its item', () => {
  const entries = entriesFrom(openaiResponses, conversation)
  const cuttable = entries.filter((entry) => ['text', 'file', 'tool-call', 'tool-result'].includes(entry.kind))

  it.each(cuttable.map((entry) => ({ seq: entry.seq, type: typeOf(entry.raw) })))('entry $seq, $type', ({ seq }) => {
    const { items } = written(openaiResponses, conversation, openaiResponses, [seq])
    expect(items.map(typeOf)).toEqual(conversation.map(typeOf))
  })

  it('all at once', () => {
    const all = cuttable.map((entry) => entry.seq)
    expect(written(openaiResponses, conversation, openaiResponses, all).items.map(typeOf)).toEqual(conversation.map(typeOf))
  })

  it('and a screenshot becomes a picture of one point', () => {
    const { items } = written(
      openaiResponses,
      conversation,
      openaiResponses,
      cuttable.map((entry) => entry.seq),
    )
    const output = items.find((item) => item['type'] === 'computer_call_output')?.['output'] as JsonObject
    expect(imageSize(String(output['image_url']).split(',')[1] ?? '')).toEqual({ width: 1, height: 1 })
  })

  it('but citations and log probabilities of a text that is cut are gone: they name places in it', () => {
    const seq = entries.find((entry) => entry.kind === 'text' && entry.text === 'It rains.')?.seq ?? -1
    const { items } = written(openaiResponses, conversation, openaiResponses, [seq])
    const cut = { type: 'output_text', text: expect.stringContaining(`e${seq}`), annotations: [] }
    expect(items.find((item) => item['id'] === 'msg_1')?.['content']).toEqual([cut, expect.anything()])
  })
})

describe('what a provider would refuse is mended', () => {
  const user: Json = { role: 'user', content: 'go' }
  it.each<readonly [string, readonly Json[], readonly Json[]]>([
    [
      'parts of the wrong side',
      [
        {
          role: 'assistant',
          content: [
            { type: 'input_text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
        { role: 'user', content: [{ type: 'output_text', text: 'c', annotations: [] }] },
      ],
      [
        {
          role: 'assistant',
          content: [
            { type: 'output_text', text: 'a', annotations: [] },
            { type: 'output_text', text: 'b', annotations: [] },
          ],
        },
        { role: 'user', content: [{ type: 'input_text', text: 'c' }] },
      ],
    ],
    [
      'an id that no provider gives',
      [
        { ...(user as JsonObject), id: 'x|y' },
        { type: 'message', id: 'call_1', role: 'assistant', content: 'a' },
      ],
      [user, { type: 'message', role: 'assistant', content: 'a' }],
    ],
    [
      'reasoning without a summary',
      [
        { type: 'reasoning', id: 'rs_1' },
        { role: 'assistant', content: 'a' },
      ],
      [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { role: 'assistant', content: 'a' },
      ],
    ],
    [
      'arguments that are an object',
      [
        { type: 'function_call', call_id: 'a', name: 'f', arguments: { x: 1 } },
        { type: 'function_call_output', call_id: 'a', output: 'r' },
      ],
      [
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"x":1}' },
        { type: 'function_call_output', call_id: 'a', output: 'r' },
      ],
    ],
    [
      'an output of another kind than its call',
      [
        { type: 'custom_tool_call', call_id: 'a', name: 'f', input: 'x' },
        { type: 'function_call_output', call_id: 'a', output: 'r' },
      ],
      [
        { type: 'custom_tool_call', call_id: 'a', name: 'f', input: 'x' },
        { type: 'custom_tool_call_output', call_id: 'a', output: 'r' },
      ],
    ],
  ])('%s', (_, given, sent) => {
    expect(written(openaiResponses, given).items).toEqual(sent)
  })

  it('case 6 · call ids of more than 64 characters, or used twice, are replaced in call and output alike', () => {
    const long = `call_${'0123456789'.repeat(7)}`
    const round = (output: string): readonly Json[] => [
      { type: 'function_call', call_id: long, name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: long, output },
    ]
    const { items } = written(openaiResponses, [...round('first'), { role: 'user', content: 'again' }, ...round('second')])
    const ids = items.flatMap((item) => (item['call_id'] === undefined ? [] : [item['call_id']]))
    expect(ids[0]).toBe(long.slice(0, 64))
    expect([ids[1], ids[3]]).toEqual([ids[0], ids[2]])
    expect(new Set(ids).size).toBe(2)
  })

  it('case 7 · a shell without a result gets one that names its call', () => {
    const shell: Json = {
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: 'a',
      action: { type: 'exec', command: ['ls'], env: {} },
      status: 'completed',
    }
    const { items } = written(openaiResponses, [shell, { role: 'user', content: 'go on' }])
    expect(items[1]).toEqual({ type: 'local_shell_call_output', id: 'a', output: '[local_shell: no result was recorded]' })
    const named: Json = { type: 'local_shell_call_output', id: 'lsho_1', call_id: 'a', output: 'files' }
    expect(written(openaiResponses, [shell, named]).items).toEqual([shell, named])
  })

  it('A13 · Codex answers its local shell with the output of a function, and that stays so', () => {
    const given: readonly Json[] = [
      { type: 'local_shell_call', call_id: 'a', action: { type: 'exec', command: ['ls'], env: {} }, status: 'completed' },
      { type: 'function_call_output', call_id: 'a', output: 'files' },
    ]
    expect(written(openaiResponses, given).items).toEqual(given)
  })
})

describe('from other dialects', () => {
  const chat: readonly Json[] = [
    { role: 'system', content: 'be brief' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
      ],
    },
    {
      role: 'assistant',
      content: 'Both.',
      reasoning_content: 'hm',
      tool_calls: ['a', 'b'].map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
    },
    { role: 'tool', tool_call_id: 'a', content: 'one' },
    { role: 'tool', tool_call_id: 'b', content: 'two' },
    { role: 'assistant', content: 'Done.' },
  ]
  const items: readonly Json[] = [
    { role: 'system', content: 'be brief' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'look' },
        { type: 'input_text', text: '[image: https://example.org/a.png · e2]' },
      ],
    },
    { role: 'assistant', content: 'Both.' },
    { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
    { type: 'function_call', call_id: 'b', name: 'read', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: 'one' },
    { type: 'function_call_output', call_id: 'b', output: 'two' },
    { role: 'assistant', content: 'Done.' },
  ]

  it('A13 · texts become messages, calls and results items; reasoning and files are losses', () => {
    const { items: sent, prompt } = written(openaiChat, chat)
    expect(sent).toEqual(items)
    expect(prompt.losses.map((loss) => loss.what)).toEqual(['image', 'reasoning'])
  })

  it('A13 · and back: one assistant message for what the model put out in one go', () => {
    const { items: sent, prompt } = written(openaiResponses, items, openaiChat)
    expect(sent.map((message) => message['role'])).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'assistant'])
    expect(sent[2]).toMatchObject({ content: 'Both.', tool_calls: [{ id: 'a' }, { id: 'b' }] })
    expect(prompt).toMatchObject({ repairs: [], losses: [] })
  })

  it.each([anthropic, openaiChat, neutral])(
    'A13 · everything there is goes to $traits.name legally, with a list of what is lost',
    (target) => {
      const { prompt } = written(openaiResponses, conversation, target)
      const lost = new Set(prompt.losses.map((loss) => loss.what))
      expect(lost).toContain('web_search_call')
      expect(lost).toContain('compaction')
      expect(lost.has('reasoning')).toBe(target !== neutral)
    },
  )
})

describe('tool definitions', () => {
  const schema = { type: 'object', properties: { path: { type: 'string' } } }
  const flat = { type: 'function', name: 'read', description: 'Reads.', parameters: schema, strict: false }

  it('A13 · of other dialects are written flat, and not stricter than they were', () => {
    const foreign: readonly Json[] = [
      { type: 'function', function: { name: 'read', description: 'Reads.', parameters: schema } },
      { name: 'read', description: 'Reads.', input_schema: schema },
      { name: 'read', description: 'Reads.', parameters: schema },
    ]
    expect(openaiResponses.writeTools(foreign)).toEqual([flat, flat, flat])
    expect(openaiChat.writeTools([flat])).toMatchObject([{ type: 'function', function: { name: 'read', parameters: schema } }])
  })

  it('A13 · of its own stay as they are', () => {
    const own: readonly Json[] = [
      flat,
      { type: 'web_search' },
      { type: 'custom', name: 'patch' },
      { type: 'mcp', server_label: 's' },
    ]
    expect(openaiResponses.writeTools(own)).toEqual(own)
  })
})

describe('a compacted thread', () => {
  it('L2 · is a legal request at every window, whatever items it holds', async () => {
    const turns = Array.from({ length: 6 }, (_, turn) => conversation.map((item) => renumbered(item, turn))).flat()
    for (const window of [40_000, 20_000, 12_000, 8_000, 6_000]) {
      const thread = await createCompactor({ policy: presets.balanced({ trigger: 1, release: 1 }) }).thread('t')
      await thread.append(turns)
      const { request, receipt } = await thread.compact({ window, reserve: 0 })
      expect(openaiResponses.validate(request)).toEqual([])
      expect(responsesFaults(request)).toEqual([])
      expect(receipt.tokens.after).toBeLessThanOrEqual(window)
    }
  })
})

/** The same item with ids of its own. */
function renumbered(item: Json, turn: number): Json {
  return JSON.parse(
    JSON.stringify(item).replaceAll(/"((?:rs|msg|fc|ctc|lsh|sh|apc|cu|mcp[lr]?|ws|fs|ci|ig|cmp|fco|call)_\d+)"/g, `"$1_${turn}"`),
  )
}
