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
      ...{ history: rest, system: systemBlocks(front), envelope, yields: false },
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
  const add = (chunk: JsonObject): ReturnType<Gatherer['add']> => {
    if ('error' in chunk) return 'refusal'
    usage = chunk['usage'] ?? usage
    const [choice] = isJsonList(chunk['choices']) ? chunk['choices'] : []
    if (!isJsonObject(choice)) return 'prelude'
    const delta = isJsonObject(choice['delta']) ? choice['delta'] : {}
    for (const key of ['content', 'refusal', 'reasoning_content'] as const) {
      const text = delta[key]
      if (typeof text === 'string' && text !== '') message = { ...message, [key]: `${message[key] ?? ''}${text}` }
    }
    for (const call of isJsonList(delta['tool_calls']) ? delta['tool_calls'] : []) if (isJsonObject(call)) addCall(calls, call)
    if (typeof choice['finish_reason'] === 'string') isOver = true
    return isOver || calls.length > 0 || message['content'] !== null ? 'words' : 'prelude'
  }
  const whole = (): JsonObject | undefined => {
    if (!isOver) return undefined
    const said = calls.length === 0 ? message : { ...message, tool_calls: calls }
    return { choices: [{ index: 0, message: said }], usage }
  }
  return { add, whole }
}

/** A call comes in pieces: its name first, its arguments bit by bit. */
function addCall(calls: JsonObject[], { index, ...piece }: JsonObject): void {
  const at = typeof index === 'number' ? index : calls.length
  const before = calls[at] ?? {}
  const [known, more] = [before['function'], piece['function']].map((given) => (isJsonObject(given) ? given : {}))
  const args = `${known?.['arguments'] ?? ''}${more?.['arguments'] ?? ''}`
  calls[at] = { ...before, ...piece, function: { ...known, ...more, arguments: args } }
}
