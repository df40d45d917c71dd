import { withoutHollowParts } from '../../render/hollow-parts.ts'
import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { Surroundings } from '../../schema/ports.ts'
import type { PromptMessage, PromptPart } from '../../schema/prompt.ts'
import { openaiTools } from '../tools.ts'
import { callIdOf, isCallPart, isResultPart, ownRaw, refillShell, requestAround, shownText, toolNameOf } from '../writing.ts'
import { OPENAI_CHAT } from './read.ts'

/** Writes messages as Chat Completions take them. */
export function writeOpenaiMessages(messages: readonly PromptMessage[]): readonly Json[] {
  return messages.flatMap(writeMessage).map(wellFormedJson)
}

/** Puts a Chat Completions request together. */
export function assembleOpenai(system: readonly PromptMessage[], messages: readonly Json[], around: Surroundings): Json {
  const all = [...writeOpenaiMessages(system), ...messages]
  return requestAround(around, OPENAI_CHAT, { messages: all }, openaiTools(around.tools))
}

function writeMessage(message: PromptMessage): readonly Json[] {
  const refilled = refillShell(message, OPENAI_CHAT, writePart)
  if (refilled !== undefined) return [tidy(refilled)]
  const results = message.parts.filter(isResultPart).map(writePart)
  const rest = message.parts.filter((part) => !isResultPart(part))
  return rest.length === 0 ? results : [...results, writeFresh(message, rest)]
}

/** A message that lost its text or its calls keeps the shape the provider expects. */
function tidy(message: Json): Json {
  if (!isJsonObject(message)) return message
  const calls = message['tool_calls']
  const entries = Object.entries(message).filter(([key]) => key !== 'tool_calls' || !Array.isArray(calls) || calls.length > 0)
  const tidied: JsonObject = entries.length === Object.keys(message).length ? message : Object.fromEntries(entries)
  if (message['role'] !== 'assistant') return tidied
  const content = tidied['content']
  return content === undefined || (Array.isArray(content) && content.length === 0) ? { ...tidied, content: null } : tidied
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

function writeContent(parts: readonly PromptPart[]): Json {
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
  return { ...raw, id, function: { ...body, name, arguments: text } }
}

function writeResult(part: PromptPart): Json {
  const raw = ownRaw(part, OPENAI_CHAT)
  const id = callIdOf(part)
  if (!isJsonObject(raw)) return { role: 'tool', tool_call_id: id, content: shownText(part) }
  const content = part.kind === 'entry' ? part.text : undefined
  return { ...raw, tool_call_id: id, content: content ?? withoutHollowParts(raw['content'] ?? null, { blankText: true }) }
}
