import type { Dialect } from '../../schema/ports.ts'
import type { OpenaiChatMessage, OpenaiChatRequest } from '../../schema/wire/openai-chat.ts'
import { ours } from '../ours.ts'
import { envelopeOf, fillEnvelope, messagesOf, toolsOf } from '../reading.ts'
import { OPENAI_CHAT, OPENAI_CHAT_OUTLINE } from './outline.ts'
import { readOpenaiMessages } from './read.ts'
import { checkOpenaiChatMessages, validateOpenaiChat } from './validate.ts'
import { assembleOpenai, writeOpenaiMessages } from './write.ts'

/** OpenAI Chat Completions, and every server that speaks like it. */
export const openaiChat: Dialect<OpenaiChatMessage, OpenaiChatRequest> = ours({
  ...OPENAI_CHAT_OUTLINE,
  read(input) {
    const messages = readOpenaiMessages(messagesOf(input))
    return { dialect: OPENAI_CHAT, envelope: envelopeOf(input, ['messages']), messages, tools: toolsOf(input) }
  },
  readMessages: readOpenaiMessages,
  restore: (envelope, messages) => fillEnvelope(envelope, { messages }),
  writeMessages: writeOpenaiMessages,
  assemble: assembleOpenai,
  validate: validateOpenaiChat,
  validateMessages: checkOpenaiChatMessages,
})
