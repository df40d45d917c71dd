import type { Dialect } from '../../schema/ports.ts'
import type { NeutralMessage, NeutralRequest } from '../../schema/wire/neutral.ts'
import { ours } from '../ours.ts'
import { envelopeOf, fillEnvelope, messagesOf, toolsOf } from '../reading.ts'
import { NEUTRAL, NEUTRAL_OUTLINE } from './outline.ts'
import { readNeutralMessages } from './read.ts'
import { checkNeutralMessages, validateNeutral } from './validate.ts'
import { assembleNeutral, writeNeutralMessages } from './write.ts'

/** Our neutral shape: `{ messages: [{ role, content: [part] }] }` with text, reasoning, tool_call, tool_result and image parts. */
export const neutral: Dialect<NeutralMessage, NeutralRequest> = ours({
  ...NEUTRAL_OUTLINE,
  read(input) {
    const messages = readNeutralMessages(messagesOf(input))
    return { dialect: NEUTRAL, envelope: envelopeOf(input, ['messages']), messages, tools: toolsOf(input) }
  },
  readMessages: readNeutralMessages,
  restore: (envelope, messages) => fillEnvelope(envelope, { messages }),
  writeMessages: writeNeutralMessages,
  assemble: assembleNeutral,
  validate: validateNeutral,
  validateMessages: checkNeutralMessages,
})
