import { isJsonObject, type JsonObject } from '../../schema/json.ts'
import { withPlainDigits } from './fold.ts'

/** Everything in what was thrown or came back that may say why. */
export interface Evidence {
  /** What is said, outermost first. */
  readonly texts: readonly string[]
  /** What stands in fields that no provider we know has: believed only where nothing else says anything. */
  readonly asides: readonly string[]
  /** Names, types and codes. */
  readonly codes: readonly string[]
  readonly status: number | undefined
  /** Numbers that have a name of their own: llama.cpp's `n_ctx`, the `limit` of a validator. */
  readonly named: NamedNumbers
  /** Whether a name of these is one of tokens or of a context. */
  readonly hasTokenNames: boolean
  /** Answers: what has a usage or says why it ended. */
  readonly results: readonly JsonObject[]
}

interface NamedNumbers {
  readonly limit?: number
  readonly actual?: number
}

/** Names that are those of tokens, whatever else has a `limit`. */
const OF_TOKENS = /n_?ctx|tokens|context|prompt_?length/i

/** Where errors keep what they say, by the names of fields. What was sent is not looked at: a conversation may speak of anything. */
const INSIDE =
  /^(?:lastError|cause|responseBody|body|data|response|failures?|metadata|raw|details?|reasons?|result|chunk|part|value|header|\$metadata|base_?resp|problems?|issues|\w*violations?|ctx|inner\w*|meta|info|extra|extensions|params)$|error|exception|(?:^|_)fault|^errs?$/i
const FIELDS = /^(?:errors|violations)$/i
const SAYING = /(?:^|[_a-z])(?:message|msg)$|^(?:title|desc(?:ription)?|(?:error|status)_?text)$|error_?desc(?:ription)?$/i
const NAMING = /^(?:name|status|__type|param|kind)$|(?:^|_|[a-z])(?:code|type)$/i
const STATUS = ['status', 'statusCode', 'status_code', 'httpStatus', 'code', 'httpStatusCode']
const LIMIT =
  /^(?:n_?ctx|ctx(?:_?(?:size|len(?:gth)?))?|window(?:_?size)?|capacity|allowed(?:_?tokens)?|limit_?tokens|tokens?_?limit|(?:\w+_)?limit(?:_value)?|max(?:imum)?(?:_?(?:context_?(?:length|size)?|prompt_?tokens|input_?tokens|length))?|context_?(?:window|length|size|tokens)|window_?tokens|room|model_?(?:context|window|limit|max)(?:_?(?:tokens|length|size))?|max_?(?:seq|model|context)_?len(?:gth)?|tokens?_?allowed)$/i
const ACTUAL =
  /^(?:n_?prompt_?tokens|prompt_?(?:tokens|length)|input_?(?:tokens|length)|actual(?:_\w+)?|tokens|token_?count|requested(?:_?tokens)?|received|(?:got|have|used|sent|given|needed|required|total|current)(?:_?tokens)?|(?:request|encoded|messages?|history|conversation)_?(?:tokens|len(?:gth)?)|tokens_?(?:in|sent|requested)|n_?(?:prompt|tokens))$/i
/** What was sent, and what is no sentence: a conversation may speak of anything, an address of `/context`. */
const SENT =
  /^(?:request\w*|messages|inputs?|prompt\w*|contents?|system\w*|tools?|config|options|headers|\w*headers|url|uri|stack|arguments|parameters|args|choices|candidates|output|completion|text|delta|parts|usage)$/i
const PART = /(?:^|_)(?:text|message|thinking|reasoning|delta|content|item)(?:_|$)/i
const IN_ANSWER = /^(?:choices|response|base_?resp)$|error/i
/** An answer that says of itself that it is none. */
const FAILED = ['is_error', 'isError']
/** One word with signs in it is a name, wherever it stands. */
const NAME = /^[\w.:/-]{3,120}$/
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
  'done_reason',
]

/** How far to look into what others made. */
const MOST_DEPTH = 16
const MOST_OBJECTS = 64
const MOST_FIELDS = 64
const MOST_TEXT = 2_000
/** A refusal is a sentence or two, and what is longer may be what was sent. */
const MOST_ASIDE = 600
const MOST_ASIDES = 200
const MOST_JSON = 200_000

/** Gathers what an error says: a text, JSON as text, a body, an `Error` with its causes, an SDK's error, a part of a stream, an answer. */
export function evidenceIn(thrown: unknown): Evidence {
  const [texts, asides, codes, seen] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<object>()]
  const results: JsonObject[] = []
  const numbers = namedNumbers()
  let status: number | undefined

  function look(value: unknown, depth: number): void {
    if (depth > MOST_DEPTH || seen.size > MOST_OBJECTS) return
    if (typeof value === 'string') lookAtText(value, depth)
    else if (Array.isArray(value)) for (const item of value.slice(0, MOST_OBJECTS)) look(item, depth + 1)
    else if (typeof value === 'object' && value !== null && !seen.has(value)) touch(value, depth)
  }

  /** A stranger's object may throw wherever it is touched: what it has said by then counts. */
  function touch(object: object, depth: number): void {
    seen.add(object)
    try {
      lookAtObject(object, depth)
    } catch {
      // It keeps to itself.
    }
  }

  function lookAtText(text: string, depth: number): void {
    const json = jsonIn(text)
    if (json !== undefined) look(json, depth + 1)
    // The words in front of JSON, or the words alone.
    const said = withPlainDigits((json === undefined ? text : text.slice(0, startOf(text))).slice(0, MOST_TEXT))
    if (isName(said)) codes.add(said)
    if (said.trim() !== '') texts.add(said)
    status ??= statusIn(said)
  }

  function lookAtObject(object: object, depth: number): void {
    for (const name of STATUS) status ??= asStatus(fieldOf(object, name))
    const answers = isAnswer(object)
    if (answers && isJsonObject(object)) results.push(object)
    for (const name of fieldsOf(object)) {
      const value = fieldOf(object, name)
      if (typeof value === 'string' && NAMING.test(name)) codes.add(value.slice(0, 200))
      else if (typeof value === 'number') numbers.add(name, value)
      // The words of an answer are a model's, not the provider's; an error may stand in it all the same.
      if (FIELDS.test(name)) for (const text of complaintsIn(value)) lookAtText(text, depth + 1)
      const isInside = INSIDE.test(name) || (name === 'status' && typeof value === 'object')
      if (answers ? IN_ANSWER.test(name) : SAYING.test(name) || isInside) look(value, depth + 1)
      else if (!answers && (!SENT.test(name) || (name === 'text' && isNoPart(object))))
        for (const text of asidesIn(value)) asides.add(withPlainDigits(text))
    }
  }

  look(thrown, 0)
  return { texts: [...texts], asides: [...asides], codes: [...codes], status, ...numbers.found(), results }
}

/** What a validator says of each field: `{ messages: ['must hold at most 8192 tokens'] }`. */
function complaintsIn(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return []
  return fieldsOf(value)
    .map((name) => fieldOf(value, name))
    .flatMap((said) => (Array.isArray(said) ? said.slice(0, MOST_FIELDS) : []))
    .filter((said) => typeof said === 'string')
}

/** Short texts in a field that nobody foresaw. What has a role is a message of the conversation. */
function asidesIn(value: unknown): readonly string[] {
  const [found, queue]: readonly [string[], unknown[]] = [[], [value]]
  for (let at = 0; at < queue.length && at < MOST_ASIDES; at += 1) {
    const next = queue[at]
    if (typeof next === 'string') {
      if (next.length <= MOST_ASIDE && /\s|\p{L}{6}/u.test(next)) found.push(next)
    } else if (Array.isArray(next)) queue.push(...next.slice(0, MOST_FIELDS))
    else if (typeof next === 'object' && next !== null && fieldOf(next, 'role') === undefined)
      queue.push(...fieldsOf(next).flatMap((name) => (SENT.test(name) ? [] : [fieldOf(next, name)])))
  }
  return found
}

/** What has a text and is no part of a message: those have a role, or a type that says so. */
function isNoPart(object: object): boolean {
  return fieldOf(object, 'role') === undefined && !PART.test(String(fieldOf(object, 'type') ?? ''))
}

function namedNumbers() {
  const named: { limit?: number; actual?: number } = {}
  let hasTokenNames = false
  return {
    add(name: string, value: number): void {
      hasTokenNames ||= OF_TOKENS.test(name)
      if (LIMIT.test(name)) named.limit ??= value
      else if (ACTUAL.test(name)) named.actual ??= value
    },
    found: () => ({ named, hasTokenNames }),
  }
}

/** What has a usage or says why it ended, and does not say of itself that it failed. */
function isAnswer(object: object): boolean {
  return (
    !(object instanceof Error) &&
    !FAILED.some((name) => fieldOf(object, name) === true) &&
    ENDING.some((name) => isThere(fieldOf(object, name)))
  )
}

export function isName(text: string): boolean {
  return NAME.test(text)
}

/** What stands on any refusal. */
export function saysNothing(text: string): boolean {
  return SAYS_NOTHING.test(text.trim())
}

const SAYS_NOTHING =
  /^(?:(?:error:? )?(?:http )?\d{3}\b.{0,30}|bad request|internal(?: server)? error|unprocessable \w+|failed after \d+ attempts?\.?|(?:an? )?(?:unknown )?error(?: occurred)?\.?|provider returned error|)$/i

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

/** Words first, so that the outermost stand first; those of an `Error` are no fields of its own. */
function fieldsOf(object: object): readonly string[] {
  return [...new Set(['message', 'cause', 'errors', 'name', 'statusText', ...Object.keys(object).slice(0, MOST_FIELDS)])]
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
  // "[400] Bad request": a list with words behind it is none.
  if (text[start] === '[' && text.slice(end + 1).trim() !== '') return undefined
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
  const [, stated] =
    /^(?:[a-z ]{0,24}:? )?([45]\d\d)\b(?![.,]\d| ?(?:tokens?|tok|[km]b?)\b)/i.exec(text.trimStart().slice(0, 60)) ?? []
  return asStatus(Number(stated))
}

function asStatus(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && number >= 400 && number < 600 ? number : undefined
}
