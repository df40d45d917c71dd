import type { BlockDraft } from '../../schema/draft.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { Sides } from '../in-place.ts'
import { refuseInput } from '../reading.ts'

/** What the provider has run itself, and a refusal, are the agent's. */
export const SIDES: Sides = {
  agent: /^(?:server_tool_.+|mcp_tool_use|.+_tool_result|refusal|executableCode|codeExecutionResult)$/,
}

/** Kinds of files, by LangChain's own types and by those of the providers that go through it. */
const FILES: Readonly<Record<string, string>> = {
  ...{ image: 'image', image_url: 'image', audio: 'audio', input_audio: 'audio', video: 'video', file: 'document' },
  ...{ 'text-plain': 'document', document: 'document', media: 'document', inlineData: 'document', fileData: 'document' },
}

/** Reads a block of a message's content that is no call. */
export function readPart(part: JsonObject, at: string): BlockDraft {
  const type = stringField(part, 'type')
  switch (type) {
    case undefined:
      return refuseInput(`${at}.type`, 'a block type', part['type'])
    case 'text': {
      const text = part['text']
      return typeof text === 'string' ? { kind: 'text', raw: part, text } : refuseInput(`${at}.text`, 'a string', text)
    }
    case 'thinking':
    case 'reasoning':
    case 'redacted_thinking':
      return { kind: 'reasoning', raw: part, text: thoughtIn(part), signature: sealIn(part) }
    case 'tool_result':
      return readInnerResult(part, at)
    default:
      return readOther(part, type)
  }
}

function readOther(part: JsonObject, type: string): BlockDraft {
  const media = Object.hasOwn(FILES, type) ? FILES[type] : undefined
  if (media !== undefined) return { kind: 'file', raw: part, media, description: describeFile(part) }
  const pair = /tool_(?:call|use|result)/.test(type)
    ? (stringField(part, 'toolCallId') ?? stringField(part, 'tool_use_id') ?? stringField(part, 'id'))
    : undefined
  return { kind: 'opaque', raw: part, type, ...(pair === undefined ? {} : { pair }) }
}

function thoughtIn(part: JsonObject): string {
  const said = stringField(part, 'thinking') ?? stringField(part, 'reasoning')
  if (said !== undefined) return said
  const summary = Array.isArray(part['summary']) ? part['summary'].filter(isJsonObject) : []
  return summary.map((item) => stringField(item, 'text') ?? '').join('\n')
}

/** What a provider knows its thoughts by: a signature, what it encrypted, or the id of what it has stored. */
function sealIn(part: JsonObject): string {
  const extras = isJsonObject(part['extras']) ? part['extras'] : {}
  const seals = [part['signature'], part['data'], part['encrypted_content'], extras['signature'], part['id']]
  return seals.find((seal) => typeof seal === 'string' && seal !== '')?.toString() ?? ''
}

/** A result as Anthropic has it: a block in a message of the user. */
function readInnerResult(part: JsonObject, at: string): BlockDraft {
  const callId = part['tool_use_id']
  if (typeof callId !== 'string') refuseInput(`${at}.tool_use_id`, 'a string', callId)
  const failed = part['is_error'] === true ? { outcome: 'failure' as const } : {}
  return { kind: 'tool-result', raw: part, callId, text: resultText(part['content']), ...failed }
}

/** What a result says: its text, or its blocks line by line, those that are no text by their type. */
export function resultText(content: Json | undefined): string {
  if (content === null || content === undefined) return ''
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return jsonText(content)
  return content
    .map((part) =>
      isJsonObject(part) ? (stringField(part, 'text') ?? `[${stringField(part, 'type') ?? 'part'}]`) : String(part),
    )
    .join('\n')
}

function describeFile(part: JsonObject): string {
  const image = isJsonObject(part['image_url']) ? part['image_url']['url'] : part['image_url']
  const source = isJsonObject(part['source']) ? part['source'] : {}
  const metadata = isJsonObject(part['metadata']) ? part['metadata'] : {}
  const names = [metadata['filename'], metadata['name'], part['title'], part['url'], image, source['url']]
  const name = names.find((value) => typeof value === 'string' && value !== '' && !value.startsWith('data:'))
  return typeof name === 'string' ? name.slice(0, 200) : 'attached'
}
