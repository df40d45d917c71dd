import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { DialectOutline } from '../../schema/ports.ts'
import { geminiTools } from '../tools.ts'
import { GEMINI_COUNTS } from './counts.ts'
import { objectField } from './fields.ts'

/** The dialect's name. */
export const GEMINI = 'gemini'

/** Gemini's format, before the rest is loaded. */
export const GEMINI_OUTLINE: DialectOutline = frozen({
  traits: {
    name: GEMINI,
    firstUser: true,
    system: 'in-front',
    reasoning: 'none',
    blankText: true,
    results: 'together',
    arguments: 'object',
    emptyResult: isStruct,
    filesIn: ['user', 'assistant', 'tool'],
    callId: /^.+$/s,
    maxCallId: 10_000,
    toolName: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/,
    maxToolName: 128,
    counts: GEMINI_COUNTS,
    callsWithoutId: true,
    namedResults: true,
    endsWithUser: true,
  },
  recognise,
  writeTools: geminiTools,
})

const TOP = ['contents', 'systemInstruction', 'system_instruction', 'generationConfig', 'generation_config']

/** Contents have parts, and parts have no type: what a part holds says what it is. */
function recognise(input: Json): number {
  const top = isJsonObject(input) && TOP.some((key) => Object.hasOwn(input, key)) ? 4 : 0
  const contents = Array.isArray(input) ? input : isJsonObject(input) ? input['contents'] : undefined
  const found = top + (Array.isArray(contents) ? contents.filter(isGeminiContent).length : 0)
  return found / (found + 1)
}

function isGeminiContent(content: Json): boolean {
  if (!isJsonObject(content) || !Array.isArray(content['parts'])) return false
  return content['role'] === 'model' || content['parts'].some((part) => isJsonObject(part) && isGeminiPart(part))
}

const DATA = [
  'text',
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'function_call',
  'function_response',
  'inline_data',
  'file_data',
]

function isGeminiPart(part: JsonObject): boolean {
  return !Object.hasOwn(part, 'type') && DATA.some((key) => Object.hasOwn(part, key))
}

/** A response is a struct, and a struct may be empty. */
function isStruct(raw: Json): boolean {
  const response = isJsonObject(raw) ? objectField(raw, 'functionResponse') : undefined
  return response !== undefined && objectField(response, 'response') !== undefined
}
