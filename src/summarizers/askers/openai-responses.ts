import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { SentView } from '../../schema/summary.ts'
import type { Again, Asker, NotAgain, Question } from '../asker.ts'
import { behind, MUST_CALL, notAgain, OTHER_FORM, objectIn, objectsIn, textIn, UNKNOWN_REQUEST, without } from './not-again.ts'
import { type CallOptions, type Piece, readStream, usageIn } from './stream.ts'

/** What is used of OpenAI's client for Responses. */
export interface ResponsesClient {
  readonly responses: {
    create(body: { readonly stream: true }, options: CallOptions): PromiseLike<AsyncIterable<unknown>>
  }
}

/** Asks through Responses; nothing of it is stored. */
export function responsesAsker(client: ResponsesClient, model: string, name: string): Asker {
  return {
    name,
    again,
    ask(question) {
      const body = { ...bodyOf(question, model), stream: true as const }
      return readStream(question, client, (options) => client.responses.create(body, options), pieceOf())
    },
  }
}

function bodyOf({ system, messages, again, maxOutput, temperature }: Question, model: string): JsonObject {
  const { input = [], ...request } = again?.request ?? {}
  const asked = messages.map(({ role, content }): JsonObject => ({ role, content }))
  return {
    model,
    ...request,
    ...(again === undefined && system !== undefined ? { instructions: system } : {}),
    input: again === undefined ? asked : withItems(input, asked),
    max_output_tokens: maxOutput,
    store: false,
    ...(temperature === undefined ? {} : { temperature }),
  }
}

function withItems(input: Json, [first, ...rest]: readonly JsonObject[]): readonly Json[] {
  const inFront = isJsonList(input) ? input : []
  return first === undefined ? inFront : [...behind(inFront, textIn(first, 'content'), asPart), ...rest]
}

function asPart(text: string): JsonObject {
  return { type: 'input_text', text }
}

/** What is of no use for a summary, and stands behind what the provider keeps. */
const LEFT_OUT = [
  ...['stream', 'stream_options', 'background', 'previous_response_id', 'max_tool_calls', 'top_logprobs', 'store', 'metadata'],
  ...['tool_choice', 'text', 'context_management'],
]
/** Tokens that a model may need for its thoughts, which count as its answer. */
const THOUGHTS = 4_096

/** A request as it went out, with nothing that would end its answer early, and no tool to be called. */
function again({ dialect, request }: SentView): Again | NotAgain {
  const given = isJsonObject(request) ? request['input'] : undefined
  const input = typeof given === 'string' ? [{ role: 'user', content: given }] : given
  if (dialect !== 'openai-responses' || !isJsonObject(request) || !isJsonList(input)) return notAgain(UNKNOWN_REQUEST)
  if (objectIn(objectIn(request, 'text'), 'format')['type'] === 'json_schema') return notAgain(OTHER_FORM)
  if (mustCall(request['tool_choice'])) return notAgain(MUST_CALL)
  const { verbosity } = objectIn(request, 'text')
  return {
    kind: 'again',
    request: {
      ...without(request, LEFT_OUT),
      input: answered(input),
      ...(verbosity === undefined ? {} : { text: { verbosity } }),
      ...(objectsIn(request, 'tools').length > 0 ? { tool_choice: 'none' } : {}),
    },
    ...('reasoning' in request ? { thoughts: THOUGHTS } : {}),
  }
}

function mustCall(choice: Json | undefined): boolean {
  if (!isJsonObject(choice)) return choice === 'required'
  return choice['type'] !== 'allowed_tools' || choice['mode'] === 'required'
}

const ANSWER = '_output'
const CALL = '_call'

/** Up to the calls that nobody has answered yet, and the thoughts that led to them. */
function answered(input: readonly Json[]): readonly Json[] {
  const items = input.map((item) => (isJsonObject(item) ? item : {}))
  const answers = new Set(items.filter((item) => textIn(item, 'type').endsWith(ANSWER)).map(({ call_id: id }) => id))
  const isOpen = (item: JsonObject): boolean => CLIENT_CALLS.has(textIn(item, 'type')) && !answers.has(item['call_id'])
  let end = items.findIndex(isOpen)
  if (end === -1) return input
  while (end > 0 && isOfSameAnswer(items[end - 1])) end -= 1
  return input.slice(0, end)
}

/** Calls that the client answers; others are answered where they were made. */
const CLIENT_CALLS: ReadonlySet<string> = new Set(
  ['function', 'custom_tool', 'computer', 'local_shell', 'shell', 'apply_patch'].map((kind) => `${kind}${CALL}`),
)

function isOfSameAnswer(item: JsonObject | undefined): boolean {
  return item !== undefined && (item['type'] === 'reasoning' || CLIENT_CALLS.has(textIn(item, 'type')))
}

function pieceOf(): (event: JsonObject) => Piece {
  let isRefused = false
  return (event) => {
    const response = objectIn(event, 'response')
    switch (event['type']) {
      case 'response.output_text.delta':
        return { text: textIn(event, 'delta') }
      case 'response.refusal.delta':
        isRefused = true
        return { text: textIn(event, 'delta') }
      case 'response.output_item.added':
        return textIn(objectIn(event, 'item'), 'type').endsWith(CALL) ? { toolCalls: 1 } : {}
      case 'response.completed':
      case 'response.incomplete':
        return { finish: isRefused ? 'content-filter' : finishOf(response), ...usageIn(response['usage']) }
      case 'response.failed':
        throw new Error(textIn(objectIn(response, 'error'), 'message') || 'the response failed')
      default:
        return {}
    }
  }
}

const INCOMPLETE: Readonly<Record<string, string>> = { max_output_tokens: 'length', content_filter: 'content-filter' }

function finishOf(response: JsonObject): string {
  if (response['status'] === 'completed') return 'stop'
  return INCOMPLETE[textIn(objectIn(response, 'incomplete_details'), 'reason')] ?? 'other'
}
