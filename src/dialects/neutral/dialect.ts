import { frozen } from '../../schema/frozen.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { Dialect } from '../../schema/ports.ts'
import type { NeutralMessage, NeutralRequest } from '../../schema/wire/neutral.ts'
import { envelopeOf, fillEnvelope, messagesOf, toolsOf } from '../reading.ts'
import { surenessOf } from '../recognise.ts'
import { NEUTRAL, readNeutralMessages } from './read.ts'
import { checkNeutralMessages, validateNeutral } from './validate.ts'
import { assembleNeutral, writeNeutralMessages } from './write.ts'

/** Our neutral shape: `{ messages: [{ role, content: [part] }] }` with text, reasoning, tool_call, tool_result and image parts. */
export const neutral: Dialect<NeutralMessage, NeutralRequest> = frozen({
  traits: {
    name: NEUTRAL,
    firstUser: false,
    system: 'anywhere',
    reasoning: 'any',
    blankText: true,
    results: 'apart',
    arguments: 'text',
    callId: /^.+$/s,
    maxCallId: 10_000,
    toolName: /^.+$/s,
    maxToolName: 10_000,
  },
  recognise: (input) =>
    surenessOf(input, { top: isNeutralTop, message: (message) => 'compactSummary' in message, part: isNeutralPart }),
  read(input) {
    const messages = readNeutralMessages(messagesOf(input))
    return { dialect: NEUTRAL, envelope: envelopeOf(input, ['messages']), messages, tools: toolsOf(input) }
  },
  readMessages: readNeutralMessages,
  restore: (envelope, messages) => fillEnvelope(envelope, { messages }),
  writeMessages: writeNeutralMessages,
  assemble: assembleNeutral,
  writeTools: (tools) => tools,
  validate: validateNeutral,
  validateMessages: checkNeutralMessages,
})

function isNeutralTop(top: JsonObject): boolean {
  return typeof top['source'] === 'string' && typeof top['licence'] === 'string'
}

function isNeutralPart(part: JsonObject): boolean {
  switch (part['type']) {
    case 'tool_call':
    case 'reasoning':
      return true
    case 'tool_result':
      return typeof part['tool_call_id'] === 'string'
    case 'image':
      return typeof part['note'] === 'string'
    default:
      return false
  }
}
