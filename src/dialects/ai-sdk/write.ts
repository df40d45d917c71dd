import { SUMMARY_HEAD, USER_FRAME } from '../../render/placeholders.ts'
import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { Surroundings } from '../../schema/ports.ts'
import type { PromptMessage, PromptPart } from '../../schema/prompt.ts'
import { cacheNameOptions, callIdOf, isCallPart, isResultPart, ownRaw, refillShell, shownText } from '../writing.ts'
import { marked, roomAtCut } from './cache-marks.ts'
import { fillRequest } from './envelope.ts'
import { joinCalls } from './join.ts'
import { mark, titled } from './mark.ts'
import { AI_SDK } from './name.ts'
import { withoutCopy } from './provider-options.ts'
import { type CallIds, writeParts } from './write-part.ts'

/** Writes messages as `generateText` and the like take them. */
export function writeAiSdkMessages(messages: readonly PromptMessage[]): readonly Json[] {
  return joinCalls(messages.flatMap(writeMessage)).map(wellFormedJson)
}

/**
 * Puts a request together. Tools are code in this SDK: a request that came from another dialect has none, and its sender brings its own.
 */
export function assembleAiSdk(inFront: readonly PromptMessage[], messages: readonly Json[], around: Surroundings): Json {
  const system = writeSystem(inFront)
  const isOwn = around.dialect === AI_SDK
  const given = isOwn ? around.tools : []
  const filled = fillRequest(
    isOwn ? wellFormedJson(around.envelope) : {},
    withCut(messages, [...asList(system), ...given], around),
    system,
  )
  return withCacheName(filled, around)
}

/** The name by which OpenAI finds what it has kept goes out as its provider takes it. No other provider looks at it, and what the caller says stays. */
function withCacheName(request: Json, { promptCache }: Surroundings): Json {
  if (promptCache === undefined || !isJsonObject(request)) return request
  const options = isJsonObject(request['providerOptions']) ? request['providerOptions'] : {}
  const own = isJsonObject(options['openai']) ? options['openai'] : {}
  return { ...request, providerOptions: { ...options, openai: { ...cacheNameOptions(promptCache), ...own } } }
}

/** Of the marks for a cache only the one at the cut: whoever calls the model knows where the others stand. */
function withCut(messages: readonly Json[], inFront: readonly Json[], { cacheMarks = [] }: Surroundings): readonly Json[] {
  const cut = cacheMarks.find(({ kind }) => kind === 'cut')
  if (cut === undefined || !('at' in cut)) return messages
  const life = roomAtCut(cut, [...inFront, ...messages.slice(0, cut.at)], messages.slice(cut.at))
  if (life === undefined) return messages
  return messages.map((message, at) => (at === cut.at && isJsonObject(message) ? marked(message, life) : message))
}

function asList(system: Json | undefined): readonly Json[] {
  if (system === undefined) return []
  return Array.isArray(system) ? system : [system]
}

/** System text as it came in, if it came alone; otherwise one text, or a list if a message has options of its own. */
function writeSystem(messages: readonly PromptMessage[]): Json | undefined {
  const [first] = messages
  if (first === undefined) return undefined
  const all = messages.map(
    (message) => refillShell(message, AI_SDK, writeSystemPart) ?? message.parts.map(shownText).join('\n\n'),
  )
  const [only = ''] = all
  if (messages.length === 1 && isSystem(only)) return wellFormedJson(only)
  if (all.every((system) => !hasOptions(system))) return all.map(textOf).join('\n\n').toWellFormed()
  return wellFormedJson(all.flatMap((system) => asMessages(system)))
}

/** In the system field, a block may be a whole message. */
function writeSystemPart(part: PromptPart): Json {
  const raw = ownRaw(part, AI_SDK)
  return isJsonObject(raw) && 'content' in raw ? { ...raw, content: shownText(part) } : shownText(part)
}

function isSystem(system: Json): boolean {
  return typeof system === 'string' || (isJsonObject(system) && typeof system['content'] === 'string') || Array.isArray(system)
}

function hasOptions(system: Json): boolean {
  return Array.isArray(system) ? system.some(hasOptions) : isJsonObject(system) && 'providerOptions' in system
}

function asMessages(system: Json): readonly Json[] {
  if (Array.isArray(system)) return system.flatMap(asMessages)
  return [isJsonObject(system) && typeof system['content'] === 'string' ? system : { role: 'system', content: textOf(system) }]
}

function textOf(system: Json): string {
  if (typeof system === 'string') return system
  if (Array.isArray(system)) return system.map(textOf).join('\n\n')
  const content = isJsonObject(system) ? (system['content'] ?? system['parts'] ?? system['text']) : undefined
  return content === undefined ? '' : textOf(content)
}

function writeMessage(message: PromptMessage): readonly Json[] {
  if (message.synthetic === true) return [writeOurs(message)]
  const ids = callIds(message.parts)
  const refilled = isOwn(message) ? refillShell(message, AI_SDK, (part) => writeRaw(part, message, ids)) : undefined
  if (refilled !== undefined) return [refilled]
  const given = message.parts.filter(isToolsPart)
  const rest = message.parts.filter((part) => !isToolsPart(part))
  const role = message.role === 'assistant' ? 'assistant' : 'user'
  return [
    ...(given.length === 0 ? [] : [{ role: 'tool', content: given.flatMap((part) => writeParts(part, ids)) }]),
    ...(rest.length === 0 ? [] : [{ role, content: contentOf(rest.flatMap((part) => writeParts(part, ids))) }]),
  ]
}

/** Our own words, marked as such. */
function writeOurs(message: PromptMessage): Json {
  const text = message.parts.map(shownText).join('\n\n')
  const shown = text.startsWith(SUMMARY_HEAD) ? titled(text) : text
  return { role: message.role, content: [{ type: 'text', text: shown }], ...mark(text === USER_FRAME ? 'frame' : 'summary') }
}

/** True if a message came in as one for models, and may stand as it came. */
function isOwn({ shell, role, parts }: PromptMessage): boolean {
  if (shell === undefined || !isJsonObject(shell.raw) || 'parts' in shell.raw || role === 'system') return false
  if (shell.holes.some(({ path }) => path[0] !== 'content')) return false
  return role === 'tool' ? parts.every(isToolsPart) && Array.isArray(shell.raw['content']) : !parts.some(isToolsPart)
}

/** A part in the place it came from: a string stays one. What belonged to something that is gone is sent anew. */
function writeRaw(part: PromptPart, message: PromptMessage, ids: CallIds): Json {
  if (part.kind === 'entry' && typeof part.entry.raw === 'string')
    return contentIsString(message) ? shownText(part) : { type: 'text', text: shownText(part) }
  const [written = null] = writeParts(part, ids)
  const isWhole = message.shell?.holes.length === message.parts.length
  return isWhole || !isJsonObject(written) || written['type'] === 'reasoning' ? written : withoutCopy(written)
}

function contentIsString({ shell }: PromptMessage): boolean {
  return shell?.holes.length === 1 && shell.holes[0]?.path.length === 1
}

/** Text with nothing but its words may be a string. */
function contentOf(parts: readonly JsonObject[]): Json {
  const [only] = parts
  return parts.length === 1 && only?.['type'] === 'text' && Object.keys(only).length === 2 ? (only['text'] ?? '') : parts
}

/** Results, and answers to requests for approval: what only a tool's message may hold. */
function isToolsPart(part: PromptPart): boolean {
  if (isResultPart(part)) return true
  return part.kind === 'entry' && part.entry.kind === 'opaque' && part.entry.type === 'tool-approval-response'
}

/** The ids of a message's calls as they are sent, by the ids and the approvals that they came with. */
function callIds(parts: readonly PromptPart[]): CallIds {
  return new Map(
    parts.filter(isCallPart).flatMap((part): readonly (readonly [string, string])[] => {
      if (part.kind !== 'entry' || part.entry.kind !== 'tool-call') return []
      const id = callIdOf(part)
      return [[part.entry.callId, id], ...(part.entry.approval === undefined ? [] : [[part.entry.approval, id] as const])]
    }),
  )
}
