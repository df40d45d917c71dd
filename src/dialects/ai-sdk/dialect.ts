import type { Dialect } from '../../schema/ports.ts'
import type { AiSdkMessage, AiSdkRequest } from '../../schema/wire/ai-sdk.ts'
import { ours } from '../ours.ts'
import { restoreRequest, splitRequest } from './envelope.ts'
import { AI_SDK } from './name.ts'
import { AI_SDK_OUTLINE } from './outline.ts'
import { readAiSdkMessages, readAiSdkSystem } from './read.ts'
import { checkAiSdkMessages, validateAiSdk } from './validate.ts'
import { assembleAiSdk, writeAiSdkMessages } from './write.ts'

/**
 * The Vercel AI SDK: model messages of versions 5 to 7, the core messages before them, and messages for people (`UIMessage`), which
 * are written as model messages. A request is `{ system, messages }`, which `generateText` of every version takes: version 7 refuses
 * system text among the messages.
 */
export const aiSdk: Dialect<AiSdkMessage, AiSdkRequest> = ours({
  ...AI_SDK_OUTLINE,
  read(input) {
    const { messages, system, systemAt, envelope, tools } = splitRequest(input)
    return { dialect: AI_SDK, envelope, messages: [...readAiSdkSystem(system, systemAt), ...readAiSdkMessages(messages)], tools }
  },
  readMessages: readAiSdkMessages,
  restore: restoreRequest,
  writeMessages: writeAiSdkMessages,
  assemble: assembleAiSdk,
  validate: validateAiSdk,
  validateMessages: checkAiSdkMessages,
})
