import { convertToModelMessages, generateText, modelMessageSchema } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { convertToModelMessages as convertV6, generateText as generateV6 } from 'ai-v6'
import { MockLanguageModelV3 } from 'ai-v6/test'
import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../../src/dialects/ai-sdk/dialect.ts'
import { createCompactor, type Json } from '../../../src/index.ts'
import { EVERY_PART, OLD, UI_MESSAGES } from '../../support/ai-sdk-inputs.ts'

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const ANSWER = {
  content: [{ type: 'text' as const, text: 'fine' }],
  finishReason: { unified: 'stop' as const, raw: 'stop' },
  usage: USAGE,
  warnings: [],
}

type Given<Call> = Call extends (options: infer Options) => unknown ? Options : never

/** What reaches the model when the SDK's own `generateText` is given a request. */
async function throughV7(request: object): Promise<Json> {
  const model = new MockLanguageModelV4({ doGenerate: ANSWER, supportedUrls: { '*/*': [/.*/] } })
  const { text } = await generateText({ ...request, model } as unknown as Given<typeof generateText>)
  expect(text).toBe('fine')
  return JSON.parse(JSON.stringify(model.doGenerateCalls[0]?.prompt))
}

async function throughV6(request: object): Promise<Json> {
  const model = new MockLanguageModelV3({ doGenerate: ANSWER, supportedUrls: { '*/*': [/.*/] } })
  const { text } = await generateV6({ ...request, model } as unknown as Given<typeof generateV6>)
  expect(text).toBe('fine')
  return JSON.parse(JSON.stringify(model.doGenerateCalls[0]?.prompt))
}

async function prepared(
  messages: readonly Json[],
  options: object = {},
): Promise<{ readonly messages: readonly Json[]; readonly system?: Json }> {
  const thread = await createCompactor().thread('sdk')
  await thread.append(messages, { dialect: 'ai-sdk' })
  const { request } = await thread.prepare({ dialect: 'ai-sdk', ...options })
  expect(aiSdk.validate(request)).toEqual([])
  return request as unknown as { readonly messages: readonly Json[] }
}

/** Without what only version 7 has. */
const FOR_V6 = EVERY_PART.map((message) => {
  const { content } = message as { readonly content: Json }
  const isNew = (part: Json): boolean => {
    const { type, data } = part as { readonly type: string; readonly data?: Json }
    return type === 'custom' || type === 'reasoning-file' || typeof data === 'object'
  }
  return { ...(message as object), content: Array.isArray(content) ? content.filter((part) => !isNew(part)) : content } as Json
})

describe('requests go through generateText', () => {
  it('F13 · of version 7: what reaches the model is what came in, and nothing is refused', async () => {
    const request = await prepared(EVERY_PART)
    expect(request.messages).toEqual(EVERY_PART)
    expect(await throughV7(request)).toEqual(await throughV7({ messages: EVERY_PART }))
  })

  it('F13 · of version 6, whose schema looks at every part', async () => {
    const request = await prepared(FOR_V6)
    expect(request.messages).toEqual(FOR_V6)
    expect(await throughV6(request)).toEqual(await throughV6({ messages: FOR_V6 }))
  })

  it('D13 · core messages of older versions are written as both take them today', async () => {
    const request = await prepared([...OLD, { role: 'user', content: 'and?' }])
    expect(request.system).toEqual({ role: 'system', content: 'be brief' })
    const [v6, v7] = [await throughV6(request), await throughV7(request)]
    for (const prompt of [v6, v7]) {
      expect(prompt).toMatchObject([
        { role: 'system', content: 'be brief' },
        { role: 'user', content: [{ type: 'file' }, { type: 'file', mediaType: 'application/pdf' }] },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 'c2ln' } } },
            { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'cmVk' } } },
            { type: 'text', text: 'Reading.' },
            { type: 'tool-call', toolCallId: 'c1', input: { path: 'a' } },
          ],
        },
        { role: 'tool', content: [{ toolCallId: 'c1', output: { type: 'json', value: { lines: 3 } } }] },
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c2', input: { path: 'b' } }] },
        { role: 'tool', content: [{ toolCallId: 'c2', output: { type: 'error-text', value: 'no such file' } }] },
        { role: 'user', content: [{ type: 'text', text: 'and?' }] },
      ])
    }
  })

  it('F13 · compacted, and translated from another provider, for both versions', async () => {
    const long = (index: number): string => `step ${index}: ${'the build is green and the tests pass. '.repeat(40)}`
    const chat = Array.from({ length: 12 }, (_, index): readonly Json[] => [
      { role: 'user', content: `please do step ${index}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${index}`, type: 'function', function: { name: 'run', arguments: '{"n":1}' } }],
      },
      { role: 'tool', tool_call_id: `c${index}`, content: long(index) },
      { role: 'assistant', content: `step ${index} is done` },
    ]).flat()
    const thread = await createCompactor().thread('translated')
    await thread.append([{ role: 'system', content: 'be careful' }, ...chat, { role: 'user', content: 'and now?' }])
    const { request, receipt } = await thread.compact({ dialect: 'ai-sdk', window: 2_000 })
    expect(receipt.tokens.after).toBeLessThanOrEqual(2_000)
    for (const prompt of [await throughV6(request as object), await throughV7(request as object)]) {
      expect((prompt as Json[])[0]).toMatchObject({ role: 'system', content: 'be careful' })
      expect((prompt as Json[]).at(-1)).toMatchObject({ role: 'user', content: [{ type: 'text', text: 'and now?' }] })
      expect(JSON.stringify(prompt)).toContain('[Previous conversation summary]')
    }
  })

  it('case 16 · an approval that was given last is carried out by the SDK, not replaced by a placeholder', async () => {
    const waiting: readonly Json[] = [
      { role: 'user', content: 'delete it' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c1', toolName: 'remove', input: { path: 'a' } },
          { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'c1' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ap', approved: true }] },
    ]
    const request = await prepared(waiting)
    expect(request.messages).toEqual(waiting)
    const removed: unknown[] = []
    const { jsonSchema, tool } = await import('ai')
    const remove = tool({
      inputSchema: jsonSchema({ type: 'object' }),
      needsApproval: true,
      execute: async (input) => {
        removed.push(input)
        return 'removed'
      },
    })
    const prompt = await throughV7({ ...request, tools: { remove } })
    expect(removed).toEqual([{ path: 'a' }])
    expect((prompt as Json[]).at(-1)).toMatchObject({
      role: 'tool',
      content: [{ toolCallId: 'c1', output: { value: 'removed' } }],
    })
  })

  it('case 16 · an approval that was never given is answered by a placeholder: the SDK would refuse the request', async () => {
    const asked: readonly Json[] = [
      { role: 'user', content: 'delete it' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c1', toolName: 'remove', input: {} },
          { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'c1' },
        ],
      },
    ]
    await expect(throughV7({ messages: asked })).rejects.toThrow(/Tool result is missing/)
    expect(await throughV7(await prepared(asked))).toMatchObject([{}, {}, { role: 'tool', content: [{ toolCallId: 'c1' }] }])
  })
})

describe('messages for people', () => {
  /** The SDK writes addresses as objects and leaves undefined fields; as JSON they are strings and nothing. */
  const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value))
  const plain = (messages: Json): Json =>
    JSON.parse(JSON.stringify(messages), (_, value) =>
      value?.type === 'url' && typeof value.url === 'string' ? value.url : value,
    )

  it('A13 · are written as the SDK itself converts them', async () => {
    const [, ...conversation] = UI_MESSAGES
    const request = await prepared(conversation)
    const own = request.messages.map((message) => message as { readonly content: Json })
    const theirs = plain(asJson(await convertToModelMessages(conversation as never)))
    const asParts = (content: Json): Json => (typeof content === 'string' ? [{ type: 'text', text: content }] : content)
    expect(own.map((message) => ({ ...message, content: asParts(message.content) }))).toEqual(theirs)
    const forV6 = conversation.map((message) => ({
      ...(message as object),
      parts: (message as { readonly parts: readonly { readonly type: string }[] }).parts.filter((part) => part.type !== 'custom'),
    })) as Json[]
    const v6 = asJson(await convertV6(forV6 as never))
    const ownV6 = (await prepared(forV6)).messages.map((message) => message as { readonly content: Json })
    expect(ownV6.map((message) => ({ ...message, content: asParts(message.content) }))).toEqual(v6)
  })

  it('A13 · reach the model of either version', async () => {
    const request = await prepared(UI_MESSAGES)
    expect(request.system).toBe('be brief')
    expect(await throughV7(request)).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool' },
      { role: 'assistant' },
      { role: 'user' },
    ])
  })
})

describe('the SDK refuses what our validator refuses', () => {
  const call: Json = { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'f', input: {} }] }
  const user: Json = { role: 'user', content: 'a' }

  it.each([
    ['messages-present', [], /messages must not be empty/],
    ['call-answered', [user, call], /Tool result is missing/],
    ['call-answered', [user, call, user], /Tool result is missing/],
    ['system-in-front', [{ role: 'system', content: 's' }, user], /System messages are not allowed/],
    [
      'approval-known',
      [user, { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'x', approved: true }] }],
      /approval/i,
    ],
    ['role-known', [{ role: 'robot', content: 'a' }], /role/],
  ] as const)('F3 · %s, in version 7', async (rule, messages, says) => {
    await expect(throughV7({ messages })).rejects.toThrow(says)
    expect(aiSdk.validate({ messages: messages as readonly Json[] }).map((violation) => violation.rule)).toContain(rule)
  })

  it.each([
    ['part-known', [{ role: 'user', content: [{ type: 'hologram' }] }]],
    ['part-known', [{ role: 'user', content: [{ type: 'reasoning', text: 'a' }] }]],
    [
      'output-typed',
      [user, call, { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'f', output: 'words' }] }],
    ],
    ['content-present', [user, call, { role: 'tool', content: 'words' }]],
    ['file-complete', [{ role: 'user', content: [{ type: 'file', data: 'AA==' }] }]],
  ] as const)('F3 · %s, by the schema of both versions', async (rule, messages) => {
    await expect(throughV6({ messages })).rejects.toThrow(/do not match the ModelMessage/)
    expect(messages.every((message) => modelMessageSchema.safeParse(message).success)).toBe(false)
    expect(aiSdk.validate({ messages: messages as readonly Json[] }).map((violation) => violation.rule)).toContain(rule)
  })

  it('F3 · but a result without a call passes the SDK: providers refuse it, and so do we', async () => {
    const orphan: Json = {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'x', toolName: 'f', output: { type: 'text', value: 'r' } }],
    }
    expect(await throughV7({ messages: [user, orphan] })).toHaveLength(2)
    expect(aiSdk.validate({ messages: [user, orphan] })).toMatchObject([{ rule: 'result-has-call' }])
    expect(JSON.stringify((await prepared([user, orphan])).messages)).toContain('its call is not in this conversation')
  })
})
