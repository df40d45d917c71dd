import type { Json } from '../../schema/json.ts'
import { responsesWire } from './responses-wire.ts'
import type { Protocol, ScriptedAnswer, ScriptedFinish } from './script.ts'

/** What is said, in a provider's own shape: as one object, or as the events of a stream. */
export interface Wire {
  whole(answer: Spoken): Json
  opening(): readonly string[]
  delta(kind: 'text' | 'reasoning', text: string): string
  call(tool: string, input: Json): readonly string[]
  ending(finish: ScriptedFinish | 'tool-call', tokens: number): readonly string[]
  error(answer: Extract<ScriptedAnswer, { kind: 'status' }>): Json
}

type Spoken = Extract<ScriptedAnswer, { kind: 'text' | 'tool-call' }>

const USAGE = 11

const OPENAI_FINISH = { stop: 'stop', length: 'length', refusal: 'content_filter', 'tool-call': 'tool_calls' } as const
const ANTHROPIC_FINISH = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal', 'tool-call': 'tool_use' } as const

const openai: Wire = {
  whole: (answer) => ({
    ...{ id: 'scripted', object: 'chat.completion', created: 0, model: 'scripted' },
    choices: [
      answer.kind === 'text'
        ? {
            index: 0,
            message: { role: 'assistant', content: answer.text },
            finish_reason: OPENAI_FINISH[answer.finish ?? 'stop'],
          }
        : {
            index: 0,
            message: { role: 'assistant', content: null, tool_calls: [openaiCall(answer.tool, answer.input)] },
            finish_reason: 'tool_calls',
          },
    ],
    usage: { prompt_tokens: USAGE, completion_tokens: USAGE, total_tokens: 2 * USAGE },
  }),
  opening: () => [openaiChunk({ role: 'assistant', content: '' })],
  delta: (kind, text) => openaiChunk(kind === 'text' ? { content: text } : { reasoning_content: text }),
  call: (tool, input) => [openaiChunk({ tool_calls: [{ index: 0, ...openaiCall(tool, input) }] })],
  ending: (finish, tokens) => [
    openaiChunk({}, OPENAI_FINISH[finish]),
    event({
      ...{ id: 'scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [] },
      usage: { prompt_tokens: USAGE, completion_tokens: tokens, total_tokens: USAGE + tokens },
    }),
    'data: [DONE]\n\n',
  ],
  error: ({ status, message = 'scripted', type = `scripted_${status}`, code }) => ({
    error: { message, type, code: code ?? status, param: null },
  }),
}

const anthropic: Wire = {
  whole: (answer) => ({
    ...{ id: 'scripted', type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null },
    content:
      answer.kind === 'text'
        ? [{ type: 'text', text: answer.text }]
        : [{ type: 'tool_use', id: 'toolu_1', name: answer.tool, input: answer.input }],
    stop_reason: answer.kind === 'text' ? ANTHROPIC_FINISH[answer.finish ?? 'stop'] : 'tool_use',
    usage: { input_tokens: USAGE, output_tokens: USAGE },
  }),
  opening: () => [
    named('message_start', {
      message: {
        ...{
          id: 'scripted',
          type: 'message',
          role: 'assistant',
          model: 'scripted',
          content: [],
          stop_reason: null,
          stop_sequence: null,
        },
        usage: { input_tokens: USAGE, output_tokens: 0 },
      },
    }),
  ],
  delta: (kind, text) =>
    kind === 'text'
      ? named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
        named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }) +
        named('content_block_stop', { index: 0 })
      : named('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }) +
        named('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: text } }) +
        named('content_block_stop', { index: 0 }),
  call: (tool, input) => [
    named('content_block_start', { index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: tool, input: {} } }),
    named('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } }),
    named('content_block_stop', { index: 0 }),
  ],
  ending: (finish, tokens) => [
    named('message_delta', {
      delta: { stop_reason: ANTHROPIC_FINISH[finish], stop_sequence: null },
      usage: { output_tokens: tokens },
    }),
    named('message_stop', {}),
  ],
  error: ({ status, message = 'scripted', type = status === 529 ? 'overloaded_error' : 'api_error' }) => ({
    type: 'error',
    error: { type, message },
  }),
}

/** Each provider's shape. */
export const WIRES: Readonly<Record<Protocol, Wire>> = { openai, 'openai-responses': responsesWire, anthropic }

function openaiCall(tool: string, input: Json): { readonly [field: string]: Json } {
  return { id: 'call_1', type: 'function', function: { name: tool, arguments: JSON.stringify(input) } }
}

function openaiChunk(delta: Json, finish: string | null = null): string {
  return event({
    ...{ id: 'scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted' },
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
}

function event(data: Json): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

function named(type: string, data: { readonly [field: string]: Json }): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}
