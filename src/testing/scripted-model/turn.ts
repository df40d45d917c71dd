import type { Json, JsonObject } from '../../schema/json.ts'
import type { Protocol, ScriptedTurn } from './script.ts'

/** A whole step of a model: what it thinks, says and calls, and what it counted. As one object, or as the events of a stream. */
interface TurnWire {
  whole(turn: ScriptedTurn): Json
  events(turn: ScriptedTurn): readonly string[]
}

const chat: TurnWire = {
  whole: (turn) => ({
    ...chatHead(turn),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', ...chatMessage(turn), refusal: null },
        finish_reason: chatFinish(turn),
        logprobs: null,
      },
    ],
    usage: chatUsage(turn),
  }),
  events: (turn) => [
    data(chatChunk(turn, { role: 'assistant', content: '' })),
    ...piecesOf(turn.thinking?.text ?? '').map((piece) => data(chatChunk(turn, { reasoning_content: piece }))),
    data(chatChunk(turn, { content: turn.text })),
    ...turn.calls.map((call, index) => data(chatChunk(turn, { tool_calls: [{ index, ...chatCall(call) }] }))),
    data(chatChunk(turn, {}, chatFinish(turn))),
    data({ ...chatHead(turn), object: 'chat.completion.chunk', choices: [], usage: chatUsage(turn) }),
    'data: [DONE]\n\n',
  ],
}

function chatHead({ id }: ScriptedTurn): JsonObject {
  return { id: `chatcmpl-${id}`, created: 0, model: 'scripted' }
}

/** Thoughts stand where DeepSeek and the hosts of open models have them. */
function chatMessage({ text, calls, thinking }: ScriptedTurn): JsonObject {
  return {
    content: text,
    ...(thinking === undefined ? {} : { reasoning_content: thinking.text }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(chatCall) }),
  }
}

/** As a model says it: a few letters at a time. */
function piecesOf(text: string): readonly string[] {
  return text.match(/.{1,12}/gs) ?? []
}

function chatCall({ id, tool, input }: ScriptedTurn['calls'][number]): JsonObject {
  return { id, type: 'function', function: { name: tool, arguments: JSON.stringify(input) } }
}

function chatFinish({ calls }: ScriptedTurn): string {
  return calls.length === 0 ? 'stop' : 'tool_calls'
}

function chatChunk(turn: ScriptedTurn, delta: JsonObject, finish: string | null = null): JsonObject {
  return { ...chatHead(turn), object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] }
}

function chatUsage({ usage }: ScriptedTurn): JsonObject {
  const { input, output, cacheRead = 0 } = usage
  const cached = { prompt_tokens_details: { cached_tokens: cacheRead } }
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...cached }
}

const responses: TurnWire = {
  whole: responsesBody,
  events: (turn) => {
    const body = responsesBody(turn)
    const items = responsesItems(turn)
    const begun = { ...body, status: 'in_progress', output: [] }
    let number = 0
    const say = (type: string, more: JsonObject): string => named(type, { sequence_number: number++, ...more })
    return [
      say('response.created', { response: begun }),
      ...items.flatMap((item, index) => [
        say('response.output_item.added', { output_index: index, item: { ...item, ...unfilled(item) } }),
        ...deltasOf(item, index, say),
        say('response.output_item.done', { output_index: index, item }),
      ]),
      say('response.completed', { response: body }),
    ]
  },
}

function unfilled(item: JsonObject): JsonObject {
  if (item['type'] === 'message') return { status: 'in_progress', content: [] }
  return item['type'] === 'function_call' ? { status: 'in_progress', arguments: '' } : {}
}

function deltasOf(item: JsonObject, index: number, say: (type: string, more: JsonObject) => string): readonly string[] {
  const at = { output_index: index, item_id: item['id'] ?? null }
  if (item['type'] === 'function_call') {
    const args = item['arguments'] ?? ''
    return [
      say('response.function_call_arguments.delta', { ...at, delta: args }),
      say('response.function_call_arguments.done', { ...at, arguments: args, name: item['name'] ?? '' }),
    ]
  }
  if (item['type'] !== 'message') return []
  const [part] = item['content'] as readonly JsonObject[]
  const text = part?.['text'] ?? ''
  const empty = { ...part, text: '' }
  return [
    say('response.content_part.added', { ...at, content_index: 0, part: empty }),
    say('response.output_text.delta', { ...at, content_index: 0, delta: text, logprobs: [] }),
    say('response.output_text.done', { ...at, content_index: 0, text, logprobs: [] }),
    say('response.content_part.done', { ...at, content_index: 0, part: part ?? {} }),
  ]
}

function responsesItems({ id, text, calls, thinking }: ScriptedTurn): readonly JsonObject[] {
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }]
  return [
    ...(thinking === undefined
      ? []
      : [
          {
            ...{ type: 'reasoning', id: `rs_${id}`, encrypted_content: thinking.signature },
            summary: [{ type: 'summary_text', text: thinking.text }],
          },
        ]),
    { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content },
    ...calls.map((call) => ({
      ...{ type: 'function_call', id: `fc_${call.id}`, call_id: call.id, name: call.tool, status: 'completed' },
      arguments: JSON.stringify(call.input),
    })),
  ]
}

function responsesBody(turn: ScriptedTurn): JsonObject {
  const { input, output, cacheRead = 0 } = turn.usage
  return {
    ...{ id: `resp_${turn.id}`, object: 'response', created_at: 0, status: 'completed', model: 'scripted' },
    ...{ parallel_tool_calls: true, tool_choice: 'auto', tools: [], error: null, incomplete_details: null, instructions: null },
    ...{ metadata: {}, temperature: 1, top_p: 1 },
    output: responsesItems(turn),
    usage: {
      ...{ input_tokens: input, output_tokens: output, total_tokens: input + output },
      ...{ input_tokens_details: { cached_tokens: cacheRead }, output_tokens_details: { reasoning_tokens: 0 } },
    },
  }
}

const anthropic: TurnWire = {
  whole: (turn) => ({
    ...anthropicHead(turn),
    content: anthropicBlocks(turn),
    stop_reason: anthropicStop(turn),
    usage: anthropicUsage(turn, turn.usage.output),
  }),
  events: (turn) => [
    named('message_start', {
      message: { ...anthropicHead(turn), content: [], stop_reason: null, usage: anthropicUsage(turn, 0) },
    }),
    ...anthropicBlocks(turn).flatMap((block, index) => [
      named('content_block_start', { index, content_block: { ...block, ...emptied(block) } }),
      ...anthropicDeltas(block).map((delta) => named('content_block_delta', { index, delta })),
      named('content_block_stop', { index }),
    ]),
    named('message_delta', {
      delta: { stop_reason: anthropicStop(turn), stop_sequence: null },
      usage: { output_tokens: turn.usage.output },
    }),
    named('message_stop', {}),
  ],
}

function anthropicHead({ id }: ScriptedTurn): JsonObject {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null }
}

function anthropicBlocks({ text, calls, thinking }: ScriptedTurn): readonly JsonObject[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking: thinking.text, signature: thinking.signature }]),
    { type: 'text', text },
    ...calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input })),
  ]
}

function emptied(block: JsonObject): JsonObject {
  if (block['type'] === 'thinking') return { thinking: '', signature: '' }
  return block['type'] === 'text' ? { text: '' } : { input: {} }
}

function anthropicDeltas(block: JsonObject): readonly JsonObject[] {
  if (block['type'] === 'text') return [{ type: 'text_delta', text: block['text'] ?? '' }]
  if (block['type'] === 'tool_use') return [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }]
  return [
    { type: 'thinking_delta', thinking: block['thinking'] ?? '' },
    { type: 'signature_delta', signature: block['signature'] ?? '' },
  ]
}

function anthropicStop({ calls }: ScriptedTurn): string {
  return calls.length === 0 ? 'end_turn' : 'tool_use'
}

function anthropicUsage({ usage }: ScriptedTurn, output: number): JsonObject {
  const { input, cacheRead = 0, cacheWrite = 0 } = usage
  const cache = { cache_read_input_tokens: cacheRead, cache_creation_input_tokens: cacheWrite }
  return { input_tokens: input - cacheRead - cacheWrite, output_tokens: output, ...cache }
}

/** Each provider's shape. */
export const TURN_WIRES: Readonly<Record<Protocol, TurnWire>> = { openai: chat, 'openai-responses': responses, anthropic }

function data(value: Json): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function named(type: string, value: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`
}
