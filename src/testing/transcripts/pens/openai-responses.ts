import type { Json, JsonObject } from '../../../schema/json.ts'
import type { ModelMessage, ModelPart } from '../model.ts'

type Part<Kind extends ModelPart['kind']> = Extract<ModelPart, { kind: Kind }>
type ResultPart = Part<'result'>

/** Gives the next id with a prefix: mostly one of its own, sometimes none, one that was used before, or one that no provider would give. */
type NextId = (prefix: string) => JsonObject

/** Writes generated messages as the Responses API has them: every text, thought, call and result an item of its own. */
export function writeResponsesItems(messages: readonly ModelMessage[]): readonly Json[] {
  let serial = 0
  const nextId: NextId = (prefix) => {
    serial += 1
    if (serial % 5 === 4) return {}
    if (serial % 19 === 0) return { id: `${prefix}_again` }
    return { id: serial % 23 === 0 ? `call_${serial}|x` : `${prefix}_${serial}` }
  }
  return messages.flatMap((message) => (message.role === 'assistant' ? writeAnswer(message, nextId) : writeTold(message)))
}

/** What the model was told: results first or last, as the person wrote before or after they came. */
function writeTold(message: ModelMessage): readonly Json[] {
  const isResult = (part: ModelPart): part is ResultPart => part.kind === 'result'
  const results = message.parts.filter(isResult).map(writeResult)
  const rest = message.parts.filter((part) => !isResult(part))
  const own = rest.length === 0 && results.length > 0 ? [] : [writeMessage({ ...message, parts: rest }, {})]
  const first = message.parts[0]
  return first !== undefined && !isResult(first) ? [...own, ...results] : [...results, ...own]
}

/** What the model put out: texts that stand together are one message. */
function writeAnswer(message: ModelMessage, nextId: NextId): readonly Json[] {
  const items: Json[] = []
  let texts: ModelPart[] = []
  const close = (): void => {
    if (texts.length > 0) items.push(writeMessage({ ...message, parts: texts }, { ...nextId('msg'), status: 'completed' }))
    texts = []
  }
  for (const part of message.parts) {
    if (part.kind === 'text' || part.kind === 'file' || (part.kind === 'opaque' && part.type === 'refusal')) {
      texts.push(part)
      continue
    }
    close()
    items.push(writeItem(part, nextId))
  }
  if (message.parts.length === 0) items.push(writeMessage(message, {}))
  close()
  return items
}

function writeMessage(message: ModelMessage, known: JsonObject): Json {
  const role = message.role === 'tool' ? 'user' : message.role
  const content = contentOf(message, role)
  return { ...('id' in known ? { type: 'message', ...known } : {}), role, ...content, ...message.extras }
}

function contentOf({ parts, shape }: ModelMessage, role: string): JsonObject {
  const [only] = parts
  if (parts.length === 0) {
    const empty = { string: '', array: [], null: null } as const
    return shape === 'absent' ? {} : { content: empty[shape] }
  }
  if (parts.length === 1 && only?.kind === 'text' && shape === 'string') return { content: only.text }
  return { content: parts.map((part) => writePart(part, role)) }
}

function writePart(part: ModelPart, role: string): Json {
  switch (part.kind) {
    case 'text':
      return role === 'assistant'
        ? { type: 'output_text', text: part.text, annotations: [], ...part.extras }
        : { type: 'input_text', text: part.text, ...part.extras }
    case 'file':
      return part.media === 'image'
        ? { type: 'input_image', image_url: part.url, detail: 'auto' }
        : { type: 'input_file', filename: `report.${part.media}`, file_data: part.url }
    case 'opaque':
      return part.type === 'refusal' ? { type: 'refusal', refusal: String(part.body['note']) } : { type: part.type, ...part.body }
    case 'reasoning':
    case 'call':
    case 'result':
      return { type: 'input_text', text: '' }
  }
}

function writeItem(part: ModelPart, nextId: NextId): Json {
  switch (part.kind) {
    case 'reasoning':
      return writeReasoning(part, nextId)
    case 'call':
      return writeCall(part, nextId)
    case 'opaque':
      return writeOpaque(part, nextId)
    case 'text':
    case 'file':
    case 'result':
      return null
  }
}

function writeReasoning(part: Part<'reasoning'>, nextId: NextId): Json {
  const summary = part.seal === 'redacted' ? [] : [{ type: 'summary_text', text: part.text }]
  const sealed = part.seal === 'plain' ? {} : { encrypted_content: `enc-${part.text.length}-AbCdEf` }
  return { type: 'reasoning', ...nextId('rs'), summary, ...sealed }
}

/** Tools of three kinds: most are functions, one takes text as it is, one is the provider's own shell. */
function writeCall(call: Part<'call'>, nextId: NextId): Json {
  if (call.tool === 'edit') {
    return { type: 'custom_tool_call', ...nextId('ctc'), call_id: call.id, name: call.tool, input: call.input }
  }
  if (call.tool === 'bash') {
    return { type: 'shell_call', ...nextId('sh'), call_id: call.id, action: { commands: [call.input] }, status: 'completed' }
  }
  return { type: 'function_call', ...nextId('fc'), call_id: call.id, name: call.tool, arguments: call.input, status: 'completed' }
}

function writeOpaque({ type, body }: Part<'opaque'>, nextId: NextId): Json {
  const note = String(body['note'])
  switch (type) {
    case 'server_tool_use':
      return { type: 'web_search_call', ...nextId('ws'), status: 'completed', action: { type: 'search', query: note } }
    case 'approval_request':
      return { type: 'mcp_approval_request', id: `mcpr_${note.length}`, server_label: 'shop', name: 'refund', arguments: note }
    case 'compaction':
      return { type: 'compaction', ...nextId('cmp'), encrypted_content: note }
    default:
      return { type, ...body }
  }
}

function writeResult(result: ResultPart): Json {
  if (result.tool === 'bash') {
    return { type: 'shell_call_output', call_id: result.id, ...printed(result), ...result.extras }
  }
  const type = result.tool === 'edit' ? 'custom_tool_call_output' : 'function_call_output'
  return { type, call_id: result.id, ...outputOf(result), ...result.extras }
}

function printed(result: ResultPart): JsonObject {
  const outcome = { type: 'exit', exit_code: result.failed ? 1 : 0 }
  const chunk = { stdout: result.text, stderr: '', outcome }
  switch (result.shape) {
    case 'string':
    case 'array':
    case 'image':
      return { output: [chunk] }
    case 'hollow':
      return { output: [{ ...chunk, stdout: '' }, chunk] }
    case 'null':
      return { output: null }
    case 'absent':
      return {}
  }
}

function outputOf(result: ResultPart): JsonObject {
  const text = { type: 'input_text', text: result.text }
  switch (result.shape) {
    case 'string':
      return { output: result.text }
    case 'array':
      return { output: [text] }
    case 'image':
      return { output: [text, { type: 'input_image', image_url: 'https://example.org/shot.png' }] }
    case 'hollow':
      return { output: [{ type: 'input_text', text: '' }, text] }
    case 'null':
      return { output: null }
    case 'absent':
      return {}
  }
}

/** A request around items: system text as instructions, and an input that is one text if it can be. */
export function responsesRequest(options: {
  readonly items: readonly Json[]
  readonly system: { readonly shape: string; readonly text: string }
  readonly around: JsonObject
}): JsonObject {
  const { items, system, around } = options
  const instructions =
    system.shape === 'string' ? { instructions: system.text } : system.shape === 'null' ? { instructions: null } : {}
  return { ...instructions, input: textAlone(items) ?? items, ...around }
}

function textAlone(items: readonly Json[]): string | undefined {
  const [only] = items as readonly JsonObject[]
  const isAlone = items.length === 1 && only?.['role'] === 'user' && Object.keys(only).length === 2
  return isAlone && typeof only?.['content'] === 'string' ? only['content'] : undefined
}

/** System text as an item: for a bare list, and for text that comes in parts. */
export function responsesSystem(text: string): Json {
  return { role: 'developer', content: [{ type: 'input_text', text }] }
}
