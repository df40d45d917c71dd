import { withoutHollowParts } from '../../render/hollow-parts.ts'
import { isJsonObject, type Json, wellFormedJson } from '../../schema/json.ts'
import type { Surroundings } from '../../schema/ports.ts'
import type { PromptMessage, PromptPart } from '../../schema/prompt.ts'
import { withoutBareStrings, withoutFields } from '../answer-fields.ts'
import { openaiTools } from '../tools.ts'
import {
  callIdOf,
  isCallPart,
  isResultPart,
  ownRaw,
  refillShell,
  requestAround,
  shownText,
  toolNameOf,
  withPromptCache,
} from '../writing.ts'
import { OPENAI_CHAT } from './outline.ts'

/** Writes messages as Chat Completions take them. */
export function writeOpenaiMessages(messages: readonly PromptMessage[]): readonly Json[] {
  return messages.flatMap(writeMessage).map(wellFormedJson)
}

/** Puts a Chat Completions request together. */
export function assembleOpenai(system: readonly PromptMessage[], messages: readonly Json[], around: Surroundings): Json {
  const all = [...writeOpenaiMessages(system), ...messages]
  return withPromptCache(requestAround(around, OPENAI_CHAT, { messages: all }, openaiTools(around.tools)), around)
}

function writeMessage(message: PromptMessage): readonly Json[] {
  const refilled = refillShell(message, OPENAI_CHAT, writePart)
  if (refilled !== undefined) return [withoutBareStrings(tidy(refilled), (text) => ({ type: 'text', text }))]
  const results = message.parts.filter(isResultPart).map(writePart)
  const rest = message.parts.filter((part) => !isResultPart(part))
  return rest.length === 0 ? results : [...results, writeFresh(message, rest)]
}

/** A message that lost its text or its calls keeps the shape the provider expects. */
function tidy(message: Json): Json {
  if (!isJsonObject(message)) return message
  const tidied = withoutFields(message, isUnwanted)
  if (message['role'] !== 'assistant') return tidied
  const content = tidied['content']
  return content === undefined || (Array.isArray(content) && content.length === 0) ? { ...tidied, content: null } : tidied
}

/** Lists without calls, fields that an answer has and does not fill, and what an SDK has parsed of it. */
function isUnwanted(key: string, value: Json): boolean {
  if (key === 'tool_calls') return value === null || (Array.isArray(value) && value.length === 0)
  return key === 'parsed' || ((key === 'function_call' || key === 'audio') && value === null)
}

function writeFresh(message: PromptMessage, parts: readonly PromptPart[]): Json {
  const calls = parts.filter(isCallPart)
  const contents = parts.filter((part) => !isCallPart(part))
  const role = message.role === 'tool' ? 'user' : message.role
  return {
    role,
    content: contents.length === 0 ? null : writeContent(contents),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(writePart) }),
  }
}

function writeContent(given: readonly PromptPart[]): Json {
  // Beside other parts, empty content says nothing.
  const parts = given.length === 1 ? given : given.filter((part) => !isPlainText(part) || shownText(part) !== '')
  const [only] = parts
  if (parts.length === 1 && only !== undefined && isPlainText(only)) return shownText(only)
  return parts.map((part) => (isPlainText(part) ? { type: 'text', text: shownText(part) } : writePart(part)))
}

/** Text with nothing but its words: a bare string does. */
function isPlainText(part: PromptPart): boolean {
  const raw = ownRaw(part, OPENAI_CHAT)
  return part.kind !== 'entry' || part.text !== undefined || typeof raw === 'string' || (raw === undefined && !isCallPart(part))
}

function writePart(part: PromptPart): Json {
  if (isCallPart(part)) return writeCall(part)
  if (isResultPart(part)) return writeResult(part)
  const raw = ownRaw(part, OPENAI_CHAT)
  const replaced = part.kind === 'entry' ? part.text : part.text
  if (raw === undefined) return { type: 'text', text: shownText(part) }
  if (replaced === undefined) return raw
  if (typeof raw === 'string') return replaced
  return part.kind === 'entry' && part.entry.kind === 'text' && isJsonObject(raw)
    ? { ...raw, text: replaced }
    : { type: 'text', text: replaced }
}

function writeCall(part: PromptPart): Json {
  const raw = ownRaw(part, OPENAI_CHAT)
  const [id, name, text] = [callIdOf(part), toolNameOf(part), shownText(part)]
  if (!isJsonObject(raw)) return { id, type: 'function', function: { name, arguments: text } }
  if (isJsonObject(raw['custom'])) return { ...raw, id, custom: { ...raw['custom'], name, input: text } }
  const body = isJsonObject(raw['function']) ? raw['function'] : {}
  const { index: _, ...call } = raw
  const { parsed_arguments: __, ...called } = body
  return { ...call, id, function: { ...called, name, arguments: text } }
}

function writeResult(part: PromptPart): Json {
  const raw = ownRaw(part, OPENAI_CHAT)
  const id = callIdOf(part)
  if (!isJsonObject(raw)) return { role: 'tool', tool_call_id: id, content: shownText(part) }
  const content = part.kind === 'entry' ? part.text : undefined
  return { ...raw, tool_call_id: id, content: content ?? withoutHollowParts(raw['content'] ?? null, { blankText: true }) }
}
