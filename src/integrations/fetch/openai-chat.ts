import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { type Gatherer, systemBlocks, type Wire, withoutFront } from './wire.ts'

/** Chat Completions, of OpenAI and of all who speak it. */
export const chatWire: Wire = {
  dialect: 'openai-chat',
  path: '/chat/completions',
  take(body) {
    const { messages, ...envelope } = body
    if (!isJsonList(messages)) return undefined
    const { front, rest } = withoutFront(messages)
    return {
      ...{ history: rest, inFront: front.length, system: systemBlocks(front), envelope, isStored: false, yields: false },
      put: (request) => ({ ...request, messages: [...front, ...shownIn(request)] }),
    }
  },
  answer({ choices }) {
    const [first] = isJsonList(choices) ? choices : []
    const message = isJsonObject(first) ? first['message'] : undefined
    return isJsonObject(message) ? [message] : []
  },
  gather: gatherChunks,
}

/** What is to be sent of the history. System text goes out as it came in. */
function shownIn({ messages }: JsonObject): readonly Json[] {
  return isJsonList(messages) ? withoutFront(messages).rest : []
}

/** A completion from the chunks of its stream. Only the first choice is an answer that goes on. */
function gatherChunks(): Gatherer {
  let message: JsonObject = { role: 'assistant', content: null }
  let usage: Json = null
  let isOver = false
  const calls: JsonObject[] = []
  const thoughts: JsonObject[] = []
  const add = (chunk: JsonObject): ReturnType<Gatherer['add']> => {
    if ('error' in chunk) return 'refusal'
    usage = chunk['usage'] ?? usage
    const [choice] = isJsonList(chunk['choices']) ? chunk['choices'] : []
    if (!isJsonObject(choice)) return 'prelude'
    const delta = isJsonObject(choice['delta']) ? choice['delta'] : {}
    message = { ...message, ...longer(message, delta, ['content', 'refusal', 'reasoning_content', 'reasoning']) }
    for (const part of isJsonList(delta['reasoning_details']) ? delta['reasoning_details'] : []) {
      if (isJsonObject(part)) addThought(thoughts, part)
    }
    for (const call of isJsonList(delta['tool_calls']) ? delta['tool_calls'] : []) if (isJsonObject(call)) addCall(calls, call)
    if (typeof choice['finish_reason'] === 'string') isOver = true
    return isOver || calls.length > 0 || message['content'] !== null ? 'words' : 'prelude'
  }
  const whole = (): JsonObject | undefined => {
    if (!isOver) return undefined
    const thought = thoughts.length === 0 ? message : { ...message, reasoning_details: thoughts }
    // Some hosts count from one: what is passed over leaves a hole.
    const answer = calls.length === 0 ? thought : { ...thought, tool_calls: calls.filter(isJsonObject) }
    return { choices: [{ index: 0, message: answer }], usage }
  }
  return { add, whole }
}

/** Texts with what a piece adds to them. OpenAI's client keeps only the last piece of fields that it does not know: the log has them whole. */
function longer(before: JsonObject, piece: JsonObject, keys: readonly string[]): JsonObject {
  const added = keys.flatMap((key): readonly (readonly [string, Json])[] => {
    const text = piece[key]
    return typeof text === 'string' && text !== '' ? [[key, `${before[key] ?? ''}${text}`]] : []
  })
  return Object.fromEntries(added)
}

/** OpenRouter's thoughts come in pieces, too: words bit by bit, and a seal behind them. */
function addThought(thoughts: JsonObject[], piece: JsonObject): void {
  const at = thoughts.findIndex(({ index, type }) => index !== undefined && index === piece['index'] && type === piece['type'])
  const before = thoughts[at]
  if (before === undefined) thoughts.push(piece)
  else thoughts[at] = { ...before, ...said(piece), ...longer(before, piece, ['text', 'summary', 'data']) }
}

function said(piece: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(piece).filter(([, value]) => value !== null))
}

/** A call comes in pieces: its name first, its arguments bit by bit. */
function addCall(calls: JsonObject[], { index, ...piece }: JsonObject): void {
  const at = typeof index === 'number' ? index : calls.length
  const before = calls[at] ?? {}
  const [known, more] = [before['function'], piece['function']].map((given) => (isJsonObject(given) ? given : {}))
  const args = `${known?.['arguments'] ?? ''}${more?.['arguments'] ?? ''}`
  calls[at] = { ...before, ...piece, function: { ...known, ...more, arguments: args } }
}
