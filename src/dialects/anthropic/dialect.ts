import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Dialect } from '../../schema/ports.ts'
import type { AnthropicMessage, AnthropicRequest } from '../../schema/wire/anthropic.ts'
import { envelopeOf, fillEnvelope, messagesOf, toolsOf } from '../reading.ts'
import { surenessOf } from '../recognise.ts'
import { anthropicTools } from '../tools.ts'
import { ANTHROPIC_COUNTS } from './counts.ts'
import { ANTHROPIC, readAnthropicMessages, readAnthropicSystem } from './read.ts'
import { checkAnthropicMessages, validateAnthropic } from './validate.ts'
import { assembleAnthropic, mendAnthropic, writeAnthropicMessages } from './write.ts'

/** Anthropic Messages. */
export const anthropic: Dialect<AnthropicMessage, AnthropicRequest> = frozen({
  traits: {
    name: ANTHROPIC,
    firstUser: true,
    system: 'in-front',
    reasoning: 'signed',
    blankText: false,
    results: 'together',
    arguments: 'object',
    failuresAreText: true,
    // "content cannot be empty if `is_error` is true"
    emptyResult: (raw) => isJsonObject(raw) && (raw['content'] ?? '') === '' && raw['is_error'] !== true,
    filesIn: ['user'],
    callId: /^[a-zA-Z0-9_-]+$/,
    maxCallId: 10_000,
    toolName: /^[a-zA-Z0-9_-]+$/,
    maxToolName: 128,
    counts: ANTHROPIC_COUNTS,
  },
  recognise: (input) => surenessOf(input, { top: isAnthropicTop, message: () => false, part: isAnthropicPart }),
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
  writeTools: anthropicTools,
  validate: validateAnthropic,
  validateMessages: checkAnthropicMessages,
})

function isAnthropicTop(top: JsonObject): boolean {
  const tool = Array.isArray(top['tools']) ? top['tools'][0] : undefined
  const system = typeof top['system'] === 'string' || Array.isArray(top['system'])
  return system || Array.isArray(top['stop_sequences']) || (isJsonObject(tool) && isJsonObject(tool['input_schema']))
}

const BLOCKS = new Set(['tool_use', 'thinking', 'redacted_thinking', 'server_tool_use', 'document'])

function isAnthropicPart(part: JsonObject): boolean {
  const type: Json = part['type'] ?? null
  if (type === 'tool_result') return typeof part['tool_use_id'] === 'string'
  if (type === 'image') return isJsonObject(part['source'])
  return typeof type === 'string' && BLOCKS.has(type)
}
