import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json } from '../../schema/json.ts'
import type { Dialect } from '../../schema/ports.ts'
import type { LangchainMessage, LangchainRequest } from '../../schema/wire/langchain.ts'
import { envelopeOf, fillEnvelope, messagesOf, toolsOf } from '../reading.ts'
import { openaiTools } from '../tools.ts'
import { LANGCHAIN_COUNTS } from './counts.ts'
import { fieldsOf } from './fields.ts'
import { LANGCHAIN } from './name.ts'
import { readLangchainMessages } from './read.ts'
import { checkLangchainMessages, validateLangchain } from './validate.ts'
import { assembleLangchain, writeLangchainMessages } from './write.ts'

/**
 * LangChain, version 1: instances of its messages, and every form in which it stores and takes them. Messages are written as plain objects
 * with a type, which `model.invoke` takes; which provider stands behind a model is not known here.
 */
export const langchain: Dialect<LangchainMessage, LangchainRequest> = frozen({
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
  read(input) {
    const messages = readLangchainMessages(messagesOf(input))
    return { dialect: LANGCHAIN, envelope: envelopeOf(input, ['messages']), messages, tools: toolsOf(input) }
  },
  readMessages: readLangchainMessages,
  restore: (envelope, messages) => fillEnvelope(envelope, { messages }),
  writeMessages: writeLangchainMessages,
  assemble: assembleLangchain,
  writeTools: openaiTools,
  validate: validateLangchain,
  validateMessages: checkLangchainMessages,
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
