import { USER_FRAME } from '../../../src/render/placeholders.ts'
import type { Json } from '../../../src/schema/json.ts'
import { flatten } from '../../../src/testing/provider-rules/flatten.ts'
import type { DialectName } from '../../../src/testing/transcripts/transcripts.ts'
import type { Said } from './resend-client.ts'

/** Dialects of clients that keep a history of their own. */
export type Client = Exclude<DialectName, 'neutral'>
export const CLIENTS: readonly Client[] = ['openai-chat', 'anthropic', 'ai-sdk', 'openai-responses', 'gemini', 'langchain']

const TOOL = 'bash'

/** How each of them writes one thing that was said. */
const PENS: Readonly<Record<Client, (said: Said) => Json>> = {
  'openai-chat': ({ who, id, text }) => {
    if (who === 'result') return { role: 'tool', tool_call_id: id, content: text }
    if (who !== 'call') return { role: roleOf(who), content: text }
    return { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name: TOOL, arguments: text } }] }
  },
  anthropic: ({ who, id, text }) => {
    if (who === 'result') return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] }
    if (who !== 'call') return { role: roleOf(who), content: text }
    return { role: 'assistant', content: [{ type: 'tool_use', id, name: TOOL, input: JSON.parse(text) }] }
  },
  'ai-sdk': ({ who, id, text }) => {
    const call = { toolCallId: id, toolName: TOOL }
    if (who === 'result')
      return { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: text } }] }
    if (who !== 'call') return { role: roleOf(who), content: text }
    return { role: 'assistant', content: [{ type: 'tool-call', ...call, input: JSON.parse(text) }] }
  },
  'openai-responses': ({ who, id, text }) => {
    if (who === 'result') return { type: 'function_call_output', call_id: id, output: text }
    if (who !== 'call') return { role: roleOf(who), content: text }
    return { type: 'function_call', call_id: id, name: TOOL, arguments: text }
  },
  gemini: ({ who, id, text }) => {
    if (who === 'result') return { role: 'user', parts: [{ functionResponse: { id, name: TOOL, response: { output: text } } }] }
    if (who !== 'call') return { role: who === 'person' ? 'user' : 'model', parts: [{ text }] }
    return { role: 'model', parts: [{ functionCall: { id, name: TOOL, args: JSON.parse(text) } }] }
  },
  langchain: ({ who, id, text }) => {
    if (who === 'result') return { type: 'tool', content: text, tool_call_id: id }
    if (who !== 'call') return { type: who === 'person' ? 'human' : 'ai', content: text }
    return { type: 'ai', content: '', tool_calls: [{ name: TOOL, args: JSON.parse(text), id, type: 'tool_call' }] }
  },
}

function roleOf(who: Said['who']): string {
  return who === 'person' ? 'user' : 'assistant'
}

/** A history as a client writes it: one message, or one item, for each thing said. */
export function written(client: Client, history: readonly Said[]): readonly Json[] {
  return history.map(PENS[client])
}

/** What messages say, one line for each block; without the fixed message in front that some requests need. */
export function linesIn(client: Client, messages: readonly Json[]): readonly string[] {
  const lines = flatten(client, [...messages]).map(({ role, kind, text }) => `${role} ${kind}: ${text}`)
  return lines[0]?.endsWith(USER_FRAME) ? lines.slice(1) : lines
}
