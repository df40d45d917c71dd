import type { Json } from '../../src/schema/json.ts'
import { TRICKY } from './foreign-inputs.ts'

const kwargs = (name: string, fields: object): Json =>
  ({ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', name], kwargs: fields }) as Json

const READ = { name: 'read_file', args: { path: 'a.ts' }, id: 'call_1', type: 'tool_call' }

/** A conversation with every kind of block, as Anthropic's models answer through LangChain. */
export const EVERY_BLOCK: readonly Json[] = [
  { type: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }] },
  {
    type: 'human',
    content: [
      { type: 'text', text: 'What is in these?' },
      { type: 'image', url: 'https://example.org/shot.png' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      { type: 'file', data: 'JVBERi0=', mimeType: 'application/pdf', metadata: { filename: 'report.pdf' } },
    ],
    name: 'ann',
    id: 'human-1',
  },
  {
    type: 'ai',
    id: 'run-1',
    content: [
      { type: 'thinking', thinking: 'Both files, then.', signature: 'c2VhbGVk' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 'call_1', name: 'read_file', input: { path: 'a.ts' } },
    ],
    tool_calls: [READ],
    invalid_tool_calls: [],
    additional_kwargs: { id: 'msg_1' },
    response_metadata: { model_name: 'claude-sonnet-5', stop_reason: 'tool_use' },
    usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  },
  { type: 'tool', content: 'first', tool_call_id: 'call_1', name: 'read_file', status: 'success', artifact: { rows: [1, 2] } },
  { type: 'ai', content: 'Both are fine.', tool_calls: [] },
  { type: 'human', content: 'Thanks.' },
]

const ROWS: readonly (readonly [what: string, input: Json])[] = [
  ['every kind of block', EVERY_BLOCK],
  ['a state with other fields', { messages: EVERY_BLOCK, todos: [{ done: false }], jumpTo: null }],
  [
    'serialised instances',
    [
      kwargs('SystemMessage', { content: 'Be kind.', additional_kwargs: {}, response_metadata: {} }),
      kwargs('HumanMessage', { content: 'hi', id: 'h1' }),
      kwargs('AIMessageChunk', { content: '', tool_calls: [READ], tool_call_chunks: [], invalid_tool_calls: [] }),
      kwargs('ToolMessage', { content: [{ type: 'text', text: 'found' }], tool_call_id: 'call_1', status: 'error' }),
      kwargs('AIMessage', { content_blocks: [{ type: 'text', text: 'Done.' }], response_metadata: { output_version: 'v1' } }),
    ],
  ],
  [
    'stored messages',
    [
      { type: 'human', data: { content: 'hi', additional_kwargs: {}, response_metadata: {} } },
      { type: 'ai', data: { content: 'let me look', tool_calls: [READ] } },
      { type: 'tool', data: { content: 'found', tool_call_id: 'call_1' } },
    ],
  ],
  ['what people write', ['hello', ['system', 'Be kind.'], ['human', 'there'], { role: 'user', content: 'hi' }]],
  [
    'calls as OpenAI has them',
    [
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }],
      },
      { role: 'tool', content: 'found', tool_call_id: 'call_1' },
    ],
  ],
  [
    'a call that could not be read, and one from before there were lists',
    [
      { type: 'human', content: 'go' },
      {
        type: 'ai',
        content: '',
        tool_calls: [],
        invalid_tool_calls: [
          { name: 'read_file', args: '{"path": ', id: 'call_1', error: 'Malformed args.', type: 'invalid_tool_call' },
        ],
      },
      { type: 'tool', content: 'Those are no arguments.', tool_call_id: 'call_1' },
      {
        type: 'ai',
        content: '',
        additional_kwargs: { tool_calls: [{ id: 'call_2', type: 'function', function: { name: 'ls', arguments: '{}' } }] },
      },
      { type: 'tool', content: 'a.ts', tool_call_id: 'call_2' },
    ],
  ],
  [
    'a message that removes others, one of an old function, one of anybody',
    [
      { type: 'human', content: 'hi', id: 'h1' },
      { type: 'remove', id: 'h0', content: [] },
      kwargs('RemoveMessage', { id: '__remove_all__', content: [] }),
      { type: 'function', content: 'old', name: 'search' },
      kwargs('ChatMessage', { content: 'good day', role: 'assistant' }),
    ],
  ],
  [
    'a summary of another middleware',
    [
      { type: 'human', content: 'Here is a summary: they talked.', additional_kwargs: { lc_source: 'summarization' } },
      { type: 'ai', content: 'And on.' },
      { type: 'human', content: 'Yes.' },
    ],
  ],
  ['dangerous keys', { messages: [{ type: 'human', content: 'a', extra: TRICKY }], extra: TRICKY }],
  ['no messages', { messages: [] }],
]

/** Messages of LangChain in all the forms that it has for them. */
export const LANGCHAIN_INPUTS: readonly { readonly what: string; readonly input: Json }[] = ROWS.map(([what, input]) => ({
  what,
  input,
}))
