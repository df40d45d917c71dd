import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Dialect } from '../../schema/ports.ts'
import type { OpenaiChatMessage, OpenaiChatRequest } from '../../schema/wire/openai-chat.ts'
import { OPENAI_COUNTS } from '../openai-counts.ts'
import { envelopeOf, fillEnvelope, messagesOf, toolsOf } from '../reading.ts'
import { surenessOf } from '../recognise.ts'
import { openaiTools } from '../tools.ts'
import { OPENAI_CHAT, readOpenaiMessages } from './read.ts'
import { checkOpenaiChatMessages, validateOpenaiChat } from './validate.ts'
import { assembleOpenai, writeOpenaiMessages } from './write.ts'

/** OpenAI Chat Completions, and every server that speaks like it. */
export const openaiChat: Dialect<OpenaiChatMessage, OpenaiChatRequest> = frozen({
  traits: {
    name: OPENAI_CHAT,
    firstUser: true,
    system: 'anywhere',
    reasoning: 'none',
    blankText: true,
    results: 'apart',
    arguments: 'json',
    filesIn: ['user'],
    emptyResult: (raw) => isJsonObject(raw) && typeof raw['content'] === 'string',
    emptyBesideCalls: true,
    callId: /^.+$/s,
    // The API answers longer ones with "string too long".
    maxCallId: 40,
    toolName: /^[a-zA-Z0-9_-]+$/,
    maxToolName: 64,
    counts: OPENAI_COUNTS,
  },
  recognise: (input) => surenessOf(input, { top: isOpenaiTop, message: isOpenaiMessage, part: isOpenaiPart }),
  read(input) {
    const messages = readOpenaiMessages(messagesOf(input))
    return { dialect: OPENAI_CHAT, envelope: envelopeOf(input, ['messages']), messages, tools: toolsOf(input) }
  },
  readMessages: readOpenaiMessages,
  restore: (envelope, messages) => fillEnvelope(envelope, { messages }),
  writeMessages: writeOpenaiMessages,
  assemble: assembleOpenai,
  writeTools: openaiTools,
  validate: validateOpenaiChat,
  validateMessages: checkOpenaiChatMessages,
})

function isOpenaiTop(top: JsonObject): boolean {
  const tool = Array.isArray(top['tools']) ? top['tools'][0] : undefined
  return isJsonObject(tool) && isJsonObject(tool['function'])
}

function isOpenaiMessage(message: JsonObject): boolean {
  return Array.isArray(message['tool_calls']) || typeof message['tool_call_id'] === 'string' || message['role'] === 'developer'
}

function isOpenaiPart(part: JsonObject): boolean {
  const type: Json = part['type'] ?? null
  return type === 'image_url' || type === 'input_audio'
}
