import { isJsonObject, type Json } from '../../schema/json.ts'
import type { Dialect, Mended } from '../../schema/ports.ts'
import type { PromptMessage, Repair, Violation } from '../../schema/prompt.ts'
import type { OpenaiChatMessage, OpenaiChatRequest } from '../../schema/wire/openai-chat.ts'
import { ours } from '../ours.ts'
import { requestMessages, violation } from '../validate/rules.ts'
import { alternate } from './alternate.ts'
import { openaiChat } from './dialect.ts'
import { STRICT_CHAT_OUTLINE } from './outline.ts'
import { assembleOpenai } from './write.ts'

/** Chat Completions of hosts whose models have templates of their own: many refuse roles that do not take turns, and system text that is not in front. */
export const strictChat: Dialect<OpenaiChatMessage, OpenaiChatRequest> = ours({
  ...openaiChat,
  ...STRICT_CHAT_OUTLINE,
  assemble(system, messages, around) {
    const request = assembleOpenai(system, messages, around)
    if (!isJsonObject(request) || !Array.isArray(request['messages'])) return request
    return { ...request, messages: [...alternate(request['messages'])] }
  },
  mends: (_, messages) => ({ repairs: joinedIn(messages), adjustments: [] }) satisfies Mended,
  validate: (request) => [...openaiChat.validate(request), ...takesTurns(request)],
})

/** Which messages that came in go out as one with the message before. What is ours, nobody misses. */
function joinedIn(messages: readonly PromptMessage[]): readonly Repair[] {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1]
    const [first] = message.parts
    if (before?.role !== message.role || message.role === 'tool' || first?.kind !== 'entry') return []
    if (before.parts.some((part) => part.kind === 'entry' && part.entry.kind === 'tool-call')) return []
    return [{ kind: 'messages-joined', seq: first.entry.seq, detail: 'the host wants user and agent to take turns' }]
  })
}

/** After system text, the user comes first, and user and agent take turns; calls and results are no turns. */
function takesTurns(request: Json): readonly Violation[] {
  let due = 'user'
  return requestMessages(request).flatMap((message, index) => {
    if (!isJsonObject(message) || Array.isArray(message['tool_calls'])) return []
    const { role } = message
    if (role === 'tool' || (role === 'system' && index === 0)) return []
    if (role !== due) return [violation('takes-turns', `messages[${index}]`, `${String(role)} where ${due} is due`)]
    due = role === 'user' ? 'assistant' : 'user'
    return []
  })
}
