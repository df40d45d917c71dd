import { mark } from '../../dialects/ai-sdk/mark.ts'
import { USER_FRAME } from '../../render/placeholders.ts'
import type { PromptMessage } from './shapes.ts'

/** The same messages if a person speaks first, as nearly always; else behind the fixed user message: many providers refuse an agent's greeting. */
export function withUserFirst<Message extends object>(messages: readonly Message[]): readonly (Message | PromptMessage)[] {
  const first = messages.findIndex((message) => !hasRole(message, 'system'))
  const begins = messages[first]
  if (begins === undefined || !hasRole(begins, 'assistant')) return messages
  const frame: PromptMessage = { role: 'user', content: [{ type: 'text', text: USER_FRAME }], ...mark('frame') }
  return [...messages.slice(0, first), frame, ...messages.slice(first)]
}

function hasRole(message: object, role: string): boolean {
  return 'role' in message && message.role === role
}
