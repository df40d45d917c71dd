import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { DialectOutline } from '../../schema/ports.ts'
import { surenessOf } from '../recognise.ts'
import { anthropicTools } from '../tools.ts'
import { ANTHROPIC_COUNTS } from './counts.ts'

/** The dialect's name. */
export const ANTHROPIC = 'anthropic'

/** Anthropic Messages, before the rest is loaded. */
export const ANTHROPIC_OUTLINE: DialectOutline = frozen({
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
  writeTools: anthropicTools,
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
