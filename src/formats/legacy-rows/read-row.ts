import { aiSdk } from '../../dialects/ai-sdk/dialect.ts'
import { anthropic } from '../../dialects/anthropic/dialect.ts'
import { openaiChat } from '../../dialects/openai-chat/dialect.ts'
import { recogniseDialect } from '../../dialects/recognise.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import { isFailure } from '../../schema/failures.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { Dialect } from '../../schema/ports.ts'

/** What an old row turned out to be: messages taken apart, or why it cannot be read. */
export type LegacyRead =
  | { readonly kind: 'messages'; readonly drafts: readonly MessageDraft[]; readonly thread?: string }
  | { readonly kind: 'unreadable'; readonly detail: string; readonly thread?: string }

const ROLES: Readonly<Record<string, string>> = {
  ...{
    system: 'system',
    developer: 'system',
    user: 'user',
    human: 'user',
    assistant: 'assistant',
    ai: 'assistant',
    bot: 'assistant',
  },
  ...{ model: 'assistant', tool: 'tool', function: 'tool', data: 'user' },
}
const THREAD_FIELDS = [
  'thread_id',
  'threadId',
  'session_id',
  'sessionId',
  'conversation_id',
  'conversationId',
  'chat_id',
  'chatId',
]
const TIME_FIELDS = ['created_at', 'createdAt', 'timestamp', 'time', 'date']
/** Fields of a row that belong to the message. */
const MESSAGE_FIELDS = ['tool_calls', 'tool_call_id', 'name', 'toolInvocations', 'experimental_attachments']
/** What rows of old tables hold. Plain text goes to the first. */
const USUAL: readonly [Dialect, ...Dialect[]] = [openaiChat, anthropic, aiSdk]
/** The beginning of JSON that only a program writes. If such a text cannot be parsed, it was cut off. */
const LOOKS_LIKE_JSON = /^\s*(?:\[\s*\{\s*"|\{\s*")/

/**
 * Reads an old row with one content field (A16): plain text, or JSON of a text, of parts (AI SDK, OpenAI, Anthropic), of a message or of
 * several. Nothing is thrown: what cannot be read is reported.
 */
export function readLegacyRow(row: Json, dialects: readonly [Dialect, ...Dialect[]] = USUAL): LegacyRead {
  if (!isJsonObject(row)) return unreadable('it is not an object')
  const thread = fieldOf(row, THREAD_FIELDS)
  const from = { ...(thread === undefined ? {} : { thread: String(thread) }) }
  const found = messagesIn(row)
  if (typeof found === 'string') return { ...unreadable(found), ...from }
  try {
    const drafts = recogniseDialect(found, dialects).readMessages(found)
    return { kind: 'messages', drafts: drafts.map((draft, index) => labelled(draft, row, index)), ...from }
  } catch (error) {
    if (!isFailure(error, 'input-invalid')) throw error
    return { ...unreadable(error.message), ...from }
  }
}

/** Whether a value is a row of a table and not a message by itself: it says which thread it belongs to. */
export function isLegacyRow(value: Json): boolean {
  return (
    isJsonObject(value) &&
    ('content' in value || 'parts' in value || 'body' in value) &&
    fieldOf(value, THREAD_FIELDS) !== undefined
  )
}

function unreadable(detail: string): { readonly kind: 'unreadable'; readonly detail: string } {
  return { kind: 'unreadable', detail }
}

/** The messages of a row, in whatever dialect they are written; a sentence if there are none. */
function messagesIn(row: JsonObject): readonly JsonObject[] | string {
  const content = parsed(row['content'] ?? row['parts'] ?? row['body'])
  if (content === undefined) return 'its content looks like JSON and is cut off or damaged'
  const given = stringField(row, 'role') ?? stringField(row, 'type') ?? ''
  const role = ROLES[given.toLowerCase()]
  if (isJsonObject(content) && typeof content['role'] === 'string') return [content]
  if (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((item) => isJsonObject(item) && typeof item['role'] === 'string')
  ) {
    return content.filter(isJsonObject)
  }
  if (role === undefined) return `its role is ${given === '' ? 'missing' : JSON.stringify(given.slice(0, 40))}`
  const rest = Object.fromEntries(MESSAGE_FIELDS.flatMap((name) => (name in row ? [[name, parsed(row[name]) ?? null]] : [])))
  const message = messageOf(role, content)
  return typeof message === 'string' ? message : [{ ...rest, ...message }]
}

/** A value that may be JSON in a text. Undefined if it looks like JSON and is not. */
function parsed(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*["[{]/.test(value)) return value ?? null
  try {
    return JSON.parse(value)
  } catch {
    // People begin sentences with brackets, too.
    return LOOKS_LIKE_JSON.test(value) ? undefined : value
  }
}

function messageOf(role: string, content: Json): JsonObject | string {
  if (content === null || typeof content === 'string') return { role, content }
  if (Array.isArray(content)) return fromParts(role, content)
  if (!isJsonObject(content)) return `its content is ${JSON.stringify(content)}`
  if (Array.isArray(content['parts'])) return { ...content, role }
  if ('content' in content || 'tool_calls' in content) return { content: null, ...content, role }
  const text = stringField(content, 'text')
  if (text !== undefined) return { role, content: text }
  return `its content is an object with ${Object.keys(content).slice(0, 5).join(', ') || 'nothing'} in it`
}

function fromParts(role: string, parts: readonly Json[]): JsonObject | string {
  const types = parts.flatMap((part) => (isJsonObject(part) ? (stringField(part, 'type') ?? []) : []))
  if (types.length < parts.length) {
    const strange = parts.findIndex((part) => !isJsonObject(part) || typeof part['type'] !== 'string')
    return `part ${strange + 1} of its content has no type`
  }
  // Only messages for people hold these: their calls have a state, or are called after their tool.
  const isForPeople = types.some((type) => ['tool-invocation', 'step-start', 'dynamic-tool'].includes(type) || isToolPart(type))
  return isForPeople ? { role, parts } : { role, content: parts }
}

function isToolPart(type: string): boolean {
  const others = ['tool-call', 'tool-result', 'tool-approval-request', 'tool-approval-response', 'tool-error']
  return type.startsWith('tool-') && !others.includes(type)
}

/** A draft with what the row knows of it. */
function labelled(draft: MessageDraft, row: JsonObject, index: number): MessageDraft {
  const id = fieldOf(row, ['id', 'message_id', 'messageId', 'uuid'])
  const time = timeOf(fieldOf(row, TIME_FIELDS))
  const model = stringField(row, 'model')
  return {
    ...(time === undefined ? {} : { time }),
    ...(model === undefined ? {} : { model }),
    ...draft,
    // A row's own id is unique; a message's need not be.
    ...(id === undefined ? {} : { id: index === 0 ? String(id) : `${String(id)}/${index + 1}` }),
  }
}

function fieldOf(row: JsonObject, names: readonly string[]): string | number | undefined {
  const found = names.map((name) => (Object.hasOwn(row, name) ? row[name] : undefined))
  return found.find((value) => typeof value === 'string' || typeof value === 'number')
}

/** Milliseconds since 1970, of a date or of seconds. */
function timeOf(value: string | number | undefined): number | undefined {
  if (typeof value === 'number') return value < 1e11 ? value * 1_000 : value
  const time = value === undefined ? Number.NaN : Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}
