import type { MessageDraft } from '../../schema/draft.ts'
import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileReading, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { listIn, objectIn, wordsOf } from '../fields.ts'
import { parsed } from '../json-format.ts'
import { callPart, filePart, neutralDraft, reasoningPart, resultPart, textPart } from '../neutral-parts.ts'

/** Messages of LangChain as it stores them: constructors, `{ type, data }`, or plain fields with a type. */
export const langChain: TranscriptFormat = frozen({
  name: 'langchain',
  recognise(file) {
    const list = messagesIn(file)
    return list.length > 0 && list.slice(0, LOOKED_AT).every((value) => isJsonObject(value) && fieldsOf(value) !== undefined)
      ? 1
      : 0
  },
  read: readLangChain,
})

const LOOKED_AT = 4

function readLangChain(file: TranscriptFile): FileReading {
  const faults: FileFault[] = []
  const messages = messagesIn(file).flatMap((value, index): readonly MessageDraft[] => {
    const fields = isJsonObject(value) ? fieldsOf(value) : undefined
    const draft = fields === undefined ? undefined : messageOf(fields)
    if (draft === undefined) faults.push({ line: index + 1, detail: 'the message is of no kind that is known' })
    return draft === undefined ? [] : [draft]
  })
  return { transcripts: [{ dialect: 'neutral', envelope: {}, messages, tools: [] }], faults }
}

function messagesIn({ text, json }: TranscriptFile): readonly Json[] {
  const whole = json ?? (/^\uFEFF?\s*[[{]/.test(text) ? parsed(text.replace(/^\uFEFF/, '')) : undefined)
  if (Array.isArray(whole)) return whole
  return isJsonObject(whole) ? listIn(whole, 'messages') : []
}

/** Kinds of messages by the names that classes and stored messages have. */
const KINDS: Readonly<Record<string, 'system' | 'user' | 'assistant' | 'tool'>> = {
  ...{ system: 'system', SystemMessage: 'system', human: 'user', HumanMessage: 'user', ai: 'assistant', AIMessage: 'assistant' },
  ...{ AIMessageChunk: 'assistant', tool: 'tool', ToolMessage: 'tool', function: 'tool', FunctionMessage: 'tool' },
}

interface Fields {
  readonly kind: 'system' | 'user' | 'assistant' | 'tool'
  readonly fields: JsonObject
}

function fieldsOf(value: JsonObject): Fields | undefined {
  if (value['lc'] === 1) {
    const name = listIn(value, 'id').at(-1)
    const kind = typeof name === 'string' && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
    return kind === undefined ? undefined : { kind, fields: objectIn(value, 'kwargs') }
  }
  const type = stringField(value, 'type') ?? ''
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (kind === undefined || 'role' in value) return undefined
  return { kind, fields: isJsonObject(value['data']) ? value['data'] : value }
}

function messageOf({ kind, fields }: Fields): MessageDraft {
  const facts = { id: stringField(fields, 'id'), model: stringField(objectIn(fields, 'response_metadata'), 'model_name') }
  if (kind === 'tool') {
    const id = stringField(fields, 'tool_call_id') ?? stringField(fields, 'name') ?? ''
    return neutralDraft('tool', [resultPart(id, wordsOf(fields['content']), fields['status'] === 'error')], facts)
  }
  const said = partsOf(fields['content'])
  if (kind !== 'assistant') return neutralDraft(kind, said.length === 0 ? [textPart('')] : said, facts)
  const calls = [...listIn(fields, 'tool_calls'), ...listIn(fields, 'invalid_tool_calls')].filter(isJsonObject)
  const parts = calls.map((call) => callPart(stringField(call, 'id') ?? '', stringField(call, 'name') ?? '', call['args']))
  return neutralDraft('assistant', said.length + parts.length === 0 ? [textPart('')] : [...said, ...parts], facts)
}

/** Content as parts. Calls that stand in the content as well stand in `tool_calls` already. */
function partsOf(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)]
  if (!Array.isArray(content)) return []
  return content.flatMap((part): readonly JsonObject[] => {
    if (typeof part === 'string') return [textPart(part)]
    if (!isJsonObject(part)) return []
    switch (part['type']) {
      case 'text':
        return [textPart(stringField(part, 'text') ?? '')]
      case 'reasoning':
      case 'thinking':
        return [reasoningPart(stringField(part, 'reasoning') ?? stringField(part, 'thinking') ?? '')]
      case 'tool_use':
      case 'tool_call':
      case 'tool_call_chunk':
        return []
      default:
        return [filePart(stringField(part, 'type') ?? 'attached')]
    }
  })
}
