import type { Json, JsonObject } from '../../src/schema/json.ts'
import { TRICKY } from './foreign-inputs.ts'

const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }

/** A conversation with every kind of part that a model message of version 7 may hold. */
export const EVERY_PART: readonly Json[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'what is in these?', ...cached },
      { type: 'image', image: 'https://example.org/a.png', mediaType: 'image/png' },
      { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'report.pdf' },
      { type: 'file', data: { type: 'data', data: 'iVBORw0KGgo=' }, mediaType: 'image/png' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'both files', providerOptions: { anthropic: { signature: 'c2lnbmVk' } } },
      { type: 'reasoning', text: '', providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'ZW5j' } } },
      { type: 'text', text: 'Let me look.', providerOptions: { openai: { itemId: 'msg_1' } } },
      { type: 'tool-call', toolCallId: 'ws-1', toolName: 'web_search', input: { query: 'q' }, providerExecuted: true },
      { type: 'tool-result', toolCallId: 'ws-1', toolName: 'web_search', output: { type: 'json', value: [{ url: 'u' }] } },
      { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: { itemId: 'cmp_1', encryptedContent: 'Y21w' } } },
      { type: 'reasoning-file', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
      { type: 'file', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
      {
        type: 'tool-call',
        toolCallId: 'call-1',
        toolName: 'read_file',
        input: { path: 'a.ts' },
        providerOptions: { google: { thoughtSignature: 'Z29vZ2xl' } },
      },
      { type: 'tool-call', toolCallId: 'call-2', toolName: 'delete_file', input: { path: 'b.ts' } },
      { type: 'tool-approval-request', approvalId: 'ap-1', toolCallId: 'call-2', reason: 'it deletes' },
    ],
    ...cached,
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'call-1', toolName: 'read_file', output: { type: 'text', value: 'first' }, ...cached },
      { type: 'tool-approval-response', approvalId: 'ap-1', approved: true, reason: 'go on' },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call-2',
        toolName: 'delete_file',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: 'gone' },
            { type: 'image-url', url: 'https://example.org/b.png' },
          ],
        },
      },
    ],
  },
  { role: 'assistant', content: 'Both are done.' },
  { role: 'user', content: 'thanks' },
]

/** Results of every type. */
export const OUTPUTS: readonly Json[] = [
  { type: 'text', value: 'words' },
  { type: 'json', value: { a: [1, null] } },
  { type: 'execution-denied', reason: 'not now' },
  { type: 'execution-denied' },
  { type: 'error-text', value: 'no such file' },
  { type: 'error-json', value: { code: 1 } },
  {
    type: 'content',
    value: [
      { type: 'text', text: 'a' },
      { type: 'media', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
      { type: 'file-data', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'a.pdf' },
      { type: 'file', data: { type: 'reference', reference: { openai: 'f1' } }, mediaType: 'application/pdf' },
    ],
  },
]

const withOutputs: readonly Json[] = [
  { role: 'user', content: 'go' },
  {
    role: 'assistant',
    content: OUTPUTS.map((_, index) => ({ type: 'tool-call', toolCallId: `c${index}`, toolName: 'f', input: {} })),
  },
  {
    role: 'tool',
    content: OUTPUTS.map((output, index) => ({ type: 'tool-result', toolCallId: `c${index}`, toolName: 'f', output })),
  },
]

/** As versions 3 and 4 wrote them. */
export const OLD: readonly JsonObject[] = [
  { role: 'system', content: 'be brief' },
  {
    role: 'user',
    content: [
      { type: 'image', image: 'https://example.org/a.png', mimeType: 'image/png' },
      { type: 'file', data: 'JVBERi0=', mimeType: 'application/pdf' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm', signature: 'c2ln' },
      { type: 'redacted-reasoning', data: 'cmVk' },
      { type: 'text', text: 'Reading.' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'read', args: { path: 'a' } },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'read', result: { lines: 3 } }] },
  { role: 'assistant', content: '', toolCalls: [{ toolCallId: 'c2', toolName: 'read', args: { path: 'b' } }] },
  { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c2', toolName: 'read', result: 'no such file', isError: true }] },
]

const tool = (state: string, rest: object = {}): JsonObject => ({
  type: 'tool-read',
  toolCallId: `t-${state}`,
  state,
  input: { path: 'a' },
  ...rest,
})
const approval = (rest: object = {}): Json => ({ id: 'ap', requestReason: 'careful', isAutomatic: false, ...rest })

/** A tool part in each of its states. */
export const TOOL_STATES: readonly JsonObject[] = [
  { type: 'tool-read', toolCallId: 't-0', state: 'input-streaming', input: { pa: 1 }, rawInput: '{"pa"' },
  tool('input-available'),
  tool('approval-requested', { approval: approval() }),
  tool('approval-responded', { approval: approval({ approved: true, reason: 'fine' }) }),
  tool('approval-responded', { toolCallId: 't-no', approval: approval({ approved: false, reason: 'no' }) }),
  tool('output-available', { output: { lines: 3 }, callProviderMetadata: { openai: { itemId: 'fc_1' } }, preliminary: false }),
  tool('output-available', { toolCallId: 't-str', approval: approval({ approved: true }), output: 'words' }),
  tool('output-error', { errorText: 'no such file', rawInput: 'x', input: undefined as unknown as Json }),
  tool('output-denied', { approval: approval({ approved: false }) }),
  {
    type: 'dynamic-tool',
    toolName: 'mcp',
    toolCallId: 't-dyn',
    state: 'output-available',
    input: {},
    output: null,
    title: 'MCP',
  },
  tool('output-available', {
    toolCallId: 't-srv',
    providerExecuted: true,
    output: { hits: 1 },
    resultProviderMetadata: { a: { b: 1 } },
  }),
  tool('input-available', { toolCallId: 't-wait', providerExecuted: true }),
].map((part) => JSON.parse(JSON.stringify(part)))

/** A conversation as a chat page keeps it, with every kind of part. */
export const UI_MESSAGES: readonly Json[] = [
  {
    id: 's1',
    role: 'system',
    parts: [{ type: 'text', text: 'be brief', providerMetadata: { anthropic: { cacheControl: { type: 'ephemeral' } } } }],
  },
  {
    id: 'u1',
    role: 'user',
    metadata: { createdAt: 1 },
    parts: [
      { type: 'text', text: 'look at this', state: 'done' },
      { type: 'file', mediaType: 'image/png', filename: 'a.png', url: 'https://example.org/a.png' },
      { type: 'data-weather', id: 'w', data: { city: 'Bern' } },
    ],
  },
  {
    id: 'a1',
    role: 'assistant',
    metadata: { model: 'm' },
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'hm', state: 'done', providerMetadata: { anthropic: { signature: 'c2ln' } } },
      { type: 'text', text: 'Reading both.', providerMetadata: { openai: { itemId: 'msg_1' } } },
      tool('output-available', { toolCallId: 'x1', output: { lines: 3 } }),
      tool('output-error', { toolCallId: 'x2', errorText: 'no such file' }),
      { type: 'source-url', sourceId: 's', url: 'https://example.org', title: 'A page' },
      { type: 'step-start' },
      { type: 'text', text: 'One is missing.' },
      { type: 'custom', kind: 'openai.compaction', providerMetadata: { openai: { itemId: 'cmp_1' } } },
      { type: 'source-document', sourceId: 'd', mediaType: 'text/plain', title: 'A paper' },
      { type: 'data-note', data: null },
    ],
  },
  { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'thanks' }] },
]

/** Answers as version 4 of the SDK kept them: tools' work beside the content, or in parts of its own kind. */
export const OLD_UI_MESSAGES: readonly Json[] = [
  { id: 'u', role: 'user', content: 'Read both.' },
  {
    id: 'a',
    role: 'assistant',
    content: 'Both are read.',
    createdAt: '2025-01-01T00:00:00.000Z',
    toolInvocations: [
      { state: 'result', step: 0, toolCallId: 'c1', toolName: 'read', args: { path: 'a.ts' }, result: 'one line' },
      { state: 'result', step: 1, toolCallId: 'c2', toolName: 'read', args: { path: 'b.ts' }, result: { lines: 2 } },
    ],
  },
  {
    id: 'b',
    role: 'assistant',
    content: 'And one more.',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', reasoning: 'A third file.', details: [{ type: 'text', text: 'A third file.' }] },
      {
        type: 'tool-invocation',
        toolInvocation: { state: 'result', toolCallId: 'c3', toolName: 'read', args: { path: 'c.ts' }, result: null },
      },
      { type: 'text', text: 'And one more.' },
    ],
    toolInvocations: [{ state: 'result', toolCallId: 'c3', toolName: 'read', args: { path: 'c.ts' }, result: null }],
  },
  {
    id: 'w',
    role: 'assistant',
    content: 'Now I edit.',
    toolInvocations: [
      { state: 'call', toolCallId: 'c4', toolName: 'edit', args: { path: 'a.ts' } },
      { state: 'partial-call', toolCallId: 'c5', toolName: 'edit', args: {} },
    ],
  },
  { id: 'e', role: 'assistant', content: '', toolInvocations: [] },
]

const ROWS: readonly (readonly [what: string, input: Json])[] = [
  ['every part of version 7', EVERY_PART],
  ['outputs of every type', { messages: withOutputs }],
  ['core messages of older versions', { model: 'm', messages: OLD }],
  ['a prompt that is a string', { prompt: 'hello', temperature: 0 }],
  ['a prompt that is a list', { system: 's', prompt: [{ role: 'user', content: 'a' }] }],
  ['a prompt beside messages that are null', { messages: null, prompt: 'a' }],
  ['system text as a string', { system: 'be brief', messages: [] }],
  [
    'instructions as a message, and system text that is null',
    { system: null, instructions: { role: 'system', content: 'a', ...cached }, messages: [] },
  ],
  [
    'system text as a list',
    {
      messages: [],
      system: [
        { role: 'system', content: 'a' },
        { content: 'b', role: 'system', ...cached },
      ],
    },
  ],
  ['tools by name', { tools: { read: { description: 'd', inputSchema: {} } }, messages: [{ role: 'user', content: 'a' }] }],
  [
    'content that is null, absent or empty',
    [{ role: 'assistant', content: null }, { role: 'user' }, { role: 'user', content: '' }, { role: 'tool', content: [] }],
  ],
  ['a bare string among the parts', [{ role: 'user', content: ['a', { type: 'text', text: 'b' }] }]],
  [
    'unknown parts, and parts in the wrong place',
    [{ role: 'user', content: [{ type: 'hologram' }, { type: 'constructor' }, { type: 'tool-call', toolCallId: 'x' }] }],
  ],
  ['messages for people', UI_MESSAGES],
  ['messages for people of version 4', OLD_UI_MESSAGES],
  ['a message for people with a tool in each state', [{ id: 'a', role: 'assistant', parts: TOOL_STATES }]],
  [
    'a message for people with a step for every tool',
    { messages: [{ id: 'a', role: 'assistant', parts: TOOL_STATES.flatMap((part) => [{ type: 'step-start' }, part]) }] },
  ],
  [
    'a message for people without parts',
    [
      { id: 'a', role: 'assistant', parts: [] },
      { id: 'b', role: 'user', parts: [] },
    ],
  ],
  [
    'what a person wrote while the agent was at work',
    [
      {
        id: 'a',
        role: 'assistant',
        parts: [{ type: 'text', text: 'a' }, steering(), tool('output-available', { output: 1 }), steering()],
      },
    ],
  ],
  [
    'a message for people that begins with what a person wrote',
    [{ role: 'assistant', parts: [steering(), { type: 'text', text: 'b' }] }],
  ],
  [
    'dangerous keys',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', extra: TRICKY }], extra: TRICKY }], extra: TRICKY },
  ],
  [
    'dangerous keys in messages for people',
    [
      {
        id: 'a',
        role: 'assistant',
        metadata: TRICKY,
        parts: [{ type: 'text', text: 'a', extra: TRICKY }, tool('output-available', { output: TRICKY, extra: TRICKY })],
      },
    ],
  ],
  [
    'dangerous keys on a tool part',
    [
      JSON.parse(
        '{"role":"assistant","parts":[{"__proto__":1,"type":"tool-x","toolCallId":"1","state":"output-available","output":{"__proto__":2}}]}',
      ),
    ],
  ],
]

function steering(): Json {
  return {
    type: 'steering-message',
    id: 's',
    parts: [
      { type: 'text', text: 'not that one' },
      { type: 'file', mediaType: 'image/png', url: 'https://example.org/c.png' },
    ],
  }
}

/** Requests with everything the AI SDK takes, each under what is particular about it. */
export const AI_SDK_INPUTS: readonly { readonly what: string; readonly input: Json }[] = ROWS.map(([what, input]) => ({
  what,
  input,
}))
