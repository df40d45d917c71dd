import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { Surroundings } from '../../schema/ports.ts'
import type { PromptMessage, PromptPart } from '../../schema/prompt.ts'
import { geminiTools } from '../tools.ts'
import { isCallPart, isResultPart, ownRaw, refillShell, shownText } from '../writing.ts'
import { fillRequest, modelOf } from './envelope.ts'
import { signatureOf } from './fields.ts'
import { joinContents, type Written } from './join.ts'
import { GEMINI } from './outline.ts'
import { sealFirstCall, sealsFor } from './signatures.ts'
import { writePart } from './write-part.ts'

/** Writes messages as contents. */
export function writeGeminiMessages(messages: readonly PromptMessage[]): readonly Json[] {
  return joinContents(messages.flatMap(writeContents)).map(wellFormedJson)
}

/** Puts a `generateContent` request together. */
export function assembleGemini(inFront: readonly PromptMessage[], messages: readonly Json[], around: Surroundings): Json {
  const system = writeSystem(inFront)
  if (around.dialect === GEMINI) {
    const envelope = wellFormedJson(around.envelope)
    return fillRequest(envelope, sealsFor(messages, modelOf(envelope)), system)
  }
  const tools = geminiTools(around.tools)
  return {
    ...(system === undefined ? {} : { systemInstruction: system }),
    contents: messages,
    ...(tools.length === 0 ? {} : { tools }),
  }
}

function writeSystem(messages: readonly PromptMessage[]): Json | undefined {
  const [first, ...others] = messages
  if (first === undefined) return undefined
  const refilled = others.length === 0 ? refillShell(first, GEMINI, writeRaw) : undefined
  if (refilled !== undefined) return wellFormedJson(refilled)
  const texts = messages.flatMap((message) => message.parts.map(shownText))
  return wellFormedJson({ parts: texts.map((text) => ({ text })) })
}

/** In the system field, text may be a bare string. */
function writeRaw(part: PromptPart): Json {
  const raw = ownRaw(part, GEMINI)
  return typeof raw === 'string' ? shownText(part) : writePart(part)
}

/** A message as contents: if it came from another dialect, results stand in a content of their own. */
function writeContents(message: PromptMessage): readonly Written[] {
  const refilled = refillContent(message)
  if (refilled !== undefined) return [written(message, message.parts, refilled)]
  const results = message.parts.filter(isResultPart)
  const rest = message.parts.filter((part) => !isResultPart(part))
  return [results, rest].flatMap((parts) => (parts.length === 0 ? [] : [written(message, parts, undefined)]))
}

/** A content that came in, put back into its shell; a string or a bare part is written as a content. */
function refillContent(message: PromptMessage): JsonObject | undefined {
  const refilled = message.role === 'system' ? undefined : refillShell(message, GEMINI, (part) => writePart(part, message.parts))
  if (!isJsonObject(refilled) || refilled['parts'] === undefined) return undefined
  const { parts, role } = refilled
  const known = role === undefined || role === 'user' || role === 'model' || role === 'function'
  return { ...refilled, ...(known ? {} : { role: 'user' }), ...(Array.isArray(parts) ? {} : { parts: [parts] }) }
}

function written(message: PromptMessage, parts: readonly PromptPart[], refilled: JsonObject | undefined): Written {
  const role = message.role === 'assistant' ? 'model' : 'user'
  const content = refilled ?? { role, parts: parts.map((part) => writePart(part, parts)) }
  return {
    role,
    content: needsSeal(message, parts) ? { ...content, parts: sealFirstCall(partsOf(content)) } : content,
    native: refilled === undefined ? undefined : ends(parts),
    hasCalls: parts.some(isCallPart),
    hasResults: parts.some(isResultPart),
  }
}

/**
 * A first call that Gemini made and that is shown as it came is left as it is: sealed, or from a model that does not seal. Any
 * other gets the stand-in: a call of another provider, or one whose sealed neighbour is not shown.
 */
function needsSeal(message: PromptMessage, parts: readonly PromptPart[]): boolean {
  const first = parts.find(isCallPart)
  if (first === undefined) return false
  const raw = ownRaw(first, GEMINI)
  if (!isJsonObject(raw)) return true
  return signatureOf(raw) === undefined && message.shell?.holes.length !== parts.length
}

/** The numbers of the first and the last entry. */
function ends(parts: readonly PromptPart[]): Written['native'] {
  const [first, last] = [parts[0], parts.at(-1)]
  return first?.kind === 'entry' && last?.kind === 'entry' ? { first: first.entry.seq, last: last.entry.seq } : undefined
}

function partsOf(content: JsonObject): readonly Json[] {
  return Array.isArray(content['parts']) ? content['parts'] : []
}
