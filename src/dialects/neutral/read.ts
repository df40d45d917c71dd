import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { stringField } from '../../schema/json.ts'
import { messageDraft, readByRole, refuseInput, takeContent } from '../reading.ts'
import { carve } from '../shell.ts'
import { NEUTRAL } from './outline.ts'

const ROLES = ['system', 'user', 'assistant', 'tool'] as const

/** Takes messages of our own neutral shape apart: every message an array of typed parts. */
export function readNeutralMessages(messages: readonly Json[]): readonly MessageDraft[] {
  return readByRole(messages, (message, role, at) => {
    const known = ROLES.find((name) => name === role)
    if (known === undefined) refuseInput(`${at}.role`, 'system, user, assistant or tool', role)
    const carver = carve(message)
    const blocks = takeContent(carver, message, at, readPart)
    const summary = message['compactSummary'] === true
    return {
      ...messageDraft({
        dialect: NEUTRAL,
        role: known,
        message,
        carver,
        blocks: summary ? blocks.map(asForeignSummary) : blocks,
      }),
      ...(summary ? { author: 'harness' as const } : {}),
    }
  })
}

function asForeignSummary(block: BlockDraft): BlockDraft {
  return block.kind === 'text' ? { ...block, foreignSummary: true } : block
}

function readPart(part: JsonObject, at: string): BlockDraft {
  const type = stringField(part, 'type')
  switch (type) {
    case undefined:
      return refuseInput(`${at}.type`, 'a part type', part['type'])
    case 'text':
      return { kind: 'text', raw: part, text: expectText(part, at) }
    case 'reasoning':
      return { kind: 'reasoning', raw: part, text: expectText(part, at) }
    case 'tool_call':
      return {
        kind: 'tool-call',
        raw: part,
        callId: stringField(part, 'id') ?? '',
        tool: stringField(part, 'name') ?? '',
        input: stringField(part, 'arguments') ?? jsonText(part['arguments'] ?? {}),
      }
    case 'tool_result':
      return {
        kind: 'tool-result',
        raw: part,
        callId: stringField(part, 'tool_call_id') ?? '',
        text: expectText(part, at),
        ...(part['is_error'] === true ? { outcome: 'failure' as const } : {}),
      }
    case 'image':
      return { kind: 'file', raw: part, media: 'image', description: stringField(part, 'note') ?? 'attached' }
    default:
      return { kind: 'opaque', raw: part, type }
  }
}

function expectText(part: JsonObject, at: string): string {
  const text = part['text']
  return typeof text === 'string' ? text : refuseInput(`${at}.text`, 'a string', text)
}
