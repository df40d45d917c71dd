import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { DialectOutline } from '../../schema/ports.ts'
import { OPENAI_COUNTS } from '../openai-counts.ts'
import { surenessOf } from '../recognise.ts'
import { openaiTools } from '../tools.ts'

/** The dialect's name. */
export const OPENAI_CHAT = 'openai-chat'

/** Chat Completions, before the rest is loaded. */
export const OPENAI_CHAT_OUTLINE: DialectOutline = frozen({
  traits: {
    name: OPENAI_CHAT,
    firstUser: true,
    system: 'anywhere',
    reasoning: 'none',
    blankText: true,
    results: 'apart',
    arguments: 'json',
    filesIn: ['user'],
    emptyResult: (raw) => isJsonObject(raw) && typeof raw['content'] === 'string',
    emptyBesideCalls: true,
    callId: /^.+$/s,
    // The API answers longer ones with "string too long".
    maxCallId: 40,
    toolName: /^[a-zA-Z0-9_-]+$/,
    maxToolName: 64,
    counts: OPENAI_COUNTS,
  },
  recognise: (input) => surenessOf(input, { top: isOpenaiTop, message: isOpenaiMessage, part: isOpenaiPart }),
  writeTools: openaiTools,
})

/** The same for hosts that are strict. */
export const STRICT_CHAT_OUTLINE: DialectOutline = frozen({
  ...OPENAI_CHAT_OUTLINE,
  traits: { ...OPENAI_CHAT_OUTLINE.traits, system: 'in-front' },
})

function isOpenaiTop(top: JsonObject): boolean {
  const tool = Array.isArray(top['tools']) ? top['tools'][0] : undefined
  return isJsonObject(tool) && isJsonObject(tool['function'])
}

function isOpenaiMessage(message: JsonObject): boolean {
  return Array.isArray(message['tool_calls']) || typeof message['tool_call_id'] === 'string' || message['role'] === 'developer'
}

function isOpenaiPart(part: JsonObject): boolean {
  const type: Json = part['type'] ?? null
  return type === 'image_url' || type === 'input_audio'
}
