import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { Surroundings } from '../../schema/ports.ts'
import type { PromptMessage, PromptPart } from '../../schema/prompt.ts'
import { openaiTools } from '../tools.ts'
import { cacheNameOptions, isCallPart, isResultPart, ownRaw, refillShell, requestAround, shownText } from '../writing.ts'
import { contentKey, type Fields, fieldsOf } from './fields.ts'
import { joinPeople } from './join.ts'
import { LANGCHAIN } from './name.ts'
import { isReadCall, writeCall, writeResult } from './write-part.ts'

/** Writes messages as every chat model of LangChain takes them: plain objects with a type. */
export function writeLangchainMessages(messages: readonly PromptMessage[]): readonly Json[] {
  return joinPeople(messages.map((message) => ({ messages: writeMessage(message), isOurs: message.synthetic === true }))).map(
    wellFormedJson,
  )
}

/** Puts a request together. System text is a message, or several, in front. */
export function assembleLangchain(system: readonly PromptMessage[], messages: readonly Json[], around: Surroundings): Json {
  const all = [...system.flatMap(writeMessage).map(wellFormedJson), ...messages]
  const request = requestAround(around, LANGCHAIN, { messages: all }, openaiTools(around.tools))
  // Options of a call, as LangChain's OpenAI models take them.
  const { promptCache } = around
  return promptCache === undefined || !isJsonObject(request) ? request : { ...cacheNameOptions(promptCache), ...request }
}

function writeMessage(message: PromptMessage): readonly JsonObject[] {
  const whole = asItCame(message)
  if (whole !== undefined) return [whole]
  const results = message.parts.filter(isResultPart).map(writeResult)
  const rest = message.parts.filter((part) => !isResultPart(part))
  return rest.length === 0 ? results : [...results, writeFresh(message, rest)]
}

/** The message as it came, in the one form that is written; `undefined` if anything of it is shown otherwise than it came. */
function asItCame(message: PromptMessage): JsonObject | undefined {
  const { shell, parts } = message
  if (shell?.dialect !== LANGCHAIN || shell.holes.length !== parts.length || !parts.every(isUntouched)) return undefined
  const refilled = refillShell(message, LANGCHAIN, (part) => (isResultPart(part) ? writeResult(part) : rawOf(part)))
  const found = refilled === undefined ? undefined : fieldsOf(refilled)
  return found === undefined || isMisplaced(found, message) ? undefined : plain(found)
}

/** A result has a message of its own, and only the agent has calls. */
function isMisplaced({ type }: Fields, { role, parts }: PromptMessage): boolean {
  return role === 'tool' ? type !== 'tool' && type !== 'function' : parts.some(isResultPart)
}

/** Nothing of the part is changed, and a call of it stands where a model is told of it, with arguments that can be read. */
function isUntouched(part: PromptPart): boolean {
  if (part.kind !== 'entry') return false
  if (isResultPart(part)) return true
  if (part.text !== undefined || part.callId !== undefined || part.tool !== undefined) return false
  return !isCallPart(part) || isReadCall(part)
}

function rawOf(part: PromptPart): Json {
  return part.kind === 'entry' ? part.entry.raw : part.text
}

/** Fields under the names that LangChain takes from plain objects. An answer of nothing but calls has an empty text. */
function plain({ type, fields }: Fields): JsonObject {
  const { role: _, type: __, content_blocks: ___, ...rest } = fields
  const content = fields[contentKey(fields)]
  const isNothing = content === undefined || content === null || (Array.isArray(content) && content.length === 0)
  return { type, ...rest, content: isNothing ? '' : content }
}

const TYPES = { system: 'system', user: 'human', assistant: 'ai', tool: 'human' } as const

function writeFresh(message: PromptMessage, parts: readonly PromptPart[]): JsonObject {
  const calls = parts.filter(isCallPart)
  const contents = parts.filter((part) => !isCallPart(part))
  const raw = message.shell?.dialect === LANGCHAIN ? fieldsOf(message.shell.raw) : undefined
  const name = raw?.fields['name']
  return {
    type: raw?.type === 'developer' ? raw.type : TYPES[message.role],
    content: writeContent(contents),
    ...(typeof name === 'string' && message.role !== 'tool' ? { name } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(writeCall) }),
  }
}

function writeContent(given: readonly PromptPart[]): Json {
  // Beside other parts, empty content says nothing.
  const parts = given.length <= 1 ? given : given.filter((part) => !isPlainText(part) || shownText(part) !== '')
  const [only] = parts
  if (only === undefined) return ''
  return parts.length === 1 && isPlainText(only) ? shownText(only) : parts.map(writePart)
}

/** Text with nothing but its words: a bare string does. */
function isPlainText(part: PromptPart): boolean {
  const raw = ownRaw(part, LANGCHAIN)
  if (part.kind === 'entry' && part.text !== undefined && isJsonObject(raw) && part.entry.kind === 'text') return false
  return part.kind !== 'entry' || part.text !== undefined || raw === undefined || typeof raw === 'string'
}

function writePart(part: PromptPart): Json {
  const raw = ownRaw(part, LANGCHAIN)
  if (!isJsonObject(raw) || part.kind !== 'entry') return { type: 'text', text: shownText(part) }
  if (part.text === undefined) return raw
  return part.entry.kind === 'text' ? { ...raw, text: part.text } : { type: 'text', text: part.text }
}
