import { frozen } from '../schema/frozen.ts'
import type { Dialect } from '../schema/ports.ts'
import { aiSdk } from './ai-sdk/dialect.ts'
import { anthropic } from './anthropic/dialect.ts'
import { gemini } from './gemini/dialect.ts'
import { langchain } from './langchain/dialect.ts'
import { neutral } from './neutral/dialect.ts'
import { openaiChat } from './openai-chat/dialect.ts'
import { openaiResponses } from './openai-responses/dialect.ts'

/** Our dialects, in the order in which they are asked whether messages are theirs; without marks, the first is meant. */
export const ALL_DIALECTS: readonly [Dialect, ...Dialect[]] = frozen([
  openaiChat,
  anthropic,
  neutral,
  openaiResponses,
  gemini,
  aiSdk,
  langchain,
])
