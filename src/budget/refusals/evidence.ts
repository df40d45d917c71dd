import { isJsonObject, type JsonObject } from '../../schema/json.ts'

/** Everything in what was thrown or came back that may say why. */
export interface Evidence {
  /** What is said, outermost first. */
  readonly texts: readonly string[]
  /** Names, types and codes. */
  readonly codes: readonly string[]
  readonly status: number | undefined
  /** Numbers that have a name of their own: llama.cpp's `n_ctx`. */
  readonly numbers: Readonly<Record<string, number>>
  /** Answers: what has a usage or says why it ended. */
  readonly results: readonly JsonObject[]
}

/** Where errors keep what they say. What was sent is not looked at: a conversation may speak of anything. */
const INSIDE = [
  ...['error', 'errors', 'lastError', 'cause', 'responseBody', 'body', 'data', 'response', 'failure', 'metadata', 'raw'],
  ...['innererror', 'inner_error', 'detail', 'details', 'Error', 'reason', 'result', 'chunk', 'part', 'value'],
]
const SAYING = [
  'message',
  'Message',
  'msg',
  'errorMessage',
  'error_message',
  'error_description',
  'title',
  'description',
  'errorText',
  'statusText',
]
const NAMING = ['code', 'type', 'name', 'status', 'error_code', 'errorCode', '__type', 'param']
const STATUS = ['status', 'statusCode', 'status_code', 'httpStatus', 'code']
const NUMBERS = ['n_prompt_tokens', 'n_ctx']
const ENDING = [
  'usage',
  'usageMetadata',
  'totalUsage',
  'finishReason',
  'finish_reason',
  'stop_reason',
  'stopReason',
  'choices',
  'candidates',
]

/** How far to look into what others made. */
const MOST_DEPTH = 8
const MOST_OBJECTS = 64
const MOST_TEXT = 2_000
const MOST_JSON = 200_000

/** Gathers what an error says: a text, JSON as text, a body, an `Error` with its causes, an SDK's error, a part of a stream, an answer. */
export function evidenceIn(thrown: unknown): Evidence {
  const texts = new Set<string>()
  const codes = new Set<string>()
  const results: JsonObject[] = []
  const numbers: Record<string, number> = {}
  const seen = new Set<object>()
  let status: number | undefined

  function look(value: unknown, depth: number): void {
    if (depth > MOST_DEPTH || seen.size > MOST_OBJECTS) return
    if (typeof value === 'string') lookAtText(value, depth)
    else if (Array.isArray(value)) for (const item of value.slice(0, MOST_OBJECTS)) look(item, depth + 1)
    else if (typeof value === 'object' && value !== null && !seen.has(value)) lookAtObject(value, depth)
  }

  function lookAtText(text: string, depth: number): void {
    const json = jsonIn(text)
    if (json !== undefined) look(json, depth + 1)
    // The words in front of JSON, or the words alone.
    const said = json === undefined ? text : text.slice(0, startOf(text))
    if (said.trim() !== '') texts.add(said.slice(0, MOST_TEXT))
    status ??= statusIn(said)
  }

  function lookAtObject(object: object, depth: number): void {
    seen.add(object)
    const field = (name: string): unknown => fieldOf(object, name)
    for (const name of STATUS) status ??= asStatus(field(name))
    for (const name of NAMING) if (typeof field(name) === 'string') codes.add(String(field(name)).slice(0, 200))
    for (const name of NUMBERS) {
      const value = field(name)
      if (typeof value === 'number') numbers[name] ??= value
    }
    const isAnswer = !(object instanceof Error) && ENDING.some((name) => field(name) !== undefined)
    if (isAnswer && isJsonObject(object)) results.push(object)
    // The words of an answer are a model's, not the provider's; an error may stand in it all the same.
    const inside = isAnswer ? ['error', 'choices', 'response'] : [...SAYING, ...INSIDE]
    for (const name of inside) look(field(name), depth + 1)
  }

  look(thrown, 0)
  return { texts: [...texts], codes: [...codes], status, numbers, results }
}

/** A getter of a stranger's may throw. */
function fieldOf(object: object, name: string): unknown {
  try {
    return Reflect.get(object, name)
  } catch {
    return undefined
  }
}

/** JSON that a text is or ends with: `400 {"error":…}`, `data: {…}`. */
function jsonIn(text: string): unknown {
  const start = startOf(text)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  if (start < 0 || end <= start || text.length > MOST_JSON) return undefined
  try {
    const parsed: unknown = JSON.parse(text.slice(start, end + 1))
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Where JSON may begin. A list is one only if nothing stands before it: `[1, 8192]` is a range. */
function startOf(text: string): number {
  return /^\s*\[/.test(text) ? text.indexOf('[') : text.indexOf('{')
}

function statusIn(text: string): number | undefined {
  const [, stated] = /^(?:[a-z ]{0,24}:? )?([45]\d\d)\b/i.exec(text.trimStart().slice(0, 60)) ?? []
  return asStatus(Number(stated))
}

function asStatus(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && number >= 400 && number < 600 ? number : undefined
}
