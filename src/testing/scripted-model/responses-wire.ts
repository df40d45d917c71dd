import type { Json, JsonObject } from '../../schema/json.ts'
import type { Wire } from './wire.ts'

const USAGE = 11
const STATUS = { stop: 'completed', 'tool-call': 'completed', length: 'incomplete', refusal: 'incomplete' } as const
const WHY = { length: 'max_output_tokens', refusal: 'content_filter' } as const

/** The Responses API, as far as one answer needs it. */
export const responsesWire: Wire = {
  whole: (answer) => ({
    ...response(answer.kind === 'text' ? (answer.finish ?? 'stop') : 'tool-call', USAGE),
    output: [answer.kind === 'text' ? message(answer.text) : call(answer.tool, answer.input)],
  }),
  opening: () => [
    event('response.created', { response: { ...response('stop', 0), status: 'in_progress' } }),
    event('response.output_item.added', { output_index: 0, item: { ...message(''), status: 'in_progress', content: [] } }),
  ],
  delta: (kind, text) =>
    kind === 'text'
      ? event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta: text })
      : event('response.reasoning_summary_text.delta', { item_id: 'rs_1', output_index: 0, summary_index: 0, delta: text }),
  call: (tool, input) => [
    event('response.output_item.added', { output_index: 1, item: { ...call(tool, input), arguments: '' } }),
    event('response.function_call_arguments.delta', { item_id: 'fc_1', output_index: 1, delta: JSON.stringify(input) }),
    event('response.output_item.done', { output_index: 1, item: call(tool, input) }),
  ],
  ending: (finish, tokens) => [
    event(STATUS[finish] === 'completed' ? 'response.completed' : 'response.incomplete', { response: response(finish, tokens) }),
  ],
  error: ({ status, message: text = 'scripted', type = `scripted_${status}`, code }) => ({
    error: { message: text, type, code: code ?? status, param: null },
  }),
}

function response(finish: keyof typeof STATUS, tokens: number): JsonObject {
  const why = finish === 'length' || finish === 'refusal' ? { reason: WHY[finish] } : null
  return {
    ...{ id: 'resp_1', object: 'response', created_at: 0, model: 'scripted', output: [], error: null },
    ...{ status: STATUS[finish], incomplete_details: why },
    usage: { input_tokens: USAGE, output_tokens: tokens, total_tokens: USAGE + tokens },
  }
}

function message(text: string): JsonObject {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
}

function call(tool: string, input: Json): JsonObject {
  return {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name: tool,
    arguments: JSON.stringify(input),
    status: 'completed',
  }
}

function event(type: string, data: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}
