import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import type { Role } from '../../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { expectObject, messageDraft, refuseInput, takeContent } from '../reading.ts'
import { carve, takeBlock } from '../shell.ts'
import { callKindOf } from './calls.ts'
import { itemType, roleOfItem } from './items.ts'
import { OPENAI_RESPONSES } from './outline.ts'
import { answeredId, outputKindOf } from './outputs.ts'

const ROLES = { system: 'system', developer: 'system', user: 'user', assistant: 'assistant' } as const

/** Takes items of the Responses API apart: each is a message, and what the model put out in one go is an answer in pieces. */
export function readItems(items: readonly Json[]): readonly MessageDraft[] {
  return items.map((value, index) => readItem(expectObject(value, `input[${index}]`, 'an item object'), `input[${index}]`))
}

/** Text that is a whole field: the instructions, or an input that is one user message. */
export function readText(text: string, role: 'system' | 'user'): MessageDraft {
  const shell = { dialect: OPENAI_RESPONSES, raw: null, holes: [{ path: [], block: 0 }] }
  return { role, blocks: [{ kind: 'text', raw: text, text }], shell }
}

function readItem(item: JsonObject, at: string): MessageDraft {
  const type = itemType(item)
  if (type === '') return refuseInput(`${at}.type`, 'an item type, or a role', item['type'])
  if (type === 'message') return readMessage(item, at)
  const carver = carve(item)
  takeBlock(carver, [])
  const { role, block } = readWhole(item, type)
  const draft = messageDraft({ dialect: OPENAI_RESPONSES, role, message: item, carver, blocks: [block] })
  if (role === 'assistant') return { ...draft, piece: true }
  // A program asks for this, not a person.
  return block.kind === 'opaque' ? { ...draft, author: 'harness' } : draft
}

function readMessage(item: JsonObject, at: string): MessageDraft {
  const given = item['role']
  const role = typeof given === 'string' && Object.hasOwn(ROLES, given) ? ROLES[given as keyof typeof ROLES] : undefined
  if (role === undefined) return refuseInput(`${at}.role`, 'system, developer, user or assistant', given)
  const carver = carve(item)
  const blocks = takeContent(carver, item, at, (part, place) => readPart(part, role, place))
  const draft = messageDraft({ dialect: OPENAI_RESPONSES, role, message: item, carver, blocks })
  return role === 'assistant' ? { ...draft, piece: true } : draft
}

/** An item that is one block. */
function readWhole(item: JsonObject, type: string): { readonly role: Role; readonly block: BlockDraft } {
  if (type === 'reasoning') return { role: 'assistant', block: readReasoning(item) }
  const call = callKindOf(item)
  if (call !== undefined) {
    const waits = type === 'mcp_approval_request' || item['async'] === true
    const named = { callId: stringField(item, call.id) ?? '', tool: call.tool(item), input: call.input(item) }
    return { role: 'assistant', block: { kind: 'tool-call', raw: item, ...named, ...(waits ? { mayWait: true } : {}) } }
  }
  const output = outputKindOf(item)
  if (output === undefined) return { role: roleOfItem(item), block: { kind: 'opaque', raw: item, type } }
  const outcome = output.outcome(item)
  const tool = stringField(item, 'name')
  return {
    role: 'tool',
    block: {
      kind: 'tool-result',
      raw: item,
      callId: answeredId(item, output),
      text: output.text(item),
      ...(tool === undefined ? {} : { tool }),
      ...(outcome === undefined ? {} : { outcome }),
    },
  }
}

/** Summary and text are for reading; what the model gets back is encrypted, or stored under the item's id. Never to be cut. */
function readReasoning(item: JsonObject): BlockDraft {
  const texts = [item['summary'], item['content']].flatMap((list) => (Array.isArray(list) ? list : []))
  const text = texts.flatMap((part) => (isJsonObject(part) ? [stringField(part, 'text') ?? ''] : [])).join('\n')
  return { kind: 'reasoning', raw: item, text, signature: stringField(item, 'encrypted_content') ?? '' }
}

const TEXTS = new Set(['input_text', 'output_text', 'text'])
const FILES: Readonly<Record<string, string>> = { input_image: 'image', input_file: 'document', input_audio: 'audio' }

function readPart(part: JsonObject, role: Role, at: string): BlockDraft {
  const type = stringField(part, 'type')
  if (type === undefined) return refuseInput(`${at}.type`, 'a part type', part['type'])
  if (TEXTS.has(type)) {
    const text = part['text']
    return typeof text === 'string' ? { kind: 'text', raw: part, text } : refuseInput(`${at}.text`, 'a string', text)
  }
  if (type === 'refusal') return { kind: 'text', raw: part, text: stringField(part, 'refusal') ?? '' }
  const media = Object.hasOwn(FILES, type) ? FILES[type] : undefined
  if (media === undefined) return { kind: 'opaque', raw: part, type }
  const description = describeFile(part)
  // The provider takes no files in what the model said: there, one is shown by its name.
  if (role === 'assistant') return { kind: 'text', raw: part, text: `[${media}: ${description}]` }
  return { kind: 'file', raw: part, media, description }
}

function describeFile(part: JsonObject): string {
  const url = stringField(part, 'image_url') ?? stringField(part, 'file_url')
  const address = url === undefined || url.startsWith('data:') ? undefined : url.slice(0, 200)
  return stringField(part, 'filename') ?? address ?? stringField(part, 'file_id') ?? 'attached'
}
