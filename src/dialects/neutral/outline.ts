import { frozen } from '../../schema/frozen.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { DialectOutline } from '../../schema/ports.ts'
import { surenessOf } from '../recognise.ts'

/** The dialect's name. */
export const NEUTRAL = 'neutral'

/** Our neutral shape, before the rest is loaded. */
export const NEUTRAL_OUTLINE: DialectOutline = frozen({
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
  writeTools: (tools) => tools,
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
