import type { Json } from '../../src/schema/json.ts'
import { TRICKY } from './foreign-inputs.ts'

const call = (name: string, rest: object = {}): Json => ({ functionCall: { name, args: { path: 'a.ts' }, ...rest } })
const response = (name: string, rest: object = {}): Json => ({
  functionResponse: { name, response: { output: 'done' }, ...rest },
})

/** A turn with every kind of part that Gemini has, sealed as Gemini 3 seals it. */
export const EVERY_PART: readonly Json[] = [
  {
    role: 'user',
    parts: [
      { text: 'what is in these?', partMetadata: { source: 'form' } },
      { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=', displayName: 'shot.png' }, mediaResolution: { level: 'low' } },
      { fileData: { mimeType: 'video/mp4', fileUri: 'https://example.org/v.mp4' }, videoMetadata: { fps: 1 } },
    ],
  },
  {
    role: 'model',
    parts: [
      { text: 'The user wants both files.', thought: true },
      { text: 'Let me look.', thoughtSignature: 'c2VhbGVkLXRleHQ=' },
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } },
      { functionCall: { id: 'call-1', name: 'read_file', args: { path: 'a.ts' } }, thoughtSignature: 'c2VhbGVkLWNhbGw=' },
      { functionCall: { id: 'call-2', name: 'read_file', args: { path: 'b.ts' } } },
    ],
  },
  {
    role: 'user',
    parts: [
      { functionResponse: { id: 'call-1', name: 'read_file', response: { output: 'first' } } },
      {
        functionResponse: {
          id: 'call-2',
          name: 'read_file',
          response: { output: 'second' },
          parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
        },
      },
    ],
  },
  { role: 'model', parts: [{ text: 'Both are fine.' }, { text: '', thoughtSignature: 'c2VhbGVkLWVuZA==' }] },
  { role: 'user', parts: [{ text: 'thanks' }] },
]

const ROWS: readonly (readonly [what: string, input: Json])[] = [
  ['a bare list of contents', EVERY_PART],
  ['a string', { model: 'gemini-3-pro', contents: 'hello' }],
  ['one content', { contents: { role: 'user', parts: [{ text: 'hello' }] } }],
  ['one part', { contents: { text: 'hello', x: 1 } }],
  [
    'a list of parts and strings',
    { contents: ['hello', { text: 'there' }, { inlineData: { mimeType: 'image/png', data: '' } }] },
  ],
  ['a bare list of parts', ['hello', { text: 'there' }]],
  ['no contents', { contents: [] }],
  [
    'a REST request',
    { systemInstruction: { parts: [{ text: 'be brief' }] }, contents: EVERY_PART, generationConfig: { topK: 1 } },
  ],
  [
    'a REST request in snake_case',
    {
      contents: [
        { role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: '' } }, { file_data: { file_uri: 'gs://b/f' } }] },
        { role: 'model', parts: [{ function_call: { name: 'f', args: {} }, thought_signature: 'c2VhbA==' }] },
        { role: 'function', parts: [{ function_response: { name: 'f', response: {} } }] },
      ],
      system_instruction: { role: 'system', parts: [{ text: 'be brief' }] },
      tools: [{ function_declarations: [{ name: 'f' }] }],
    },
  ],
  [
    'an SDK request',
    { model: 'gemini-3-pro', contents: EVERY_PART, config: { temperature: 0, systemInstruction: 'be brief', tools: [] } },
  ],
  ['system text as a list of parts', { contents: 'a', config: { systemInstruction: ['be', { text: 'brief' }], topP: 1 } }],
  ['system text that is null or empty', { systemInstruction: null, contents: [], config: { systemInstruction: {} } }],
  [
    'an empty system text, and another one in config',
    { systemInstruction: {}, contents: 'a', config: { systemInstruction: 'b' } },
  ],
  [
    'calls and results without ids, with one and with both',
    {
      contents: [
        { role: 'user', parts: [{ text: 'go' }] },
        { role: 'model', parts: [call('f'), call('g', { id: '1' }), call('f', { id: '' })] },
        { role: 'function', parts: [response('g'), response('f', { id: '2' }), response('f')] },
      ],
    },
  ],
  [
    'contents without a role, without parts, with parts that are none',
    {
      contents: [
        { parts: [{ text: 'a' }] },
        { role: 'model' },
        { role: 'model', parts: [] },
        { role: 'user', parts: null },
        { role: 'user', parts: 'text' },
        { role: 'user', parts: { text: 'one' } },
        { role: 'user', parts: [{}, { text: '' }, { thoughtSignature: 'x' }, { text: null }, 'bare'] },
      ],
    },
  ],
  [
    'unknown parts, and unforeseen fields',
    {
      contents: [
        {
          role: 'model',
          parts: [{ toolCall: { id: '1', toolType: 'GOOGLE_SEARCH' } }, { toolResponse: { id: '1' } }, { hologram: 1 }],
          x: [1],
        },
      ],
      cachedContent: 'cachedContents/1',
    },
  ],
  ['arguments and responses of every shape', shapes()],
  [
    'dangerous keys',
    { contents: [{ role: 'user', parts: [{ text: 'a', extra: TRICKY }], extra: TRICKY }], config: TRICKY, z: TRICKY },
  ],
  [
    'dangerous keys on the request itself',
    JSON.parse('{"__proto__":{"a":1},"contents":[{"__proto__":1,"parts":[{"__proto__":2,"text":"a"}]}]}'),
  ],
]

function shapes(): Json {
  const args: readonly Json[] = [{}, { a: { b: [1] } }, 'text', [1], null, 7]
  const responses: readonly Json[] = [
    {},
    { output: '' },
    { error: 'no' },
    { content: [{ type: 'text', text: 'x' }] },
    'text',
    null,
    [1],
  ]
  return {
    contents: [
      { role: 'model', parts: args.map((value) => ({ functionCall: { name: 'f', args: value } })) },
      { role: 'user', parts: responses.map((value) => ({ functionResponse: { name: 'f', response: value } })) },
    ],
  }
}

/** Requests with everything Gemini takes, each under what is particular about it. */
export const GEMINI_INPUTS: readonly { readonly what: string; readonly input: Json }[] = ROWS.map(([what, input]) => ({
  what,
  input,
}))
