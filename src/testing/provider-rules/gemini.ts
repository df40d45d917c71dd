import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { brokenStrings, type Fault, must } from './fault.ts'

/** FunctionDeclaration.name of the API reference. */
const NAME = /^[A-Za-z_][\w.:-]{0,127}$/
/** The members of the union `data` in Part, and fields that only describe it. */
const NOT_DATA = [
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'partMetadata',
  'mediaResolution',
  'mediaProcessing',
  'speechMetadata',
]

/**
 * `generateContent`, as its reference and its error messages have it: contents alternate loosely between user and model, the
 * first and the last are not the model's, a content has parts and a part has data, a turn with function calls follows the user or
 * function responses, and the turn after it has exactly their responses.
 */
export function geminiFaults(request: Json): readonly Fault[] {
  const contents = contentsOf(request)
  const turns = contents.map(turnOf)
  return [
    ...must(contents.length > 0, 'contents are required', 'contents'),
    ...must(turns[0]?.role !== 'model', 'the first content is not the model’s', 'contents[0]'),
    ...must(turns.at(-1)?.role !== 'model', 'requests do not end with a model turn', 'the end'),
    ...contents.flatMap((content, index) => contentFaults(content, `contents[${index}]`)),
    ...turns.flatMap((turn, index) => turnFaults(turn, turns[index - 1], turns[index + 1], `contents[${index}]`)),
    ...repeatedIds(turns),
    ...systemFaults(request),
    ...sealFaults(request, turns),
  ]
}

interface Turn {
  readonly role: string
  readonly parts: readonly JsonObject[]
  readonly calls: readonly JsonObject[]
  readonly responses: readonly JsonObject[]
}

function contentsOf(request: Json): readonly Json[] {
  const contents = isJsonObject(request) ? request['contents'] : request
  return Array.isArray(contents) ? contents : []
}

function turnOf(content: Json): Turn {
  const body = isJsonObject(content) ? content : {}
  const parts = Array.isArray(body['parts']) ? body['parts'].filter(isJsonObject) : []
  return {
    role: String(body['role'] ?? 'user'),
    parts,
    calls: parts.map((part) => part['functionCall'] ?? part['function_call'] ?? null).filter(isJsonObject),
    responses: parts.map((part) => part['functionResponse'] ?? part['function_response'] ?? null).filter(isJsonObject),
  }
}

function contentFaults(content: Json, where: string): readonly Fault[] {
  const { role, parts, calls, responses } = turnOf(content)
  const given = isJsonObject(content) && Array.isArray(content['parts']) ? content['parts'].length : 0
  return [
    ...must(isJsonObject(content), 'a content is an object', where),
    ...must(['user', 'model', 'function'].includes(role), 'a valid role: user, model', where),
    ...must(given > 0, 'contents.parts must not be empty', where),
    ...must(parts.length === given, 'parts are objects', where),
    ...parts.flatMap((part, index) => partFaults(part, `${where}.parts[${index}]`)),
    ...must(calls.length === 0 || role === 'model', 'function calls are the model’s', where),
    ...must(responses.length === 0 || role !== 'model', 'function responses are not the model’s', where),
    ...[...calls, ...responses].flatMap((named) => must(NAME.test(String(named['name'])), 'the function name is legal', where)),
    ...calls.flatMap((call) => must(!('args' in call) || isJsonObject(call['args']), 'args are a struct', where)),
    ...responses.flatMap((response) => must(isJsonObject(response['response']), 'response is a struct', where)),
    ...brokenStrings(content, where),
  ]
}

function partFaults(part: JsonObject, where: string): readonly Fault[] {
  const data = Object.keys(part).filter((key) => !NOT_DATA.includes(key) && part[key] !== null)
  const hasSeal = 'thoughtSignature' in part || 'thought_signature' in part
  return [
    ...must(data.length > 0, 'required oneof field data must have one initialized field', where),
    ...must(part['text'] !== '' || hasSeal, 'no empty text parameter', where),
  ]
}

function turnFaults(turn: Turn, before: Turn | undefined, after: Turn | undefined, where: string): readonly Fault[] {
  const responses = after?.responses ?? []
  return [
    ...must(
      turn.calls.length === 0 || before === undefined || before.role !== 'model',
      'a function call turn comes immediately after a user turn or a function response turn',
      where,
    ),
    ...must(
      turn.responses.length === 0 || (before?.calls.length ?? 0) > 0,
      'a function response turn comes immediately after a function call turn',
      where,
    ),
    ...must(
      turn.calls.length === 0 || turn.calls.length === responses.length,
      'as many function response parts as function call parts',
      where,
    ),
    ...must(
      turn.calls.length === 0 || namesOf(turn.calls) === namesOf(responses),
      'responses have the names of the calls',
      where,
    ),
    ...must(
      responses.every((response) => typeof response['id'] !== 'string' || turn.calls.some((call) => fits(call, response))),
      'a response with an id answers a call with that id, or without any',
      where,
    ),
  ]
}

function namesOf(named: readonly JsonObject[]): string {
  return JSON.stringify(named.map((one) => String(one['name'])).sort())
}

function fits(call: JsonObject, response: JsonObject): boolean {
  return call['id'] === response['id'] || call['id'] === undefined
}

function repeatedIds(turns: readonly Turn[]): readonly Fault[] {
  const ids = turns.flatMap((turn) => turn.calls.map((call) => call['id'])).filter((id) => typeof id === 'string' && id !== '')
  return must(new Set(ids).size === ids.length, 'call ids are unique', 'contents')
}

function systemFaults(request: Json): readonly Fault[] {
  if (!isJsonObject(request)) return []
  const system = request['systemInstruction'] ?? request['system_instruction'] ?? null
  if (system === null) return []
  const parts = typeof system === 'string' ? [{ text: system }] : isJsonObject(system) ? (system['parts'] ?? [system]) : system
  const texts = Array.isArray(parts) ? parts.map((part) => (isJsonObject(part) ? part['text'] : part)) : []
  return [
    ...must(
      texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== ''),
      'system text',
      'systemInstruction',
    ),
    ...brokenStrings(system, 'systemInstruction'),
  ]
}

/** Gemini 3 and later: every step of the current turn begins its calls with a sealed one. */
function sealFaults(request: Json, turns: readonly Turn[]): readonly Fault[] {
  const model = isJsonObject(request) ? String(request['model']) : ''
  if (!/gemini-([3-9]|\d\d)/.test(model)) return []
  const start = turns.findLastIndex((turn) => turn.role === 'user' && turn.parts.length > turn.responses.length)
  return turns.slice(Math.max(0, start)).flatMap((turn, index) => {
    const first = turn.parts.find((part) => 'functionCall' in part || 'function_call' in part)
    const seal = first?.['thoughtSignature'] ?? first?.['thought_signature']
    return must(first === undefined || typeof seal === 'string', 'a function call has its thought signature', `step ${index}`)
  })
}
