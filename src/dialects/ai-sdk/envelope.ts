import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { expectArray, expectObject } from '../reading.ts'
import { mergePieces } from './ui-restore.ts'

/** What version 7 calls system text, and what all versions take. */
const SYSTEM_KEYS = ['instructions', 'system'] as const
/** Where the conversation stands; a prompt may be a string. */
const LIST_KEYS = ['messages', 'prompt'] as const

/** Stands in an envelope where system text was taken out; null would be what came in. */
const TAKEN: JsonObject = frozen({})

/** A request, taken apart into what is read and what surrounds it. */
interface SplitRequest {
  readonly messages: readonly Json[]
  readonly system: Json | undefined
  readonly systemAt: string
  /** `null` for a bare list; the list of messages is empty in it, and a prompt of one string is null. */
  readonly envelope: Json
  readonly tools: readonly Json[]
}

export function splitRequest(input: Json): SplitRequest {
  if (Array.isArray(input)) return { messages: input, system: undefined, systemAt: '', envelope: null, tools: [] }
  const request = expectObject(input, 'input', 'an object with messages, or an array of messages')
  const key = keyOf(request, LIST_KEYS) ?? 'messages'
  const list = request[key]
  const prompt = key === 'prompt' && typeof list === 'string' ? list : undefined
  const systemKey = keyOf(request, SYSTEM_KEYS)
  const carved = systemKey === undefined ? request : withValue(request, systemKey, TAKEN)
  return {
    messages: prompt === undefined ? expectArray(list, key) : [{ role: 'user', content: prompt }],
    system: systemKey === undefined ? undefined : request[systemKey],
    systemAt: systemKey ?? '',
    envelope: withValue(carved, key, prompt === undefined ? [] : null),
    tools: toolsOf(request),
  }
}

/** The opposite of `splitRequest`, given what was taken out, system text first. */
export function restoreRequest(envelope: Json, given: readonly Json[]): Json {
  if (!isJsonObject(envelope)) return mergePieces(given)
  const systemKey = keyOf(envelope, SYSTEM_KEYS)
  const key = listKey(envelope)
  const [system = null, ...others] = systemKey === undefined ? [null, ...given] : given
  const filled = systemKey === undefined ? envelope : withValue(envelope, systemKey, system)
  const [first] = others
  const prompt = isJsonObject(first) ? (first['content'] ?? null) : null
  return withValue(filled, key, envelope[key] === null ? prompt : mergePieces(others))
}

/** A request for `generateText` and the like: the conversation is in `messages`, system text where it was, or in `system`. */
export function fillRequest(envelope: Json, messages: readonly Json[], system: Json | undefined): Json {
  if (!isJsonObject(envelope)) return system === undefined ? messages : { system, messages }
  const systemKey = keyOf(envelope, SYSTEM_KEYS) ?? (system === undefined ? undefined : 'system')
  const renamed = listKey(envelope) === 'prompt' ? withValue(envelope, 'prompt', undefined) : envelope
  const filled = withValue(renamed, 'messages', messages)
  return systemKey === undefined ? filled : withValue(filled, systemKey, system)
}

/** Where the messages were taken out: only a list, or null, is left there. */
function listKey(envelope: JsonObject): (typeof LIST_KEYS)[number] {
  return !Array.isArray(envelope['messages']) && Object.hasOwn(envelope, 'prompt') ? 'prompt' : 'messages'
}

function keyOf(request: JsonObject, keys: readonly string[]): string | undefined {
  return keys.find((key) => Object.hasOwn(request, key) && (request[key] ?? null) !== null)
}

/** Tools are a record by name; written as a list, each with its name. */
function toolsOf(request: JsonObject): readonly Json[] {
  const { tools } = request
  if (Array.isArray(tools)) return tools
  return isJsonObject(tools)
    ? Object.entries(tools).map(([name, tool]) => ({ type: 'function', name, ...(isJsonObject(tool) ? tool : {}) }))
    : []
}

/** The request with one value changed, added at the end, or, if it becomes `undefined`, removed. */
function withValue(request: JsonObject, key: string, value: Json | undefined): JsonObject {
  const given: readonly (readonly [string, Json])[] = value === undefined ? [] : [[key, value]]
  const entries = Object.entries(request)
  if (!Object.hasOwn(request, key)) return Object.fromEntries([...entries, ...given])
  return Object.fromEntries(entries.flatMap((entry) => (entry[0] === key ? given : [entry])))
}
