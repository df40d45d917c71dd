import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { inPlace, type Sides } from '../in-place.ts'
import { expectArray, expectObject, messageDraft, readByRole, refuseInput, takeContent } from '../reading.ts'
import { type Carver, carve, takeBlock } from '../shell.ts'
import { OPENAI_CHAT } from './outline.ts'

const ROLES = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
} as const

/** Takes OpenAI Chat Completions messages apart. */
export function readOpenaiMessages(messages: readonly Json[]): readonly MessageDraft[] {
  return readByRole(messages, (message, role, at) => {
    if (!Object.hasOwn(ROLES, role)) refuseInput(`${at}.role`, 'system, developer, user, assistant, tool or function', role)
    const ours = ROLES[role as keyof typeof ROLES]
    const carver = carve(message)
    const blocks = ours === 'tool' ? [takeWhole(carver, message, role, at)] : takeBlocks(carver, message, at)
    const placed = blocks.map((block) => inPlace(ours, block, SIDES))
    return messageDraft({ dialect: OPENAI_CHAT, role: ours, message, carver, blocks: placed })
  })
}

/** What only the agent says. */
const SIDES: Sides = { agent: /^(?:refusal|audio|function_call)$/ }

/** Fields of an assistant message that are blocks of their own. */
const SIDE_FIELDS = ['reasoning_content', 'reasoning', 'refusal', 'audio', 'function_call'] as const

function takeBlocks(carver: Carver, message: JsonObject, at: string): readonly BlockDraft[] {
  const side = SIDE_FIELDS.flatMap((field) => takeSideField(carver, message, field))
  const content = takeContent(carver, message, at, readPart)
  return [...side, ...content, ...takeCalls(carver, message, at)]
}

function takeSideField(carver: Carver, message: JsonObject, field: (typeof SIDE_FIELDS)[number]): readonly BlockDraft[] {
  const raw = message[field]
  if (raw === null || raw === undefined || raw === '') return []
  takeBlock(carver, [field])
  if (typeof raw === 'string' && field.startsWith('reasoning')) return [{ kind: 'reasoning', raw, text: raw }]
  return [{ kind: 'opaque', raw, type: field }]
}

/** A message of a tool is one block: its id belongs to the result, not to the shell. Deprecated ones have none, and answer a `function_call`. */
function takeWhole(carver: Carver, message: JsonObject, role: string, at: string): BlockDraft {
  takeBlock(carver, [])
  return role === 'function' ? { kind: 'opaque', raw: message, type: role } : readResult(message, at)
}

function readResult(message: JsonObject, at: string): BlockDraft {
  const callId = message['tool_call_id']
  if (typeof callId !== 'string') refuseInput(`${at}.tool_call_id`, 'a string', callId)
  const tool = stringField(message, 'name')
  return {
    kind: 'tool-result',
    raw: message,
    callId,
    text: textOfContent(message['content'], at),
    ...(tool === undefined ? {} : { tool }),
  }
}

function textOfContent(content: Json | undefined, at: string): string {
  if (content === null || content === undefined) return ''
  if (typeof content === 'string') return content
  return expectArray(content, `${at}.content`, 'a string, an array of parts or null')
    .map((part) =>
      isJsonObject(part) ? (stringField(part, 'text') ?? `[${stringField(part, 'type') ?? 'part'}]`) : String(part),
    )
    .join('\n')
}

function takeCalls(carver: Carver, message: JsonObject, at: string): readonly BlockDraft[] {
  const calls = message['tool_calls']
  if (calls === null || calls === undefined) return []
  return expectArray(calls, `${at}.tool_calls`).map((value, index) => {
    takeBlock(carver, ['tool_calls', index])
    return readCall(expectObject(value, `${at}.tool_calls[${index}]`), `${at}.tool_calls[${index}]`)
  })
}

function readCall(call: JsonObject, at: string): BlockDraft {
  const custom = call['custom']
  const body = isJsonObject(custom) ? custom : expectObject(call['function'], `${at}.function`)
  const input = isJsonObject(custom) ? custom['input'] : body['arguments']
  return {
    kind: 'tool-call',
    raw: call,
    callId: stringField(call, 'id') ?? '',
    tool: stringField(body, 'name') ?? '',
    input: typeof input === 'string' ? input : jsonText(input ?? {}),
  }
}

const FILE_PARTS: Readonly<Record<string, string>> = { image_url: 'image', input_audio: 'audio', file: 'document' }

function readPart(part: JsonObject, at: string): BlockDraft {
  const type = stringField(part, 'type')
  if (type === undefined) refuseInput(`${at}.type`, 'a part type', part['type'])
  if (type === 'text') {
    const text = part['text']
    return typeof text === 'string' ? { kind: 'text', raw: part, text } : refuseInput(`${at}.text`, 'a string', text)
  }
  const media = Object.hasOwn(FILE_PARTS, type) ? FILE_PARTS[type] : undefined
  if (media !== undefined) return { kind: 'file', raw: part, media, description: describeFile(part) }
  return { kind: 'opaque', raw: part, type }
}

function describeFile(part: JsonObject): string {
  const image = part['image_url']
  const url = isJsonObject(image) ? stringField(image, 'url') : undefined
  if (url !== undefined && !url.startsWith('data:')) return url.slice(0, 200)
  const file = part['file']
  return (isJsonObject(file) ? stringField(file, 'filename') : undefined) ?? 'attached'
}
