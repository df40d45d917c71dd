import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { PromptPart } from '../../schema/prompt.ts'
import { argumentsObject, callIdOf, isCallPart, isResultPart, ownRaw, resultOf, shownText, toolNameOf } from '../writing.ts'
import { fieldOf, signatureOf, unsigned } from './fields.ts'
import { GEMINI } from './outline.ts'
import { NO_SEAL } from './signatures.ts'

/**
 * One part as Gemini takes it. What came from Gemini and is shown as it came goes back byte for byte, seal included. `others` are the parts
 * that it stands among.
 */
export function writePart(part: PromptPart, others: readonly PromptPart[] = []): JsonObject {
  if (isCallPart(part)) return writeCall(part)
  if (isResultPart(part)) return writeResponse(part, others)
  const raw = ownRaw(part, GEMINI)
  if (part.kind !== 'entry' || !isJsonObject(raw)) return { text: shownText(part) }
  if (part.text === undefined) return isSound(raw) ? raw : unsigned(raw)
  const isWords = part.entry.kind === 'text' || part.entry.kind === 'reasoning'
  return isWords ? { ...unsigned(raw), text: part.text } : { text: part.text }
}

function writeCall(part: PromptPart): JsonObject {
  const raw = ownRaw(part, GEMINI)
  const name = toolNameOf(part)
  if (part.kind !== 'entry' || !isJsonObject(raw)) {
    return { functionCall: { id: callIdOf(part), name, args: argumentsObject(shownText(part)) } }
  }
  const { key, value } = fieldOf(raw, 'functionCall') ?? { key: 'functionCall', value: {} }
  const call = isJsonObject(value) ? value : {}
  const changed = part.text !== undefined || part.callId !== undefined || part.tool !== undefined
  if (!changed && isJsonObject(call['args'] ?? {}) && isSound(raw)) return raw
  const own = part.text === undefined && isJsonObject(call['args']) ? call['args'] : argumentsObject(shownText(part))
  const id = part.callId === undefined ? {} : { id: part.callId }
  const seal = signatureOf(raw) === undefined ? {} : { thoughtSignature: NO_SEAL }
  return { ...unsigned(raw), [key]: { ...call, ...id, name, args: own }, ...seal }
}

function writeResponse(part: PromptPart, others: readonly PromptPart[]): JsonObject {
  const raw = ownRaw(part, GEMINI)
  const name = toolNameOf(part)
  const { text, failed } = resultOf(part)
  const id = callIdOf(part)
  if (part.kind !== 'entry' || !isJsonObject(raw)) {
    return { functionResponse: { ...(id === '' ? {} : { id }), name, response: responseOf(text, failed) } }
  }
  const { key, value } = fieldOf(raw, 'functionResponse') ?? { key: 'functionResponse', value: {} }
  const came = isJsonObject(value) ? value : {}
  // Two responses came under one id, and this one answers a call that has none.
  const isOther = typeof came['id'] === 'string' && came['id'] !== id
  const isStray =
    isOther && part.callId === undefined && others.some((other) => isResultPart(other) && callIdOf(other) === came['id'])
  const response = isStray ? withoutKey(came, 'id') : came
  const given = part.text === undefined && isJsonObject(response['response'])
  const changed = isStray || part.callId !== undefined || response['name'] !== name
  // A response that came without an id stays without one.
  const renamed = part.callId !== undefined && Object.hasOwn(response, 'id') ? { id } : {}
  if (given) return changed ? { ...raw, [key]: { ...response, ...renamed, name } } : raw
  return { ...raw, [key]: { ...withoutKey(response, 'parts'), ...renamed, name, response: responseOf(text, failed) } }
}

/** The keys that Gemini reads as what a function gave back, and as what went wrong. */
function responseOf(text: string, failed: boolean): JsonObject {
  return failed ? { error: text } : { output: text }
}

function withoutKey(response: JsonObject, left: string): JsonObject {
  return Object.fromEntries(Object.entries(response).filter(([key]) => key !== left))
}

/** Half a character will be replaced, and then it is no longer what was sealed. */
function isSound(raw: Json): boolean {
  return wellFormedJson(raw) === raw
}
