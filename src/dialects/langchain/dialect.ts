import type { Dialect } from '../../schema/ports.ts'
import type { LangchainMessage, LangchainRequest } from '../../schema/wire/langchain.ts'
import { ours } from '../ours.ts'
import { envelopeOf, fillEnvelope, messagesOf, toolsOf } from '../reading.ts'
import { LANGCHAIN } from './name.ts'
import { LANGCHAIN_OUTLINE } from './outline.ts'
import { readLangchainMessages } from './read.ts'
import { checkLangchainMessages, validateLangchain } from './validate.ts'
import { assembleLangchain, writeLangchainMessages } from './write.ts'

/**
 * LangChain, version 1: instances of its messages, and every form in which it stores and takes them. Messages are written as plain objects
 * with a type, which `model.invoke` takes; which provider stands behind a model is not known here.
 */
export const langchain: Dialect<LangchainMessage, LangchainRequest> = ours({
  ...LANGCHAIN_OUTLINE,
  read(input) {
    const messages = readLangchainMessages(messagesOf(input))
    return { dialect: LANGCHAIN, envelope: envelopeOf(input, ['messages']), messages, tools: toolsOf(input) }
  },
  readMessages: readLangchainMessages,
  restore: (envelope, messages) => fillEnvelope(envelope, { messages }),
  writeMessages: writeLangchainMessages,
  assemble: assembleLangchain,
  validate: validateLangchain,
  validateMessages: checkLangchainMessages,
})
