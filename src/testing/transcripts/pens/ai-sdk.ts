import { isJsonObject, type Json, type JsonObject } from '../../../schema/json.ts'
import type { ModelMessage, ModelPart } from '../model.ts'

type ResultPart = Extract<ModelPart, { kind: 'result' }>

/** Writes generated messages as the AI SDK has them: results are parts of messages of their own. */
export function writeAiSdkMessages(messages: readonly ModelMessage[]): readonly Json[] {
  return messages.flatMap(writeMessage)
}

function writeMessage(message: ModelMessage): readonly Json[] {
  const isResult = (part: ModelPart): part is ResultPart => part.kind === 'result'
  const results = message.parts.filter(isResult)
  const rest = message.parts.filter((part) => !isResult(part))
  const own = rest.length === 0 && results.length > 0 ? [] : [writeOwn({ ...message, parts: rest })]
  const tool = results.length === 0 ? [] : [{ role: 'tool', content: results.flatMap(writeGiven) }]
  // What a person wrote before the results came stays before them.
  const first = message.parts[0]
  return first !== undefined && !isResult(first) ? [...own, ...tool] : [...tool, ...own]
}

function writeOwn(message: ModelMessage): Json {
  return { role: message.role === 'tool' ? 'user' : message.role, ...writeContent(message), ...message.extras }
}

function writeContent(message: ModelMessage): JsonObject {
  const [only] = message.parts
  if (message.parts.length === 0) {
    const empty = { string: '', array: [], null: null } as const
    return message.shape === 'absent' ? {} : { content: empty[message.shape] }
  }
  if (message.parts.length === 1 && only?.kind === 'text' && message.shape === 'string') return { content: only.text }
  return { content: [...message.parts.map(writePart), ...message.parts.flatMap(writeRequest)] }
}

/** Some calls wait for a person's approval; of those, some are approved and have no result yet, and some share one with a neighbour. */
function needsApproval(id: string): boolean {
  return /[56]$/.test(id)
}

function approvalOf(id: string): string {
  return `ap_${id.replace(/6$/, '5')}`
}

function writeRequest(part: ModelPart): readonly Json[] {
  if (part.kind !== 'call' || !needsApproval(part.id)) return []
  return [{ type: 'tool-approval-request', approvalId: approvalOf(part.id), toolCallId: part.id }]
}

function writeGiven(result: ResultPart): readonly Json[] {
  if (!needsApproval(result.id)) return [writeResult(result)]
  const response = { type: 'tool-approval-response', approvalId: approvalOf(result.id), approved: !result.failed }
  return result.shape === 'absent' ? [response] : [response, writeResult(result)]
}

function writePart(part: ModelPart): Json {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text, ...part.extras }
    case 'reasoning':
      return writeReasoning(part)
    case 'call':
      return { type: 'tool-call', toolCallId: part.id, toolName: part.tool, input: inputOf(part.input), ...optionsOf(part.input) }
    case 'result':
      return writeResult(part)
    case 'file': {
      const mediaType = { image: 'image/png', document: 'application/pdf', audio: 'audio/mp3' }[part.media]
      const isData = part.url.startsWith('data:')
      if (part.media === 'image') return { type: 'image', image: isData ? 'iVBORw0KGgo=' : part.url }
      return { type: 'file', data: isData ? { type: 'data', data: 'iVBORw0KGgo=' } : part.url, mediaType }
    }
    case 'opaque':
      return writeOpaque(part.type, part.body)
  }
}

/** What the SDK has a part for, and what it has none for. */
function writeOpaque(type: string, body: JsonObject): Json {
  switch (type) {
    case 'server_tool_use':
      return { type: 'tool-call', toolCallId: 'ws_1', toolName: 'web_search', input: body, providerExecuted: true }
    case 'approval_request':
      return { type: 'tool-approval-request', approvalId: 'ap_1', toolCallId: 'call_lost' }
    case 'compaction':
      return { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: body } }
    default:
      return { type, ...body }
  }
}

function writeReasoning(part: Extract<ModelPart, { kind: 'reasoning' }>): Json {
  const length = part.text.length
  switch (part.seal) {
    case 'signed':
      return { type: 'reasoning', text: part.text, providerOptions: { anthropic: { signature: `sig-${length}-EqRkLmNo` } } }
    case 'redacted':
      return {
        type: 'reasoning',
        text: '',
        providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: `enc-${length}` } },
      }
    case 'plain':
      return { type: 'reasoning', text: part.text }
  }
}

/** Some calls are sealed, and some the provider has a copy of. */
function optionsOf(input: string): JsonObject {
  if (input.length % 3 === 0) return { providerOptions: { google: { thoughtSignature: `seal-${input.length}` } } }
  return input.length % 3 === 1 ? { providerOptions: { openai: { itemId: `fc_${input.length}` } } } : {}
}

/** Arguments that are not JSON arrive as the text they are. */
export function inputOf(input: string): Json {
  try {
    const value = JSON.parse(input) as Json
    return isJsonObject(value) || Array.isArray(value) ? value : input
  } catch {
    return input
  }
}

function writeResult(result: ResultPart): Json {
  return { type: 'tool-result', toolCallId: result.id, toolName: result.tool, ...outputOf(result), ...result.extras }
}

function outputOf(result: ResultPart): JsonObject {
  const text = { type: 'text', text: result.text }
  switch (result.shape) {
    case 'string':
      return { output: { type: result.failed ? 'error-text' : 'text', value: result.text } }
    case 'array':
      return { output: { type: 'content', value: [text] } }
    case 'image':
      return { output: { type: 'content', value: [text, { type: 'image-url', url: 'https://example.org/shot.png' }] } }
    case 'hollow':
      return { output: { type: 'content', value: [{ type: 'text', text: '' }, text] } }
    case 'null':
      return { output: { type: 'json', value: null } }
    case 'absent':
      return { result: null }
  }
}
