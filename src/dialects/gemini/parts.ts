import type { BlockDraft } from '../../schema/draft.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { expectObject, refuseInput } from '../reading.ts'
import { fieldOf, objectField, signatureOf, snakeCase } from './fields.ts'

/** Fields that say something about a part's data. A part that has nothing else is empty. */
const ABOUT = new Set(
  [
    'thought',
    'thoughtSignature',
    'videoMetadata',
    'partMetadata',
    'mediaResolution',
    'mediaProcessing',
    'speechMetadata',
    'audioTranscription',
  ].flatMap((name) => [name, snakeCase(name)]),
)

/** Reads one part: text, thought, call, result or file. What else Gemini has (code it ran, server tools) is passed on untouched. */
export function readPart(part: JsonObject, at: string): BlockDraft {
  const call = fieldOf(part, 'functionCall')
  if (call !== undefined) return readCall(part, expectObject(call.value, `${at}.${call.key}`))
  const response = fieldOf(part, 'functionResponse')
  if (response !== undefined) return readResponse(part, expectObject(response.value, `${at}.${response.key}`))
  const file = objectField(part, 'inlineData') ?? objectField(part, 'fileData')
  if (file !== undefined) return { kind: 'file', raw: part, media: mediaOf(file), description: describeFile(file) }
  const text = Object.hasOwn(part, 'text') ? part['text'] : undefined
  if (text !== undefined && text !== null)
    return readText(part, typeof text === 'string' ? text : refuseInput(`${at}.text`, 'a string', text))
  const [type] = Object.keys(part).filter((key) => !ABOUT.has(key) && key !== 'text' && part[key] !== null)
  return type === undefined ? { kind: 'text', raw: part, text: '' } : { kind: 'opaque', raw: part, type }
}

/** Thoughts are marked. A seal on empty text (the end of a streamed answer) is reasoning that shows nothing. */
function readText(part: JsonObject, text: string): BlockDraft {
  const signature = signatureOf(part)
  const sealed = signature === undefined ? {} : { signature }
  const isThought = text === '' ? signature !== undefined : part['thought'] === true
  return { kind: isThought ? 'reasoning' : 'text', raw: part, text, ...sealed }
}

function readCall(part: JsonObject, call: JsonObject): BlockDraft {
  const tool = stringField(call, 'name') ?? ''
  const { args } = call
  const signature = signatureOf(part)
  return {
    kind: 'tool-call',
    raw: part,
    ...idOf(call, tool),
    tool,
    input: typeof args === 'string' ? args : jsonText(args ?? {}),
    ...(signature === undefined ? {} : { signature }),
  }
}

function readResponse(part: JsonObject, response: JsonObject): BlockDraft {
  const tool = stringField(response, 'name') ?? ''
  return {
    kind: 'tool-result',
    raw: part,
    ...idOf(response, tool),
    ...(tool === '' ? {} : { tool }),
    text: [textOfResponse(response['response'] ?? null), ...filesOf(response)].filter((line) => line !== '').join('\n'),
    ...(isFailure(response['response'] ?? null) ? { outcome: 'failure' as const } : {}),
  }
}

/** Older models give calls no ids, and many clients leave them out of results: they are told apart by tool and order. */
function idOf(body: JsonObject, tool: string): { readonly callId: string; readonly inventedId?: true } {
  const id = stringField(body, 'id')
  return id === undefined || id === '' ? { callId: `fn_${tool}`, inventedId: true } : { callId: id }
}

/** Keys under which a response that says one thing only says it. `output` and `error` are Gemini's own. */
const SOLE_KEYS = ['output', 'error', 'result', 'content']

/** What a tool said: its words if there are only words, otherwise the JSON it gave. */
function textOfResponse(response: Json): string {
  if (response === null) return ''
  if (typeof response === 'string') return response
  const [only, ...others] = isJsonObject(response) ? Object.entries(response) : []
  if (only !== undefined && others.length === 0 && SOLE_KEYS.includes(only[0]) && typeof only[1] === 'string') return only[1]
  return jsonText(response)
}

function isFailure(response: Json): boolean {
  return isJsonObject(response) && (response['error'] ?? null) !== null && !Object.hasOwn(response, 'output')
}

/** A line for each file that came with a response. */
function filesOf(response: JsonObject): readonly string[] {
  const { parts } = response
  return Array.isArray(parts) ? parts.map((part) => `[${(isJsonObject(part) ? Object.keys(part)[0] : undefined) ?? 'part'}]`) : []
}

function mediaOf(file: JsonObject): string {
  const mime = stringField(file, 'mimeType') ?? stringField(file, 'mime_type') ?? ''
  const [kind = ''] = mime.split('/')
  return ['image', 'audio', 'video'].includes(kind) ? kind : 'document'
}

function describeFile(file: JsonObject): string {
  const name = stringField(file, 'displayName') ?? stringField(file, 'display_name')
  const uri = stringField(file, 'fileUri') ?? stringField(file, 'file_uri')
  return name ?? uri?.slice(0, 200) ?? 'attached'
}
