import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, isFailure } from '../../src/index.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import { providerFaults } from '../../src/testing/provider-rules/provider-rules.ts'
import { type DialectName, dirtyTranscripts, type GeneratedTranscript } from '../../src/testing/transcripts/transcripts.ts'
import { DIALECT } from '../laws/judge/subject.ts'

const NAMES = Object.keys(DIALECT) as readonly DialectName[]

async function requestOf(from: DialectName, messages: readonly Json[], to: DialectName = from, options = {}) {
  const thread = await createCompactor().thread('t')
  await thread.append(messages, { dialect: from })
  const { request, prompt } = await thread.prepare({ dialect: to, window: 100_000, reserve: 0, ...options })
  return { request: JSON.parse(JSON.stringify(request)) as Json, losses: prompt.losses, text: JSON.stringify(request) }
}

/** Gives messages another role, as a broken export does. */
function changeHands({ dialect, messages }: GeneratedTranscript, which: readonly number[], to: number): readonly Json[] {
  const roles = dialect === 'gemini' ? ['user', 'model', 'user', 'model'] : ['user', 'assistant', 'system', 'assistant']
  const given = new Set(which.map((index) => index % Math.max(1, messages.length)))
  return messages.map((message, index) => {
    if (!given.has(index) || !isJsonObject(message) || message['role'] === undefined || message['role'] === 'tool') return message
    return { ...message, role: roles[to] ?? 'user' }
  })
}

const use = (id: string): Json => ({ type: 'tool_use', id, name: 'read', input: { path: 'a.ts' } })
const result = (id: string): Json => ({ type: 'tool_result', tool_use_id: id, content: 'what the file says' })
const chatCall: Json = { id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }

/** Messages in which one role says what only another may say, as broken exports have them. */
const MISPLACED: Readonly<Record<string, readonly [DialectName, readonly Json[]]>> = {
  'a call of a person': [
    'anthropic',
    [
      { role: 'user', content: [use('t1')] },
      { role: 'user', content: [result('t1')] },
    ],
  ],
  'a call of a person in Chat': [
    'openai-chat',
    [
      { role: 'user', content: null, tool_calls: [chatCall] },
      { role: 'tool', tool_call_id: 'c', content: 'out' },
    ],
  ],
  'a call of a person in Gemini': [
    'gemini',
    [
      { role: 'user', parts: [{ functionCall: { name: 'read', args: {} } }, { executableCode: { code: '1' } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'x' } } }] },
    ],
  ],
  'a result that the agent gives itself': [
    'anthropic',
    [
      { role: 'user', content: 'Read it.' },
      { role: 'assistant', content: [use('t1'), result('t1')] },
      { role: 'user', content: 'And?' },
    ],
  ],
  'a result in system text': [
    'ai-sdk',
    [
      {
        role: 'system',
        content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'read', output: { type: 'text', value: 'x' } }],
      },
      { role: 'user', content: 'Hello.' },
    ],
  ],
  'thoughts of a person': [
    'anthropic',
    [
      {
        role: 'user',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'text', text: 'Hello.' },
        ],
      },
    ],
  ],
  'what a provider ran, in a message of a person': [
    'anthropic',
    [
      { role: 'user', content: [{ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }] },
      { role: 'user', content: 'Hello.' },
    ],
  ],
  'pictures of the agent': [
    'anthropic',
    [
      { role: 'user', content: 'Draw.' },
      { role: 'assistant', content: [{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }] },
    ],
  ],
  'pictures of the agent in Chat': [
    'openai-chat',
    [{ role: 'assistant', content: [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }] }],
  ],
  'a refusal in system text': ['openai-chat', [{ role: 'system', content: [{ type: 'refusal', refusal: 'no' }] }]],
  'a result without a name among the agent’s parts': [
    'ai-sdk',
    [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Hi.' },
          { type: 'tool-result', toolCallId: '', result: 1 },
        ],
      },
    ],
  ],
}

describe('L2 · blocks where they may not stand', () => {
  it.each(Object.entries(MISPLACED))('%s: every dialect gets a request that it takes', async (_, [from, messages]) => {
    for (const to of NAMES) {
      const { request } = await requestOf(from, messages, to)
      expect(DIALECT[to].validate(request), to).toEqual([])
    }
  })

  it('every transcript in which messages have changed hands, in every dialect', async () => {
    const flipped = fc
      .tuple(dirtyTranscripts, fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 }), fc.nat({ max: 3 }))
      .map(([transcript, which, to]) => ({ ...transcript, messages: changeHands(transcript, which, to) }))
    await fc.assert(
      fc.asyncProperty(flipped, fc.constantFrom(...NAMES), fc.constantFrom(700, 100_000), async (transcript, to, window) => {
        const thread = await createCompactor().thread('t')
        await thread.append(transcript.messages, { dialect: transcript.dialect })
        try {
          const { request } = await thread.prepare({ dialect: to, window, reserve: 0 })
          expect([...DIALECT[to].validate(request), ...providerFaults(to, request)]).toEqual([])
        } catch (error) {
          if (!isFailure(error, 'fixed-part-too-large')) throw error
        }
      }),
      { numRuns: 150 },
    )
  })

  it('a call of a person is in the log, in no request, and listed as a loss', async () => {
    const { text, losses } = await requestOf('anthropic', [{ role: 'user', content: [use('t1'), { type: 'text', text: 'Hi.' }] }])
    expect(text).not.toContain('tool_use')
    expect(losses).toEqual([{ seq: 0, what: 'tool-call' }])
  })

  it('a result that the agent gives itself is its call’s, in a message of its own', async () => {
    const { request } = await requestOf('anthropic', [
      { role: 'user', content: 'Read it.' },
      { role: 'assistant', content: [use('t1'), result('t1')] },
      { role: 'user', content: 'And?' },
    ])
    expect(request).toMatchObject({
      messages: [
        { role: 'user', content: 'Read it.' },
        { role: 'assistant', content: [use('t1')] },
        { role: 'user', content: [result('t1'), { type: 'text', text: 'And?' }] },
      ],
    })
  })

  it.each(NAMES)('blank system text is none: %s', async (to) => {
    for (const system of ['', ' \n']) {
      const { request } = await requestOf('openai-chat', [{ role: 'user', content: 'Hello.' }], to, { system })
      expect(DIALECT[to].validate(request)).toEqual([])
    }
  })
})

describe('case 15 · tools that the provider ran itself', () => {
  const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'ferry' } }
  const hits = { type: 'web_search_tool_result', tool_use_id: 's1', content: [] }
  const said = { type: 'text', text: 'Found.' }
  const agent = (...content: readonly Json[]): Json => ({ role: 'assistant', content: [...content] })
  const person: Json = { role: 'user', content: 'Look.' }

  it('stay with their results, and at the very end without, because the turn was paused', async () => {
    const whole = [person, agent(search, hits, said), person]
    expect((await requestOf('anthropic', whole)).request).toEqual({ messages: whole })
    expect((await requestOf('anthropic', [person, agent(said, search)])).request).toEqual({
      messages: [person, agent(said, search)],
    })
  })

  it('are left out if they were stopped, and so is a result without its tool', async () => {
    const stopped = await requestOf('anthropic', [person, agent(said, search), person])
    expect(stopped.request).toEqual({ messages: [person, agent(said), person] })
    expect(stopped.losses).toEqual([{ seq: 2, what: 'server_tool_use' }])
    const torn = await requestOf('anthropic', [person, agent(hits, said), person])
    expect(torn.request).toEqual({ messages: [person, agent(said), person] })
  })

  it('L9 · are not stable while they wait', async () => {
    const thread = await createCompactor().thread('paused')
    await thread.append([person, agent(said), person, agent(said, search)], { dialect: 'anthropic' })
    expect((await thread.prepare({ window: 100_000, reserve: 0 })).prompt.stable).toBe(3)
  })
})

describe('D13 · old shapes among results', () => {
  it('files that version 5 of the AI SDK called media are written as versions 6 and 7 take them', async () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {} }
    const media = (mediaType: string): Json => ({ type: 'media', data: 'AAAA', mediaType })
    const output = { type: 'content', value: [media('image/png'), media('application/pdf')] }
    const { text } = await requestOf('ai-sdk', [
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'look', output }] },
    ])
    expect(text).toContain('"type":"image-data","data":"AAAA","mediaType":"image/png"')
    expect(text).toContain('"type":"file-data","data":"AAAA","mediaType":"application/pdf"')
  })

  it('deprecated function messages of Chat stay as they are, and are a loss elsewhere', async () => {
    const history: readonly Json[] = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, function_call: { name: 'weather', arguments: '{}' } },
      { role: 'function', name: 'weather', content: 'rain' },
      { role: 'assistant', content: 'It rains.' },
    ]
    expect((await requestOf('openai-chat', history)).request).toEqual({ messages: history })
    expect((await requestOf('openai-chat', history, 'anthropic')).losses.map(({ what }) => what)).toEqual([
      'function_call',
      'function',
    ])
  })
})
