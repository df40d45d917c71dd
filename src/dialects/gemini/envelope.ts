import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { expectObject, refuseInput } from '../reading.ts'

/** Where a request may keep its system text: at the top, as REST has it, or in the SDK's `config`. */
const SYSTEM_PLACES: readonly Path[] = [
  ['systemInstruction'],
  ['system_instruction'],
  ['config', 'systemInstruction'],
  ['config', 'system_instruction'],
]

type Path = readonly [string] | readonly ['config', string]

/** Stands in an envelope where system text was taken out; null would be what came in. */
const TAKEN: JsonObject = frozen({})

/** A request, taken apart into what is read and what surrounds it. */
interface SplitRequest {
  readonly contents: Json
  readonly system: Json | undefined
  readonly systemAt: string
  /** `null` for a bare list of contents; `contents` is an empty list in it, or null if there was no list. */
  readonly envelope: Json
  readonly tools: readonly Json[]
}

export function splitRequest(input: Json): SplitRequest {
  if (Array.isArray(input)) return { contents: input, system: undefined, systemAt: '', envelope: null, tools: [] }
  const request = expectObject(input, 'input', 'an object with contents, or an array of contents')
  const contents = request['contents'] ?? refuseInput('contents', 'contents', request['contents'])
  const place = systemPlace(request)
  const carved = place === undefined ? request : withValue(request, place, TAKEN)
  return {
    contents,
    system: place === undefined ? undefined : valueAt(request, place),
    systemAt: place?.join('.') ?? '',
    envelope: withValue(carved, ['contents'], Array.isArray(contents) ? [] : null),
    tools: toolsOf(request),
  }
}

/** The opposite of `splitRequest`, given what was taken out, system text first. */
export function restoreRequest(envelope: Json, messages: readonly Json[]): Json {
  if (!isJsonObject(envelope)) return listOf(messages)
  const place = systemPlace(envelope)
  const [system = null, ...others] = place === undefined ? [null, ...messages] : messages
  const filled = place === undefined ? envelope : withValue(envelope, place, system)
  return withValue(filled, ['contents'], envelope['contents'] === null ? (others[0] ?? null) : listOf(others))
}

/** A list of parts is one message: the list. */
function listOf(messages: readonly Json[]): Json {
  const [only] = messages
  return messages.length === 1 && Array.isArray(only) ? only : messages
}

/** A request in an envelope of this dialect, its system text where it was or where requests like it have it. */
export function fillRequest(envelope: Json, contents: readonly Json[], system: Json | undefined): Json {
  if (!isJsonObject(envelope)) return system === undefined ? contents : { systemInstruction: system, contents }
  const usual: Path = isJsonObject(envelope['config']) ? ['config', 'systemInstruction'] : ['systemInstruction']
  const place = systemPlace(envelope) ?? (system === undefined ? undefined : usual)
  const filled = withValue(envelope, ['contents'], contents)
  return place === undefined ? filled : withValue(filled, place, system)
}

/** The model a request names. */
export function modelOf(envelope: Json): string {
  const model = isJsonObject(envelope) ? envelope['model'] : undefined
  return typeof model === 'string' ? model : ''
}

function toolsOf(request: JsonObject): readonly Json[] {
  const { config } = request
  const tools = request['tools'] ?? (isJsonObject(config) ? config['tools'] : undefined)
  return Array.isArray(tools) ? tools : []
}

function systemPlace(request: JsonObject): Path | undefined {
  return SYSTEM_PLACES.find((path) => (valueAt(request, path) ?? null) !== null)
}

function valueAt(request: JsonObject, [first, second]: Path): Json | undefined {
  const value = Object.hasOwn(request, first) ? request[first] : undefined
  if (second === undefined) return value
  return isJsonObject(value) && Object.hasOwn(value, second) ? value[second] : undefined
}

/** The request with one value changed, added at the end, or, if it becomes `undefined`, removed. */
function withValue(request: JsonObject, [first, second]: Path, value: Json | undefined): JsonObject {
  if (second !== undefined) {
    const inner = request[first]
    return withValue(request, [first], withValue(isJsonObject(inner) ? inner : {}, [second], value))
  }
  const entries = Object.entries(request)
  const given: readonly (readonly [string, Json])[] = value === undefined ? [] : [[first, value]]
  if (!Object.hasOwn(request, first)) return Object.fromEntries([...entries, ...given])
  return Object.fromEntries(entries.flatMap((entry) => (entry[0] === first ? given : [entry])))
}
