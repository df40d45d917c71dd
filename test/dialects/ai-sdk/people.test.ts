import { convertToModelMessages } from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../../src/dialects/ai-sdk/dialect.ts'
import { createCompactor, type Json } from '../../../src/index.ts'
import { OLD_UI_MESSAGES, TOOL_STATES, UI_MESSAGES } from '../../support/ai-sdk-inputs.ts'
import { entriesFrom } from '../../support/logs.ts'

/** Tool parts that have all they will ever have. Broken arguments and empty results are repaired, which the SDK does not. */
const FINISHED = TOOL_STATES.filter((part) => {
  const isOver = String(part['state']).startsWith('output-')
  return isOver && 'input' in part && part['output'] !== null
})

const words = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && text.isWellFormed())
const step = fc
  .tuple(words, fc.array(fc.constantFrom(...FINISHED), { maxLength: 3 }), fc.boolean())
  .map(([text, tools, thinks]) => ({ text, tools, thinks }))
const answer = fc.array(step, { minLength: 1, maxLength: 4 })

/** Messages as a chat page keeps them; every call has an id of its own. */
const conversations = fc.array(answer, { minLength: 1, maxLength: 3 }).map((answers) => {
  let serial = 0
  return answers.flatMap((steps, index) => [
    { id: `u${index}`, role: 'user', parts: [{ type: 'text', text: 'go on' }] },
    {
      id: `a${index}`,
      role: 'assistant',
      parts: steps.flatMap(({ text, tools, thinks }) => [
        { type: 'step-start' },
        ...(thinks ? [{ type: 'reasoning', text: 'hm', providerMetadata: { anthropic: { signature: 's' } } }] : []),
        { type: 'text', text },
        ...tools.map((tool) => {
          serial += 1
          const approval =
            typeof tool['approval'] === 'object' ? { approval: { ...(tool['approval'] as object), id: `ap${serial}` } } : {}
          return { ...tool, ...approval, toolCallId: `t${serial}` }
        }),
        { type: 'source-url', sourceId: 's', url: 'https://example.org' },
      ]),
    },
  ])
})

async function written(messages: Json): Promise<readonly Json[]> {
  const thread = await createCompactor().thread('people')
  await thread.append(messages as readonly Json[])
  const { request } = await thread.prepare()
  expect(aiSdk.validate(request)).toEqual([])
  return (request as { readonly messages: readonly Json[] }).messages
}

/** A message with its content as a list, and nothing that is undefined. */
const listed = (message: Json): Json => {
  const { content, ...rest } = JSON.parse(JSON.stringify(message))
  return { ...rest, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content }
}

/** The same with neighbours of the agent as one: Gemini takes a call only in the first message after another party's. */
const inTurns = (messages: readonly Json[]): readonly Json[] => {
  const turns: { role: string; content: Json[] }[] = []
  for (const { role, content } of messages as unknown as typeof turns) {
    const last = turns.at(-1)
    if (role === 'assistant' && last?.role === role) last.content.push(...content)
    else turns.push({ role, content: [...content] })
  }
  return turns as unknown as readonly Json[]
}

describe('messages for people', () => {
  it('A13 · any conversation is written as the SDK converts it, turn by turn', async () => {
    await fc.assert(
      fc.asyncProperty(conversations, async (messages) => {
        const theirs = await convertToModelMessages(messages as never)
        const ours = await written([...messages, { id: 'end', role: 'user', parts: [{ type: 'text', text: 'thanks' }] }] as Json)
        const turns = inTurns(theirs.map((message) => listed(message as unknown as Json)))
        expect(inTurns(ours.slice(0, -1).map(listed))).toEqual(turns)
      }),
      { numRuns: 100 },
    )
  })

  it('A13 · an answer of several steps is several messages, each with its own results', () => {
    const drafts = aiSdk.readMessages(UI_MESSAGES)
    expect(drafts.map(({ role, id, blocks }) => [role, id, blocks.map((block) => block.kind).join(' ')])).toEqual([
      ['system', 's1', 'text'],
      ['user', 'u1', 'text file opaque'],
      ['assistant', 'a1', 'opaque reasoning text tool-call tool-call opaque'],
      ['tool', 'a1/2', 'tool-result tool-result'],
      ['assistant', 'a1/3', 'opaque text opaque opaque opaque'],
      ['user', 'u2', 'text'],
    ])
  })

  it('D13 · version 4 kept what a tool did beside the content: calls by step, their results, and the text last unless a call waits', () => {
    const drafts = aiSdk.readMessages(OLD_UI_MESSAGES)
    const kinds = drafts.map(({ role, blocks }) => `${role}: ${blocks.map((block) => block.kind).join(' ')}`)
    expect(kinds).toEqual([
      'user: text',
      'assistant: tool-call',
      'tool: tool-result',
      'assistant: tool-call',
      'tool: tool-result',
      'assistant: text',
      'assistant: opaque reasoning tool-call text',
      'tool: tool-result',
      'assistant: text tool-call opaque',
      'assistant: ',
    ])
  })

  it('D13 · and a model is sent it as today: typed outputs, no half call, a placeholder for the result that never came', async () => {
    const messages = await written(OLD_UI_MESSAGES as unknown as Json)
    const output = (value: Json) => ({ content: [{ type: 'tool-result', output: value }] })
    expect(messages).toMatchObject([
      { role: 'user' },
      { content: [{ type: 'tool-call', toolCallId: 'c1', input: { path: 'a.ts' } }] },
      output({ type: 'text', value: 'one line' }),
      { content: [{ type: 'tool-call', toolCallId: 'c2' }] },
      output({ type: 'json', value: { lines: 2 } }),
      {
        content: [
          { type: 'text', text: 'Both are read.' },
          { type: 'reasoning', text: 'A third file.' },
          { type: 'tool-call', toolCallId: 'c3' },
          { type: 'text' },
        ],
      },
      output({ type: 'text', value: '[read: success, no output]' }),
      {
        content: [
          { type: 'text', text: 'Now I edit.' },
          { type: 'tool-call', toolCallId: 'c4' },
        ],
      },
      output({ type: 'text', value: '[edit: no result was recorded]' }),
    ])
  })

  it('A13 · what is only for people to see is a loss, and stays in the log', async () => {
    const thread = await createCompactor().thread('losses')
    await thread.append(UI_MESSAGES)
    const { prompt } = await thread.prepare()
    expect(prompt.losses.map((loss) => loss.what)).toEqual([
      'data-weather',
      'step-start',
      'source-url',
      'step-start',
      'source-document',
      'data-note',
    ])
  })

  it('case 10 · a call that is still being written is not sent; one without a result gets a placeholder', async () => {
    const [streaming, available] = TOOL_STATES
    const messages = await written([
      { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'a' }, streaming ?? null, available ?? null] },
    ])
    expect(messages).toMatchObject([
      { role: 'user', providerOptions: { palimpsest: { kind: 'frame' } } },
      { role: 'assistant', content: [{ type: 'text' }, { type: 'tool-call', toolCallId: 't-input-available' }] },
      { role: 'tool', content: [{ toolCallId: 't-input-available', output: { value: '[read: no result was recorded]' } }] },
    ])
  })

  it('case 16 · an approval travels with its call: asked for, given, carried out, refused', () => {
    const approvals = TOOL_STATES.filter((part) => 'approval' in part).map((part) =>
      entriesFrom(aiSdk, [{ id: 'a', role: 'assistant', parts: [part] }]).map((entry) =>
        entry.kind === 'opaque' ? entry.type : entry.kind,
      ),
    )
    expect(approvals).toEqual([
      ['tool-call', 'tool-approval-request'],
      ['tool-call', 'tool-approval-request', 'tool-approval-response'],
      ['tool-call', 'tool-approval-request', 'tool-approval-response', 'tool-result'],
      ['tool-call', 'tool-approval-request', 'tool-approval-response', 'tool-result'],
      ['tool-call', 'tool-approval-request', 'tool-approval-response', 'tool-result'],
    ])
  })

  it('case 28 · an answer of 20,000 steps is taken apart and put together in one pass', () => {
    const parts = Array.from({ length: 20_000 }, (_, index) => [
      { type: 'step-start' },
      { type: 'tool-read', toolCallId: `t${index}`, state: 'output-available', input: {}, output: 'r' },
    ]).flat()
    const input = [{ id: 'a', role: 'assistant', parts }]
    const { messages, envelope } = aiSdk.read(input)
    expect(messages).toHaveLength(40_000)
    const restored = aiSdk.restore(
      envelope,
      messages.map(({ shell, blocks }) =>
        Array.isArray(shell.raw)
          ? shell.raw.map((piece, index) => ({ ...(piece as object), value: blocks[index]?.raw ?? null }))
          : { ...(shell.raw as object), parts: parts.map((_, index) => (index < 2 ? (blocks[index]?.raw ?? null) : null)) },
      ),
    )
    expect(JSON.stringify(restored)).toBe(JSON.stringify(input))
  })
})

describe('approvals under one id', () => {
  it('L2 · what a person answered is left out with what was asked, whichever of the calls is pinned', async () => {
    const call = (toolCallId: string): Json => ({ type: 'tool-call', toolCallId, toolName: 'read_file', input: {} })
    const result = (toolCallId: string): Json => ({
      ...{ type: 'tool-result', toolCallId, toolName: 'read_file' },
      output: { type: 'text', value: `of ${toolCallId}` },
    })
    const asks = (toolCallId: string): Json => ({ type: 'tool-approval-request', approvalId: 'a', toolCallId })
    const denies = { type: 'tool-approval-response', approvalId: 'a', approved: false }
    const long = 'lorem ipsum '.repeat(2_000)
    const thread = await createCompactor().thread('approvals')
    await thread.append([
      { role: 'user', content: long },
      { role: 'assistant', content: [call('b'), call('c'), asks('b'), asks('c')] },
      { role: 'tool', content: [denies, result('b'), denies, result('c')] },
      { role: 'assistant', content: long },
      { role: 'user', content: 'go on' },
    ] as never)
    const entries = await thread.entries()
    for (const entry of entries.filter(({ role, kind }) => role === 'tool' && kind !== 'text').slice(0, 3))
      await thread.pin({ entry: entry.id })
    const { request } = await thread.prepare({ window: 3_000, reserve: 0, dialect: 'ai-sdk' })
    expect(aiSdk.validate(request as unknown as Json)).toEqual([])
  })
})
