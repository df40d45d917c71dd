import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { DialectOutline } from '../../schema/ports.ts'
import { aiSdkTools } from '../tools.ts'
import { AI_SDK_COUNTS } from './counts.ts'
import { AI_SDK } from './name.ts'

/** The AI SDK's messages, before the rest is loaded. */
export const AI_SDK_OUTLINE: DialectOutline = frozen({
  traits: {
    name: AI_SDK,
    firstUser: true,
    system: 'in-front',
    reasoning: 'signed',
    blankText: false,
    results: 'together',
    namesFiles: true,
    arguments: 'object',
    // Which provider stands behind a model is not known here: these are what all of them take. The packages hand on what they get.
    callId: /^[a-zA-Z0-9_-]+$/,
    maxCallId: 40,
    toolName: /^[a-zA-Z_][a-zA-Z0-9_-]*$/,
    maxToolName: 64,
    counts: AI_SDK_COUNTS,
  },
  recognise,
  writeTools: aiSdkTools,
})

/** What no other format has weighs more than what some share. */
const SURE = 8

function recognise(input: Json): number {
  const list = Array.isArray(input) ? input : isJsonObject(input) ? (input['messages'] ?? input['prompt']) : undefined
  const messages = Array.isArray(list) ? list.filter(isJsonObject) : []
  const found = messages.reduce(
    (sum, message) => sum + marksOf(message),
    isJsonObject(input) && 'instructions' in input ? SURE : 0,
  )
  return found / (found + 1)
}

function marksOf(message: JsonObject): number {
  const own = 'providerOptions' in message || 'toolInvocations' in message ? SURE : 0
  const { content, parts } = message
  if (Array.isArray(parts))
    return own + parts.filter((part) => isJsonObject(part) && typeof part['type'] === 'string').length * SURE
  if (!Array.isArray(content)) return own
  return content.filter(isJsonObject).reduce((sum, part) => sum + partMarks(part), own)
}

function partMarks(part: JsonObject): number {
  if ('toolCallId' in part || 'providerOptions' in part || 'mediaType' in part) return SURE
  switch (part['type']) {
    case 'image':
      return 'image' in part ? SURE : 0
    case 'reasoning':
      return 1
    default:
      return 0
  }
}
