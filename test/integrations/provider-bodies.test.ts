import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../src/dialects/ai-sdk/dialect.ts'
import { createCompactor, type Json, type JsonObject } from '../../src/index.ts'
import { bodyFaults } from '../support/body-faults.ts'
import { runBodies } from '../support/body-runs.ts'
import { bodyOf, type DoorName } from '../support/provider-bodies.ts'

const SESSIONS = 30

/** `npm run bodies` tries very many. */
describe(`bodies that the providers’ own packages build, for ${SESSIONS} generated sessions in three windows`, () => {
  it('L2, C18 · no provider refuses one of them, by its documented rules', async () => {
    const { bodies, refused } = await runBodies({ sessions: SESSIONS, seed: 16 })
    expect(refused).toEqual([])
    expect(bodies).toBeGreaterThan(SESSIONS * 20)
  })
})

describe('case 89 · a prompt that begins with an assistant summary', () => {
  /** A chat that had to be folded, and the same request as a dialect would write it that lets the agent begin. */
  const folded = async () => {
    const said = (index: number) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Step ${index}: ${'look here, '.repeat(40)}`,
    })
    const messages = Array.from({ length: 31 }, (_, index) => said(index))
    const make = async (firstUser: boolean) => {
      const dialect = { ...aiSdk, traits: { ...aiSdk.traits, firstUser } }
      const thread = await createCompactor({ dialects: [dialect] }).thread(`first-${firstUser}`)
      await thread.append(messages, { dialect: 'ai-sdk' })
      const { request, receipt } = await thread.compact({ dialect, window: 2_000, reserve: 0 })
      expect(receipt.fates.map(({ fate }) => fate)).toContain('summarized')
      return request as unknown as JsonObject
    }
    return { sent: await make(true), bare: await make(false) }
  }

  it.each(['@ai-sdk/amazon-bedrock', '@ai-sdk/google', '@ai-sdk/anthropic'] as const)(
    'case 89 · is refused, and not sent: a user message stands in front: %s',
    async (door) => {
      const { sent, bare } = await folded()
      expect(bare['messages']).toMatchObject({ 0: { role: 'assistant' } })
      expect(await faultsOf(door, bare)).not.toEqual([])
      expect(sent['messages']).toMatchObject({ 0: { role: 'user' }, 1: { role: 'assistant' } })
      expect(await faultsOf(door, sent)).toEqual([])
    },
  )
})

const go = { role: 'user', content: 'go on' }
const call = (toolCallId: string, toolName: string, more: object = {}) => ({
  ...{ type: 'tool-call', toolCallId, toolName, input: {} },
  ...more,
})
const result = (toolCallId: string, toolName: string) => ({
  ...{ type: 'tool-result', toolCallId, toolName },
  output: { type: 'text', value: 'fine' },
})
const PICTURE = { type: 'image-url', url: 'https://example.org/a.png' }
const asked = (approvalId: string, toolCallId: string) => ({ type: 'tool-approval-request', approvalId, toolCallId })
const answered = (approvalId: string) => ({ type: 'tool-approval-response', approvalId, approved: true })

/** Histories of the AI SDK, with the packages whose providers refuse them, and what we say about it. */
const HISTORIES: readonly {
  readonly name: string
  readonly by: readonly DoorName[]
  readonly says: string
  readonly messages: readonly object[]
}[] = [
  {
    name: 'a call id that only its own provider takes',
    by: ['@ai-sdk/anthropic', '@ai-sdk/amazon-bedrock'],
    says: 'id-replaced',
    messages: [
      go,
      { role: 'assistant', content: [call('functions.read:0', 'read')] },
      { role: 'tool', content: [result('functions.read:0', 'read')] },
    ],
  },
  {
    name: 'a call id that is too long, and a tool’s name',
    by: ['@ai-sdk/openai chat', '@ai-sdk/openai-compatible', '@ai-sdk/amazon-bedrock'],
    says: 'tool-renamed',
    messages: [
      go,
      { role: 'assistant', content: [call('c'.repeat(70), 'mcp_'.repeat(20))] },
      { role: 'tool', content: [result('c'.repeat(70), 'mcp_'.repeat(20))] },
    ],
  },
  {
    name: 'a call in the second of two messages of the agent',
    by: ['@ai-sdk/google'],
    says: '',
    messages: [
      go,
      { role: 'assistant', content: 'well' },
      { role: 'assistant', content: [call('c1', 'read')] },
      { role: 'tool', content: [result('c1', 'read')] },
    ],
  },
  {
    name: 'a search that the provider began and never finished',
    by: ['@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai chat', '@ai-sdk/amazon-bedrock'],
    says: 'tool-call',
    messages: [
      go,
      { role: 'assistant', content: [{ type: 'text', text: 'I search.' }, call('ws', 'web_search', { providerExecuted: true })] },
      go,
    ],
  },
  {
    name: 'an answer to an approval, with a result that must move to its call',
    by: ['@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai chat'],
    says: 'result-moved',
    messages: [
      go,
      { role: 'assistant', content: [call('c1', 'read'), asked('ap', 'c1')] },
      { role: 'user', content: 'and?' },
      { role: 'tool', content: [answered('ap'), result('c1', 'read')] },
    ],
  },
  {
    name: 'two calls with one approval',
    by: ['@ai-sdk/anthropic', '@ai-sdk/openai responses'],
    says: 'result-missing',
    messages: [
      go,
      { role: 'assistant', content: [call('c1', 'read'), call('c2', 'read'), asked('ap', 'c1'), asked('ap', 'c2')] },
      { role: 'tool', content: [answered('ap')] },
    ],
  },
  {
    name: 'two calls with one approval, of which the last has its result',
    by: ['@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai chat'],
    says: 'tool-approval-response',
    messages: [
      go,
      { role: 'assistant', content: [call('c1', 'read'), call('c2', 'read'), asked('ap', 'c1'), asked('ap', 'c2')] },
      { role: 'tool', content: [result('c2', 'read')] },
      { role: 'tool', content: [answered('ap'), result('c1', 'read')] },
    ],
  },
  {
    name: 'an approval that came after the user had spoken again',
    by: ['@ai-sdk/anthropic', '@ai-sdk/openai chat'],
    says: 'tool-approval-response',
    messages: [
      go,
      { role: 'assistant', content: [call('c1', 'read'), asked('ap', 'c1')] },
      go,
      { role: 'tool', content: [answered('ap')] },
    ],
  },
  {
    name: 'a result that is a picture',
    by: ['@ai-sdk/google'],
    says: 'file-named',
    messages: [
      go,
      { role: 'assistant', content: [call('c1', 'read')] },
      { role: 'tool', content: [{ ...result('c1', 'read'), output: { type: 'content', value: [PICTURE] } }] },
    ],
  },
  {
    name: 'a picture by the agent, and nothing else',
    by: ['@ai-sdk/amazon-bedrock', '@ai-sdk/openai chat'],
    says: 'file-named',
    messages: [go, { role: 'assistant', content: [{ type: 'file', data: 'iVBORw0KGgo=', mediaType: 'image/png' }] }, go],
  },
]

describe.each(HISTORIES)('a history with $name', ({ by, says, messages }) => {
  it.each(by)('L2 · is refused as it came, and not as we send it: %s', async (door) => {
    expect(await faultsOf(door, messages as unknown as Json)).not.toEqual([])
    const thread = await createCompactor().thread('history')
    await thread.append(messages as unknown as Json[], { dialect: 'ai-sdk' })
    const { request, prompt } = await thread.prepare({ dialect: aiSdk })
    expect(await faultsOf(door, request as unknown as Json)).toEqual([])
    const said = [...prompt.repairs.map(({ kind }) => kind), ...prompt.losses.map(({ what }) => what)]
    expect(says === '' ? said : said.filter((word) => word === says)).toEqual(says === '' ? [] : expect.arrayContaining([says]))
  })
})

async function faultsOf(door: DoorName, request: Json): Promise<readonly string[]> {
  const built = await bodyOf(door, request)
  return built.kind === 'body' ? bodyFaults(door, built.body) : [built.why]
}
