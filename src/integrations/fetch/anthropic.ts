import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { withMarks } from './anthropic-marks.ts'
import { fromCompaction } from './from-compaction.ts'
import type { Gatherer, Wire } from './wire.ts'

/** The Messages API of Anthropic. */
export const anthropicWire: Wire = {
  dialect: 'anthropic',
  path: '/messages',
  take(body) {
    const { messages, system, thread, ...rest } = body
    const follows = isJsonObject(thread) ? thread['previous_message_id'] : undefined
    // Once the history is sent from the log, the provider's own thread has nothing to add.
    const envelope = thread === undefined || typeof follows === 'string' ? rest : { ...rest, thread }
    if (!isJsonList(messages)) return undefined
    const blocks =
      typeof system === 'string' ? [{ type: 'text', text: system }] : isJsonList(system) ? system.filter(isJsonObject) : []
    return {
      ...{ history: messages, inFront: 0, system: blocks, envelope, isStored: thread !== undefined },
      yields: 'context_management' in body || 'compaction' in body,
      ...(typeof follows === 'string' ? { follows, inherits: true as const } : {}),
      // A text stays a text, unless a mark was put on it.
      put: (request, front) => {
        const shown = isJsonList(request['messages']) ? fromCompaction(messages, request['messages']) : []
        const text = isMarked(request['system']) || system === undefined ? {} : { system }
        return withMarks({ ...request, messages: shown, ...text }, front)
      },
    }
  },
  answer: ({ role, content }) => (role === 'assistant' && isJsonList(content) && content.length > 0 ? [{ role, content }] : []),
  gather: gatherMessage,
  count: {
    path: '/count_tokens',
    body: (request) => Object.fromEntries(COUNTED.flatMap((name) => (name in request ? [[name, request[name] ?? null]] : []))),
    tokens: ({ input_tokens: tokens }) => (typeof tokens === 'number' ? tokens : undefined),
  },
}

/** What `count_tokens` takes of a request. */
const COUNTED = ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking'] as const

function isMarked(system: Json | undefined): boolean {
  return isJsonList(system) && system.some((block) => isJsonObject(block) && 'cache_control' in block)
}

/** A message from the events of its stream. */
function gatherMessage(): Gatherer {
  let message: JsonObject | undefined
  let isOver = false
  const blocks: JsonObject[] = []
  const inputs = new Map<number, string>()
  const add = (event: JsonObject): ReturnType<Gatherer['add']> => {
    const { type, index } = event
    const at = typeof index === 'number' ? index : blocks.length
    switch (type) {
      case 'error':
        return 'refusal'
      case 'message_start':
        message = objectIn(event, 'message')
        return 'prelude'
      case 'content_block_start':
        blocks[at] = objectIn(event, 'content_block')
        return 'words'
      case 'content_block_delta':
        blocks[at] = grown(blocks[at] ?? {}, objectIn(event, 'delta'), at, inputs)
        return 'words'
      case 'message_delta':
        message = {
          ...message,
          ...objectIn(event, 'delta'),
          // What the end does not say, the beginning did.
          usage: { ...objectIn(message ?? {}, 'usage'), ...withoutNull(objectIn(event, 'usage')) },
        }
        return 'words'
      case 'message_stop':
        isOver = true
        return 'words'
      default:
        return 'prelude'
    }
  }
  const finished = (block: JsonObject, at: number): JsonObject => {
    const input = inputs.get(at)
    return input === undefined || input === '' ? block : { ...block, input: parsedOr(input, block['input'] ?? {}) }
  }
  // Numbers that are passed over leave holes.
  return { add, whole: () => (isOver ? { ...message, content: blocks.map(finished).filter(isJsonObject) } : undefined) }
}

/** Arguments end in their midst where the room for the answer ended: the client has the empty ones then, and so has the log. */
function parsedOr(text: string, otherwise: Json): Json {
  try {
    const parsed: Json = JSON.parse(text)
    return parsed
  } catch {
    return otherwise
  }
}

function grown(block: JsonObject, delta: JsonObject, at: number, inputs: Map<number, string>): JsonObject {
  const { type } = delta
  if (type === 'input_json_delta') {
    inputs.set(at, `${inputs.get(at) ?? ''}${textIn(delta, 'partial_json')}`)
    return block
  }
  if (type === 'text_delta') return { ...block, text: `${textIn(block, 'text')}${textIn(delta, 'text')}` }
  if (type === 'thinking_delta') return { ...block, thinking: `${textIn(block, 'thinking')}${textIn(delta, 'thinking')}` }
  if (type === 'signature_delta') return { ...block, signature: textIn(delta, 'signature') }
  if (type === 'citations_delta') return { ...block, citations: [...listIn(block, 'citations'), delta['citation'] ?? null] }
  if (type === 'compaction_delta') return { ...block, content: `${textIn(block, 'content')}${textIn(delta, 'content')}` }
  return block
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isJsonObject(value) ? value : {}
}

function textIn(object: JsonObject, key: string): string {
  const value = object[key]
  return typeof value === 'string' ? value : ''
}

function listIn(object: JsonObject, key: string): readonly Json[] {
  const value = object[key]
  return isJsonList(value) ? value : []
}

function withoutNull(usage: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null))
}
