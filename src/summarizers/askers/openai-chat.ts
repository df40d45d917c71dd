import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { SentView } from '../../schema/summary.ts'
import type { Again, Asker, NotAgain, Question } from '../asker.ts'
import { behind, MUST_CALL, notAgain, OTHER_FORM, objectIn, objectsIn, textIn, UNKNOWN_REQUEST, without } from './not-again.ts'
import { type CallOptions, type Piece, readStream, usageIn } from './stream.ts'

/** What is used of OpenAI's client, or of any that has the same methods. */
export interface ChatClient {
  readonly baseURL?: string | undefined
  readonly chat: {
    readonly completions: {
      create(body: { readonly stream: true }, options: CallOptions): PromiseLike<AsyncIterable<unknown>>
    }
  }
}

/** Asks through Chat Completions. */
export function chatAsker(client: ChatClient, model: string, name: string): Asker {
  return {
    name,
    again,
    ask(question) {
      const body = { ...bodyOf(question, model, isOpenAI(client.baseURL)), stream: true as const }
      return readStream(question, client, (options) => client.chat.completions.create(body, options), pieceOf())
    },
  }
}

/** OpenAI's own models know no other name of the limit, and other hosts only the older one. */
function isOpenAI(baseURL: string | undefined): boolean {
  return baseURL === undefined || /^https:\/\/[^/]{0,200}\b(?:openai\.com|azure\.com)(?:[/:]|$)/.test(baseURL)
}

function bodyOf({ system, messages, again, maxOutput, temperature }: Question, model: string, isOpen: boolean): JsonObject {
  const { messages: sent = [], max_completion_tokens: most, max_tokens: older, ...request } = again?.request ?? {}
  const isNew = older === undefined && (most !== undefined || isOpen)
  return {
    model,
    ...request,
    messages: again === undefined ? [...systemMessage(system), ...messages.map(plain)] : withMessages(sent, messages.map(plain)),
    [isNew ? 'max_completion_tokens' : 'max_tokens']: maxOutput,
    stream_options: { include_usage: true },
    ...(temperature === undefined ? {} : { temperature }),
  }
}

function systemMessage(system: string | undefined): readonly JsonObject[] {
  return system === undefined ? [] : [{ role: 'system', content: system }]
}

function plain({ role, content }: Question['messages'][number]): JsonObject {
  return { role, content }
}

function withMessages(sent: Json, [first, ...rest]: readonly JsonObject[]): readonly Json[] {
  const inFront = isJsonList(sent) ? sent : []
  return first === undefined ? inFront : [...behind(inFront, textIn(first, 'content'), asPart), ...rest]
}

function asPart(text: string): JsonObject {
  return { type: 'text', text }
}

/** What is of no use for a summary, and stands behind what the provider keeps. `metadata` may not stand without `store`. */
const LEFT_OUT = [
  ...['stream', 'stream_options', 'n', 'stop', 'logprobs', 'top_logprobs', 'prediction', 'store', 'metadata'],
  ...['response_format', 'modalities', 'audio', 'tool_choice', 'function_call'],
]
/** Tokens that a model may need for its thoughts, which count as its answer. */
const THOUGHTS = 4_096

/** A request as it went out, with nothing that would end its answer early, and no tool to be called. */
function again({ dialect, request }: SentView): Again | NotAgain {
  const messages = isJsonObject(request) ? request['messages'] : undefined
  if (dialect !== 'openai-chat' || !isJsonObject(request) || !isJsonList(messages)) return notAgain(UNKNOWN_REQUEST)
  const { response_format: form, modalities } = request
  if (objectIn(request, 'response_format')['type'] === 'json_schema' || (isJsonList(modalities) && modalities.includes('audio')))
    return notAgain(OTHER_FORM)
  if (form !== undefined && !isJsonObject(form)) return notAgain(OTHER_FORM)
  if (mustCall(request['tool_choice']) || mustCall(request['function_call'])) return notAgain(MUST_CALL)
  return {
    kind: 'again',
    request: {
      ...without(request, LEFT_OUT),
      messages: answered(messages),
      ...(objectsIn(request, 'tools').length > 0 ? { tool_choice: 'none' } : {}),
      ...(objectsIn(request, 'functions').length > 0 ? { function_call: 'none' } : {}),
    },
    ...('reasoning_effort' in request || 'reasoning' in request ? { thoughts: THOUGHTS } : {}),
  }
}

/** A choice between some tools is none of a tool. */
function mustCall(choice: Json | undefined): boolean {
  if (!isJsonObject(choice)) return choice === 'required'
  return choice['type'] !== 'allowed_tools' || objectIn(choice, 'allowed_tools')['mode'] === 'required'
}

/** Up to the calls that nobody has answered yet. */
function answered(messages: readonly Json[]): readonly Json[] {
  const at = messages.findLastIndex((message) => objectsIn(message, 'tool_calls').length > 0)
  const results = new Set(messages.slice(at + 1).map((message) => (isJsonObject(message) ? message['tool_call_id'] : undefined)))
  return objectsIn(messages[at], 'tool_calls').every(({ id }) => results.has(id)) ? messages : messages.slice(0, at)
}

const FINISH: Readonly<Record<string, string>> = {
  ...{ stop: 'stop', length: 'length', content_filter: 'content-filter', tool_calls: 'tool-calls', function_call: 'tool-calls' },
}

function pieceOf(): (chunk: JsonObject) => Piece {
  const calls = new Set<Json>()
  let isRefused = false
  return (chunk) => {
    const [choice] = objectsIn(chunk, 'choices')
    const delta = objectIn(choice, 'delta')
    const before = calls.size
    for (const { index = 0 } of objectsIn(delta, 'tool_calls')) calls.add(index)
    if (isJsonObject(delta['function_call'])) calls.add('function')
    const refusal = textIn(delta, 'refusal')
    isRefused ||= refusal !== ''
    const finish = choice === undefined ? '' : textIn(choice, 'finish_reason')
    return {
      text: `${textIn(delta, 'content')}${refusal}`,
      toolCalls: calls.size - before,
      ...(finish === '' ? {} : { finish: isRefused ? 'content-filter' : (FINISH[finish] ?? 'other') }),
      ...usageIn(chunk['usage']),
    }
  }
}
