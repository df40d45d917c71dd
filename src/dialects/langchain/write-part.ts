import { withoutHollowParts } from '../../render/hollow-parts.ts'
import { isJsonObject, type JsonObject } from '../../schema/json.ts'
import type { PromptPart } from '../../schema/prompt.ts'
import { argumentsObject, callIdOf, ownRaw, resultOf, shownText, toolNameOf } from '../writing.ts'
import { contentKey } from './fields.ts'
import { LANGCHAIN } from './name.ts'

/** True of a call that LangChain tells the model of as it stands: one with arguments that could be read, in the shape of this version. */
export function isReadCall(part: PromptPart): boolean {
  const raw = ownRaw(part, LANGCHAIN)
  if (!isJsonObject(raw)) return false
  if (raw['type'] === 'tool_use') return true
  return raw['type'] !== 'invalid_tool_call' && isJsonObject(raw['args'])
}

/** A call as it stands in `tool_calls`. */
export function writeCall(part: PromptPart): JsonObject {
  const raw = ownRaw(part, LANGCHAIN)
  const isOwn = isJsonObject(raw) && part.kind === 'entry' && part.text === undefined
  const given = isOwn ? (raw['args'] ?? raw['input']) : undefined
  const args = isJsonObject(given) ? given : argumentsObject(shownText(part))
  return { name: toolNameOf(part), args, id: callIdOf(part), type: 'tool_call' }
}

/** A result as a message of its tool. What is put away takes its artifact along: no model ever saw it. */
export function writeResult(part: PromptPart): JsonObject {
  const raw = ownRaw(part, LANGCHAIN)
  const { text, failed } = resultOf(part)
  const id = callIdOf(part)
  const status: JsonObject = failed ? { status: 'error' } : {}
  // Anthropic's blocks are no messages of their own: only what they say goes along.
  if (!isJsonObject(raw) || raw['type'] === 'tool_result') return { type: 'tool', content: text, tool_call_id: id, ...status }
  const shown = part.kind === 'entry' ? part.text : undefined
  const { role: _, type: __, toolCallId: ___, content_blocks: ____, artifact, ...rest } = raw
  const content = shown ?? withoutHollowParts(raw[contentKey(raw)] ?? text, { blankText: false })
  const beside = shown === undefined && artifact !== undefined ? { artifact } : {}
  return { type: 'tool', ...rest, ...beside, content, tool_call_id: id }
}
