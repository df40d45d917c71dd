import type { Dialect } from '../../schema/ports.ts'
import type { GeminiContent, GeminiRequest } from '../../schema/wire/gemini.ts'
import { ours } from '../ours.ts'
import { restoreRequest, splitRequest } from './envelope.ts'
import { GEMINI, GEMINI_OUTLINE } from './outline.ts'
import { readGeminiContents, readGeminiMessages, readGeminiSystem } from './read.ts'
import { checkGeminiMessages, validateGemini } from './validate.ts'
import { assembleGemini, writeGeminiMessages } from './write.ts'

/** Gemini's `generateContent`: REST in camelCase or snake_case, and the parameters of the Google Gen AI SDK. */
export const gemini: Dialect<GeminiContent, GeminiRequest> = ours({
  ...GEMINI_OUTLINE,
  read(input) {
    const { contents, system, systemAt, envelope, tools } = splitRequest(input)
    return {
      dialect: GEMINI,
      envelope,
      messages: [...readGeminiSystem(system, systemAt), ...readGeminiContents(contents)],
      tools,
    }
  },
  readMessages: readGeminiMessages,
  restore: restoreRequest,
  writeMessages: writeGeminiMessages,
  assemble: assembleGemini,
  validate: validateGemini,
  validateMessages: checkGeminiMessages,
})
