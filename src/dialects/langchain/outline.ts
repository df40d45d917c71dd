import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json } from '../../schema/json.ts'
import type { DialectOutline } from '../../schema/ports.ts'
import { openaiTools } from '../tools.ts'
import { LANGCHAIN_COUNTS } from './counts.ts'
import { fieldsOf } from './fields.ts'
import { LANGCHAIN } from './name.ts'

/** LangChain's messages, before the rest is loaded. */
export const LANGCHAIN_OUTLINE: DialectOutline = frozen({
  traits: {
    name: LANGCHAIN,
    firstUser: true,
    system: 'in-front',
    reasoning: 'signed',
    blankText: false,
    results: 'apart',
    arguments: 'object',
    filesIn: ['user'],
    emptyResult: (raw) => isJsonObject(raw) && raw['content'] === '',
    emptyBesideCalls: true,
    // What all providers take: LangChain hands on what it gets.
    callId: /^[a-zA-Z0-9_-]+$/,
    maxCallId: 40,
    toolName: /^[a-zA-Z_][a-zA-Z0-9_-]*$/,
    maxToolName: 64,
    namedResults: true,
    counts: LANGCHAIN_COUNTS,
  },
  recognise,
  writeTools: openaiTools,
})

/** No other format has messages with such a type and no role. */
const SURE = 8

function recognise(input: Json): number {
  const list = Array.isArray(input) ? input : isJsonObject(input) ? input['messages'] : undefined
  const found = Array.isArray(list) ? SURE * list.filter(isMarked).length : 0
  return found / (found + 1)
}

function isMarked(message: Json): boolean {
  if (!isJsonObject(message) || 'role' in message) return false
  if (message['lc'] !== 1 && !isJsonObject(message['data']) && !('content' in message)) return false
  return fieldsOf(message) !== undefined
}
