import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import type { Role } from '../schema/entry.ts'
import { CompactionError } from '../schema/failures.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../schema/json.ts'
import { inPlace } from './in-place.ts'
import { type Carver, shellOf, takeBlock } from './shell.ts'

/** Words for what was found where something else was expected. */
function nameOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object') return 'an object'
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** Refuses an input with `input-invalid`: where, what should stand there, and what does. */
export function refuseInput(at: string, expected: string, found: Json | undefined): never {
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found: nameOf(found) })
}

/** The value if it is an object; otherwise the input is refused. */
export function expectObject(value: Json | undefined, at: string, expected = 'an object'): JsonObject {
  return isJsonObject(value) ? value : refuseInput(at, expected, value)
}

/** The value if it is an array; otherwise the input is refused. */
export function expectArray(value: Json | undefined, at: string, expected = 'an array'): readonly Json[] {
  return Array.isArray(value) ? value : refuseInput(at, expected, value)
}

/** The messages of `{ messages: […] }` or of a bare array. */
export function messagesOf(input: Json): readonly Json[] {
  if (Array.isArray(input)) return input
  return expectArray(expectObject(input, 'input', 'an object with messages, or an array of messages')['messages'], 'messages')
}

/** The input with `null` in place of what `keys` name; `null` for a bare array. */
export function envelopeOf(input: Json, keys: readonly string[]): Json {
  if (!isJsonObject(input)) return null
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, keys.includes(key) ? null : value]))
}

/** The opposite of `envelopeOf`. */
export function fillEnvelope(envelope: Json, values: JsonObject): Json {
  return isJsonObject(envelope) ? { ...envelope, ...values } : (values['messages'] ?? [])
}

/** Tool definitions of an envelope, in the dialect's own shape. */
export function toolsOf(envelope: Json): readonly Json[] {
  const tools = isJsonObject(envelope) ? envelope['tools'] : undefined
  return Array.isArray(tools) ? tools : []
}

/** Reads one block of a content array. */
export type ReadPart = (part: JsonObject, at: string) => BlockDraft

/** Takes a string, an array of parts, null or nothing out of a message's `content`. */
export function takeContent(carver: Carver, message: JsonObject, at: string, readPart: ReadPart): readonly BlockDraft[] {
  const content = message['content']
  // What somebody said must not get lost because it stands under another name.
  if (content === undefined && stringField(message, 'text') !== undefined)
    refuseInput(`${at}.content`, 'what stands under "text": a string or an array of parts', content)
  if (content === null || content === undefined) return []
  if (typeof content === 'string') {
    takeBlock(carver, ['content'])
    return [{ kind: 'text', raw: content, text: content }]
  }
  const parts = expectArray(content, `${at}.content`, 'a string, an array of parts or null')
  return parts.map((part, index) => {
    takeBlock(carver, ['content', index])
    // A bare string among the parts is met in the wild; it is text.
    if (typeof part === 'string') return { kind: 'text', raw: part, text: part }
    return readPart(expectObject(part, `${at}.content[${index}]`), `${at}.content[${index}]`)
  })
}

/** Puts what was read of one message together: its role, its blocks, and the shell that they were taken from. */
export function messageDraft(options: {
  readonly dialect: string
  readonly role: Role
  readonly message: JsonObject
  readonly carver: Carver
  readonly blocks: readonly BlockDraft[]
}): MessageDraft {
  const id = stringField(options.message, 'id')
  return {
    role: options.role,
    blocks: options.blocks.map((block) => inPlace(options.role, block)),
    shell: shellOf(options.dialect, options.carver),
    ...(id === undefined ? {} : { id }),
  }
}

/** Reads messages that all have a role and a content, each with what is particular to its role. */
export function readByRole(
  messages: readonly Json[],
  read: (message: JsonObject, role: string, at: string) => MessageDraft,
): readonly MessageDraft[] {
  return messages.map((value, index) => {
    const at = `messages[${index}]`
    const message = expectObject(value, at, 'a message object')
    const role = message['role']
    return typeof role === 'string' ? read(message, role, at) : refuseInput(`${at}.role`, 'a role', role)
  })
}
