import { isJsonObject } from '../../schema/json.ts'
import type { Dialect } from '../../schema/ports.ts'
import type { AnthropicMessage, AnthropicRequest } from '../../schema/wire/anthropic.ts'
import { ours } from '../ours.ts'
import { envelopeOf, fillEnvelope, messagesOf, toolsOf } from '../reading.ts'
import { ANTHROPIC, ANTHROPIC_OUTLINE } from './outline.ts'
import { readAnthropicMessages, readAnthropicSystem } from './read.ts'
import { checkAnthropicMessages, validateAnthropic } from './validate.ts'
import { assembleAnthropic, mendAnthropic, writeAnthropicMessages } from './write.ts'

/** Anthropic Messages. */
export const anthropic: Dialect<AnthropicMessage, AnthropicRequest> = ours({
  ...ANTHROPIC_OUTLINE,
  read(input) {
    const system = isJsonObject(input) ? input['system'] : undefined
    const messages = [...readAnthropicSystem(system), ...readAnthropicMessages(messagesOf(input))]
    return { dialect: ANTHROPIC, envelope: envelopeOf(input, ['messages', 'system']), messages, tools: toolsOf(input) }
  },
  readMessages: readAnthropicMessages,
  restore(envelope, messages) {
    const [first, ...others] = messages
    // A system field is a string or an array; a message is an object.
    const isField = first !== undefined && !isJsonObject(first)
    return fillEnvelope(envelope, isField ? { system: first, messages: others } : { messages })
  },
  writeMessages: writeAnthropicMessages,
  assemble: assembleAnthropic,
  mends: mendAnthropic,
  validate: validateAnthropic,
  validateMessages: checkAnthropicMessages,
})
