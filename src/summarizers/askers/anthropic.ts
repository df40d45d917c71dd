import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { SentView } from '../../schema/summary.ts'
import type { Again, Asker, NotAgain, Question } from '../asker.ts'
import { keepsThoughts } from './keeps-thoughts.ts'
import { behind, MUST_CALL, notAgain, OTHER_FORM, objectIn, objectsIn, textIn, UNKNOWN_REQUEST, without } from './not-again.ts'
import { type CallOptions, type Piece, readStream, usageIn } from './stream.ts'

/** What is used of Anthropic's client; those of Bedrock, Vertex and Foundry have it, too. */
export interface MessagesClient {
  readonly messages: {
    create(body: { readonly stream: true }, options: CallOptions): PromiseLike<AsyncIterable<unknown>>
  }
}

/** Asks through the Messages API. */
export function messagesAsker(client: MessagesClient, model: string, name: string): Asker {
  return {
    name,
    again: (view) => again(view, model),
    ask(question) {
      const body = { ...bodyOf(question, model), stream: true as const }
      return readStream(question, client, (options) => client.messages.create(body, options), pieceOf())
    },
  }
}

function bodyOf({ system, messages, again, maxOutput, temperature }: Question, model: string): JsonObject {
  const { messages: sent = [], ...request } = again?.request ?? {}
  const asked = messages.map(({ role, content }): JsonObject => ({ role, content }))
  return {
    model,
    ...request,
    ...(again === undefined && system !== undefined ? { system } : {}),
    messages: again === undefined ? asked : withMessages(sent, asked),
    max_tokens: maxOutput,
    ...(temperature === undefined ? {} : { temperature }),
  }
}

function withMessages(sent: Json, [first, ...rest]: readonly JsonObject[]): readonly Json[] {
  const inFront = isJsonList(sent) ? sent : []
  return first === undefined ? inFront : [...behind(inFront, textIn(first, 'content'), asPart), ...rest]
}

function asPart(text: string): JsonObject {
  return { type: 'text', text }
}

/** They would end an answer early, or say how it comes. */
const LEFT_OUT = ['stream', 'stop_sequences']

/**
 * A request as it went out. The choice of tools and the settings of thinking stay as they are: where they are others, the provider reads no
 * message from its cache.
 */
function again({ dialect, request }: SentView, name: string): Again | NotAgain {
  const messages = isJsonObject(request) ? request['messages'] : undefined
  if (dialect !== 'anthropic' || !isJsonObject(request) || !isJsonList(messages)) return notAgain(UNKNOWN_REQUEST)
  const choice = objectIn(request, 'tool_choice')['type']
  if (choice === 'any' || choice === 'tool') return notAgain(MUST_CALL)
  if (objectIn(request, 'output_config')['format'] !== undefined || 'output_format' in request) return notAgain(OTHER_FORM)
  const sent = answered(messages)
  const model = textIn(request, 'model') || name
  // Whatever the host says of its cache.
  if (thinksSince(sent) && !keepsThoughts(model))
    return notAgain('a word behind its thoughts takes them, and all that follows, from the cache')
  const thoughts = thoughtsIn(objectIn(request, 'thinking'))
  return {
    ...{ kind: 'again', request: { ...without(request, LEFT_OUT), messages: sent } },
    ...(isMarked(request, sent) ? {} : { uncached: 'nothing in the last request is marked for the cache' }),
    ...(thoughts === 0 ? {} : { thoughts }),
  }
}

/** Tokens that a model may need for its thoughts, if the request does not say how many. */
const THOUGHTS = 4_096

/** What a model may think counts as its answer. */
function thoughtsIn({ type, budget_tokens: budget }: JsonObject): number {
  if (type === 'adaptive') return THOUGHTS
  return type === 'enabled' && typeof budget === 'number' ? budget : 0
}

function isMarked(request: JsonObject, sent: readonly Json[]): boolean {
  return JSON.stringify([request['system'] ?? null, sent, request['cache_control'] ?? null]).includes('"ephemeral"')
}

/** Whether the model has thought since a person spoke: thoughts from before are not shown to it any more. */
function thinksSince(messages: readonly Json[]): boolean {
  const isWord = (message: Json): boolean =>
    isJsonObject(message) &&
    message['role'] === 'user' &&
    (typeof message['content'] === 'string' || objectsIn(message, 'content').some(({ type }) => type !== 'tool_result'))
  const since = messages.slice(messages.findLastIndex(isWord) + 1)
  return since.some((message) =>
    objectsIn(message, 'content').some(({ type }) => type === 'thinking' || type === 'redacted_thinking'),
  )
}

/** Up to the calls that nobody has answered yet. */
function answered(messages: readonly Json[]): readonly Json[] {
  const calls = objectsIn(messages.at(-1), 'content').some(({ type }) => type === 'tool_use')
  return calls ? messages.slice(0, -1) : messages
}

const FINISH: Readonly<Record<string, string>> = {
  ...{ end_turn: 'stop', stop_sequence: 'stop', max_tokens: 'length', model_context_window_exceeded: 'length' },
  ...{ refusal: 'content-filter', tool_use: 'tool-calls' },
}

/** Events of a stream. What the end does not say of the usage, the beginning did. */
function pieceOf(): (event: JsonObject) => Piece {
  let counted: JsonObject = {}
  return (event) => {
    switch (event['type']) {
      case 'message_start':
        counted = objectIn(objectIn(event, 'message'), 'usage')
        return usageIn(counted)
      case 'content_block_start':
        return startOf(objectIn(event, 'content_block'))
      case 'content_block_delta':
        return { text: textIn(objectIn(event, 'delta'), 'text') }
      case 'message_delta': {
        const said = Object.entries(objectIn(event, 'usage')).filter(([, value]) => value !== null)
        const finish = textIn(objectIn(event, 'delta'), 'stop_reason')
        return {
          ...(finish === '' ? {} : { finish: FINISH[finish] ?? 'other' }),
          ...usageIn({ ...counted, ...Object.fromEntries(said) }),
        }
      }
      default:
        return {}
    }
  }
}

function startOf(block: JsonObject): Piece {
  const type = textIn(block, 'type')
  if (type === 'text') return { text: textIn(block, 'text') }
  return type.endsWith('tool_use') ? { toolCalls: 1 } : {}
}
