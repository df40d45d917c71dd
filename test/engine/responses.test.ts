import { describe, expect, it } from 'vitest'
import { openaiResponses } from '../../src/dialects/openai-responses/dialect.ts'
import { createCompactor, presets, type Thread } from '../../src/index.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/schema/json.ts'
import { responsesFaults } from '../../src/testing/provider-rules/openai-responses.ts'
import { storedItemFaults } from '../../src/testing/provider-rules/stored-items.ts'
import { prose } from '../support/steps.ts'

const user = (text: string): Json => ({ role: 'user', content: text })

/** One turn as a reasoning model makes it: it thinks, searches, thinks again, calls two tools at once, and answers. */
function turn(number: number, tokens: number): readonly Json[] {
  const id = (prefix: string, more = ''): string => `${prefix}_${number}${more}`
  const call = (more: string): Json => ({
    type: 'function_call',
    id: id('fc', more),
    call_id: id('call', more),
    name: 'read_file',
    arguments: JSON.stringify({ path: `src/${number}${more}.ts` }),
    status: 'completed',
  })
  const thought = (more: string): Json => ({
    type: 'reasoning',
    id: id('rs', more),
    summary: [],
    encrypted_content: `sealed-${number}${more}`,
  })
  const said = (text: string, more: string): Json => ({
    type: 'message',
    id: id('msg', more),
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  })
  return [
    user(`Request ${number}: ${prose(20, number)}`),
    thought('a'),
    { type: 'web_search_call', id: id('ws'), status: 'completed', action: { type: 'search', query: prose(8, number) } },
    thought('b'),
    said('I look at both.', 'a'),
    call('x'),
    call('y'),
    ...['x', 'y'].map((more) => ({ type: 'function_call_output', call_id: id('call', more), output: prose(tokens, number) })),
    thought('c'),
    said(`Answer ${number}: ${prose(30, number)}`, 'b'),
  ]
}

const history = (turns: number, tokens = 150): readonly Json[] =>
  Array.from({ length: turns }, (_, number) => turn(number, tokens)).flat()

async function threadWith(items: readonly Json[]): Promise<Thread> {
  const thread = await createCompactor({ clock: () => 0, policy: presets.balanced({ trigger: 1, release: 1 }) }).thread('t')
  await thread.append(items)
  return thread
}

const itemsIn = (request: Json): readonly JsonObject[] =>
  ((request as JsonObject)['input'] as readonly Json[]).filter(isJsonObject)

describe('a thread of Responses items', () => {
  const items = [...history(12), user('Now the last thing.')]

  it('L2, case 43 · is legal at every window, and to a provider that remembers what it stored', async () => {
    for (let window = 500; window <= 9_000; window += 500) {
      const thread = await threadWith(items)
      const { request, receipt } = await thread.compact({ window, reserve: 0 })
      expect(openaiResponses.validate(request)).toEqual([])
      expect(responsesFaults(request)).toEqual([])
      expect(storedItemFaults(request, items)).toEqual([])
      expect(receipt.tokens.after).toBeLessThanOrEqual(window)
    }
  })

  it('L2 · is folded between answers, never inside one: what is shown of it keeps its ids and its reasoning', async () => {
    const thread = await threadWith(items)
    const { request } = await thread.compact({ window: 3_000, reserve: 0 })
    const shown = itemsIn(request)
    const [summary, ...rest] = shown
    expect(summary?.['content']).toContain('[Context Summary')
    const kept = rest.filter((item) => item['type'] === 'reasoning').length
    expect(kept).toBeGreaterThan(2)
    // A cut result is another item; everything else that is shown is as it came.
    const changed = rest.filter(
      (item) => item['type'] !== 'function_call_output' && !items.some((given) => JSON.stringify(given) === JSON.stringify(item)),
    )
    expect(changed).toEqual([])
  })

  it('L9 · whose items come one by one: each request begins with the one before it', async () => {
    const thread = await createCompactor().thread('t')
    let before: readonly JsonObject[] = []
    for (const item of items.slice(0, 25)) {
      await thread.append([item], { dialect: 'openai-responses' })
      const { request } = await thread.prepare({ dialect: 'openai-responses' })
      const shown = itemsIn(request)
      expect(openaiResponses.validate(request)).toEqual([])
      const answered = before.filter((old) => !String(old['output'] ?? '').includes('no result was recorded'))
      expect(shown.slice(0, answered.length)).toEqual(answered)
      before = shown
    }
    expect(before).toEqual(items.slice(0, 25))
  })

  it('L4 · pinned reasoning stays with what it led to, and with the results of that', async () => {
    const thread = await threadWith(items)
    const [reasoning] = (await thread.entries()).filter((entry) => entry.kind === 'reasoning' && entry.message.id === 'rs_1b')
    await thread.pin({ entry: reasoning?.id as NonNullable<typeof reasoning>['id'] })
    const { request } = await thread.compact({ window: 2_000, reserve: 0 })
    const shown = itemsIn(request).map((item) => item['id'])
    expect(shown.slice(shown.indexOf('rs_1b'), shown.indexOf('rs_1b') + 2)).toEqual(['rs_1b', 'msg_1a'])
    expect(storedItemFaults(request, items)).toEqual([])
  })

  it('case 16 · keeps a question that waits for a person at the end, whatever the window', async () => {
    const asked: Json = {
      type: 'mcp_approval_request',
      id: 'mcpr_1',
      server_label: 'shop',
      name: 'refund',
      arguments: '{"order":7}',
    }
    const thread = await threadWith([...items, asked])
    const { request } = await thread.compact({ window: 1_500, reserve: 0 })
    expect(itemsIn(request).at(-1)).toEqual(asked)
    const answer: Json = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: false }
    await thread.append([answer])
    const next = itemsIn((await thread.prepare({ window: 1_500, reserve: 0 })).request)
    expect(next.slice(-2)).toEqual([asked, answer])
  })

  it('case 16 · approvals are folded together with what they answer', async () => {
    const asked: Json = { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 'shop', name: 'refund', arguments: '{}' }
    const answer: Json = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true }
    const all = [user('Refund it.'), asked, answer, ...items]
    for (let window = 1_000; window <= 9_000; window += 1_000) {
      const { request } = await (await threadWith(all)).compact({ window, reserve: 0 })
      const types = itemsIn(request).map((item) => item['type'])
      expect(types.includes('mcp_approval_request')).toBe(types.includes('mcp_approval_response'))
    }
  })

  it('case 28 · an answer of 100,000 pieces is one answer, and takes its time in proportion', async () => {
    const pieces = Array.from(
      { length: 100_000 },
      (_, index): Json =>
        index % 2 === 0
          ? { type: 'reasoning', id: `rs_${index}`, summary: [] }
          : { type: 'web_search_call', id: `ws_${index}`, status: 'completed' },
    )
    const thread = await createCompactor().thread('t')
    await thread.append([user('search'), ...pieces])
    const { request } = await thread.prepare({ window: 100_000_000, reserve: 0 })
    expect(itemsIn(request)).toHaveLength(100_001)
  })
})
