import type { Json, JsonObject } from '../../../src/schema/json.ts'

/*
 * Small sessions in the shapes of other programs, written by hand.
 */

const at = (second: number): string => `2026-06-29T01:50:${String(second).padStart(2, '0')}.000Z`
const said = (role: string, words: string): JsonObject => ({
  ...{ type: 'message', role },
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: words }],
})

/** A line of Codex that holds an item. */
export function item(payload: JsonObject): JsonObject {
  return { timestamp: at(9), type: 'response_item', payload }
}

export const CODEX: readonly JsonObject[] = [
  {
    ...{ timestamp: at(0), type: 'session_meta' },
    payload: {
      ...{
        id: '019f1111-d27a-7922-bc85-6667a164e1c3',
        session_id: '019f1111-d27a-7922-bc85-6667a164e1c3',
        timestamp: at(0),
        cwd: '/work/shop',
      },
      ...{
        originator: 'codex-tui',
        cli_version: '0.142.3',
        source: 'cli',
        model_provider: 'openai',
        base_instructions: { text: 'You are Codex.' },
      },
    },
  },
  { timestamp: at(1), type: 'turn_context', payload: { cwd: '/work/shop', model: 'gpt-5.5', approval_policy: 'never' } },
  item(said('user', 'Mend the shop.')),
  { timestamp: at(2), type: 'event_msg', payload: { type: 'user_message', message: 'Mend the shop.' } },
  item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look first.' }], encrypted_content: 'sealed' }),
  item({ type: 'function_call', name: 'exec', arguments: '{"cmd":"ls"}', call_id: 'c1' }),
  item({ type: 'function_call_output', call_id: 'c1', output: 'shop.ts' }),
  item(said('assistant', 'It is the till.')),
  {
    ...{ timestamp: at(5), type: 'event_msg' },
    payload: {
      type: 'token_count',
      info: { last_token_usage: { input_tokens: 100, cached_input_tokens: 80, output_tokens: 7 } },
    },
  },
  item({ type: 'ghost_snapshot', ghost_commit: { id: 'x' } }),
  {
    ...{ timestamp: at(6), type: 'compacted' },
    payload: {
      message: 'The till counts in cents.',
      replacement_history: [said('user', 'Mend the shop.'), said('user', 'The till counts in cents.')],
    },
  },
  item(said('user', 'Go on.')),
  item(said('assistant', 'Done.')),
]

const pi = (id: string, parentId: string | null, role: string, text: string): JsonObject => ({
  ...{ type: 'message', id, parentId, timestamp: at(3) },
  message: {
    role,
    content: [{ type: 'text', text }],
    timestamp: 1_782_697_803_000,
    ...(role === 'assistant' ? { model: 'm', usage: { input: 0, output: 0, totalTokens: 0 }, stopReason: 'stop' } : {}),
  },
})

export const PI: readonly JsonObject[] = [
  { type: 'session', version: 3, id: 's1', timestamp: at(0), cwd: '/work/shop' },
  pi('aaaaaaa1', null, 'user', 'one'),
  pi('aaaaaaa2', 'aaaaaaa1', 'assistant', 'two'),
  pi('bbbbbbb1', 'aaaaaaa2', 'user', 'instead'),
  pi('aaaaaaa3', 'aaaaaaa2', 'user', 'three'),
  pi('aaaaaaa4', 'aaaaaaa3', 'assistant', 'four'),
  {
    ...{
      type: 'compaction',
      id: 'ccccccc1',
      parentId: 'aaaaaaa4',
      timestamp: at(4),
      summary: 'one and two',
      firstKeptEntryId: 'aaaaaaa3',
    },
    tokensBefore: 90,
  },
  pi('aaaaaaa5', 'ccccccc1', 'user', 'five'),
]

const part = (messageID: string, fields: JsonObject): JsonObject => ({
  id: `p_${messageID}`,
  sessionID: 'ses_1',
  messageID,
  ...fields,
})
const info = (id: string, role: string, created: number, fields: JsonObject = {}): JsonObject & { readonly id: string } => ({
  ...{ id, sessionID: 'ses_1', role, time: { created } },
  ...fields,
})

interface OpencodeSample {
  readonly info: JsonObject
  readonly messages: readonly { readonly info: JsonObject & { readonly id: string }; readonly parts: readonly JsonObject[] }[]
}

export const OPENCODE: OpencodeSample = {
  info: {
    id: 'ses_1',
    projectID: 'p',
    directory: '/work/shop',
    title: 'The shop',
    version: '1.3',
    time: { created: 1, updated: 9 },
  },
  messages: [
    { info: info('m1', 'user', 1), parts: [part('m1', { type: 'text', text: 'Mend the shop.' })] },
    {
      info: info('m2', 'assistant', 2, {
        modelID: 'gpt-5',
        tokens: { input: 9, output: 2, reasoning: 1, cache: { read: 3, write: 4 } },
      }),
      parts: [
        part('m2', { type: 'step-start' }),
        part('m2', { type: 'reasoning', text: 'Look first.' }),
        part('m2', {
          ...{ type: 'tool', callID: 'c1', tool: 'read' },
          state: {
            status: 'completed',
            input: { path: 'shop.ts' },
            output: 'the shop',
            time: { start: 1, end: 2, compacted: 3 },
          },
        }),
        part('m2', { type: 'tool', callID: 'c2', tool: 'bash', state: { status: 'error', input: {}, error: 'failed' } }),
        part('m2', { type: 'step-finish', reason: 'tool-calls' }),
        part('m2', { type: 'step-start' }),
        part('m2', { type: 'text', text: 'It is the till.' }),
      ],
    },
    { info: info('m3', 'user', 3), parts: [part('m3', { type: 'compaction', auto: true })] },
    { info: info('m4', 'assistant', 4, { summary: true }), parts: [part('m4', { type: 'text', text: 'We found the till.' })] },
    {
      info: info('m5', 'user', 5),
      parts: [part('m5', { type: 'text', text: 'Go on.' }), part('m5', { type: 'text', text: '(queued)', synthetic: true })],
    },
  ],
}

export const GEMINI: { readonly messages: readonly JsonObject[]; readonly [key: string]: string | readonly JsonObject[] } = {
  ...{ sessionId: 'g1', projectHash: 'abc', startTime: at(0), lastUpdated: at(9), kind: 'main' },
  messages: [
    { id: 'm1', timestamp: at(1), type: 'user', content: 'Run it' },
    {
      ...{ id: 'm2', timestamp: at(2), type: 'gemini', content: '', model: 'gemini-3' },
      thoughts: [{ subject: 'Think.', description: 'First.' }].map(({ subject, description }) => ({
        subject: `${subject} ${description}`,
      })),
      toolCalls: [
        {
          ...{ id: 'c1', name: 'sh', args: { command: 'go' }, status: 'success' },
          result: [{ functionResponse: { id: 'c1', name: 'sh', response: { output: 'done' } } }],
        },
      ],
    },
    { id: 'm3', timestamp: at(3), type: 'info', content: 'Request cancelled.' },
    { id: 'm4', timestamp: at(4), type: 'gemini', content: 'It ran.' },
  ],
}

const qwen = (uuid: string, parentUuid: string | null, type: string, rest: JsonObject): JsonObject => ({
  ...{ uuid, parentUuid, sessionId: 'q', timestamp: at(1), type, cwd: '/work', version: '0.21.13' },
  ...rest,
})

export const QWEN: readonly JsonObject[] = [
  qwen('q1', null, 'user', { message: { role: 'user', parts: [{ text: 'Go' }, { text: '<qwen:hook>x</qwen:hook>' }] } }),
  qwen('q2', 'q1', 'assistant', { message: { role: 'model', parts: [{ text: 'Left behind.' }] } }),
  qwen('q3', 'q1', 'system', { subtype: 'rewind', systemPayload: { targetUuid: 'q1' } }),
  qwen('q4', 'q3', 'assistant', { model: 'qwen3', message: { role: 'model', parts: [{ text: 'Hm.', thought: true }] } }),
  qwen('q4', 'q3', 'assistant', {
    model: 'qwen3',
    message: { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'read', args: {} } }] },
  }),
  qwen('q5', 'q4', 'tool_result', {
    message: { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'read', response: { output: 'ok' } } }] },
  }),
  qwen('q6', 'q5', 'system', {
    subtype: 'chat_compression',
    systemPayload: {
      compressedHistory: [
        { role: 'user', parts: [{ text: '<state_snapshot>read it</state_snapshot>' }] },
        { role: 'model', parts: [{ text: 'Good.' }] },
      ],
    },
  }),
  qwen('q7', 'q6', 'user', { subtype: 'notification', message: { role: 'user', parts: [{ text: 'done in the background' }] } }),
]

const event = (type: string, data: JsonObject): JsonObject => ({
  type,
  data,
  id: `${type}-${JSON.stringify(data).length}`,
  timestamp: at(1),
  parentId: null,
})

export const COPILOT: readonly JsonObject[] = [
  event('session.start', { sessionId: 'cp', version: 1, producer: 'copilot-agent', context: { cwd: '/work' } }),
  event('user.message', {
    content: 'Go',
    transformedContent: 'Go <ctx/>',
    attachments: [{ type: 'file', path: '/work/a.ts', displayName: 'a.ts' }],
  }),
  event('assistant.message', {
    content: '',
    reasoningText: 'Hm.',
    toolRequests: [{ toolCallId: 't1', name: 'task', arguments: {} }],
  }),
  event('assistant.message', { parentToolCallId: 't1', content: 'On it.', toolRequests: [] }),
  event('assistant.message', {
    parentToolCallId: 't1',
    content: '',
    toolRequests: [{ toolCallId: 'b1', name: 'bash', arguments: {} }],
  }),
  event('tool.execution_complete', { parentToolCallId: 't1', toolCallId: 'b1', success: true, result: { content: 'ok' } }),
  event('tool.execution_complete', { toolCallId: 't1', success: false, result: { content: 'ran' } }),
  event('session.compaction_complete', { success: true, summaryContent: 'It ran.' }),
  event('system.notification', { content: 'The agent is done.', kind: { type: 'agent_completed' } }),
]

export const LANGCHAIN: readonly { readonly id: readonly string[]; readonly kwargs: JsonObject; readonly [key: string]: Json }[] =
  [
    { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'SystemMessage'], kwargs: { content: 'Be kind.' } },
    {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'HumanMessage'],
      kwargs: { content: [{ type: 'text', text: 'hi' }] },
    },
    {
      ...{ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'AIMessage'] },
      kwargs: { content: 'let me look', tool_calls: [{ id: 'c1', name: 'read', args: { path: 'a' }, type: 'tool_call' }] },
    },
    {
      ...{ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'ToolMessage'] },
      kwargs: { content: 'found', tool_call_id: 'c1', status: 'error' },
    },
  ]
