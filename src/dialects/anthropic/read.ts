import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { inPlace, type Sides } from '../in-place.ts'
import { expectArray, expectObject, messageDraft, readByRole, refuseInput, takeContent } from '../reading.ts'
import { carve, shellOf, takeBlock } from '../shell.ts'
import { ANTHROPIC } from './outline.ts'

const ROLES = ['system', 'user', 'assistant'] as const

/** What the provider ran itself is in the agent's messages, what a search of ours found in the user's. */
const SIDES: Sides = {
  agent: /^(?:(?:server|mcp)_tool_use|.+_tool_result)$/,
  person: /^(?:search_result|container_upload)$/,
}

/** Takes Anthropic Messages apart. */
export function readAnthropicMessages(messages: readonly Json[]): readonly MessageDraft[] {
  return readByRole(messages, (message, role, at) => {
    const known = ROLES.find((name) => name === role)
    if (known === undefined) refuseInput(`${at}.role`, 'user or assistant', role)
    const carver = carve(message)
    const blocks = takeContent(carver, message, at, readBlock).map((block) => inPlace(known, block, SIDES))
    return messageDraft({ dialect: ANTHROPIC, role: known, message, carver, blocks })
  })
}

/** Takes the `system` field apart: a string, or an array of text blocks. */
export function readAnthropicSystem(system: Json | undefined): readonly MessageDraft[] {
  if (system === undefined || system === null) return []
  const carver = carve(system)
  if (typeof system === 'string') {
    takeBlock(carver, [])
    return [{ role: 'system', blocks: [{ kind: 'text', raw: system, text: system }], shell: shellOf(ANTHROPIC, carver) }]
  }
  const blocks = expectArray(system, 'system', 'a string or an array of text blocks').map((block, index) => {
    takeBlock(carver, [index])
    return readBlock(expectObject(block, `system[${index}]`), `system[${index}]`)
  })
  return [{ role: 'system', blocks, shell: shellOf(ANTHROPIC, carver) }]
}

function readBlock(block: JsonObject, at: string): BlockDraft {
  const type = stringField(block, 'type')
  switch (type) {
    case undefined:
      return refuseInput(`${at}.type`, 'a block type', block['type'])
    case 'text': {
      const text = block['text']
      return typeof text === 'string' ? { kind: 'text', raw: block, text } : refuseInput(`${at}.text`, 'a string', text)
    }
    case 'thinking':
      return {
        kind: 'reasoning',
        raw: block,
        text: stringField(block, 'thinking') ?? '',
        signature: stringField(block, 'signature') ?? '',
      }
    case 'redacted_thinking':
      return { kind: 'reasoning', raw: block, text: '', signature: stringField(block, 'data') ?? '' }
    case 'tool_use':
      return {
        kind: 'tool-call',
        raw: block,
        callId: stringField(block, 'id') ?? '',
        tool: stringField(block, 'name') ?? '',
        input: stringField(block, 'input') ?? jsonText(block['input'] ?? {}),
      }
    case 'tool_result':
      return readResult(block, at)
    case 'image':
    case 'document':
      return { kind: 'file', raw: block, media: type, description: describeFile(block) }
    case 'tool_addition':
    case 'tool_removal':
      // They stand in system messages only, which are shown as notes.
      return { kind: 'opaque', raw: block, type, unsent: true }
    default:
      return { kind: 'opaque', raw: block, type, ...pairOf(block, type) }
  }
}

/** A tool that the provider ran, and what came of it, have one id. */
function pairOf(block: JsonObject, type: string): { readonly pair?: string } {
  if (!SIDES.agent.test(type)) return {}
  return { pair: stringField(block, type.endsWith('_result') ? 'tool_use_id' : 'id') ?? '' }
}

function readResult(block: JsonObject, at: string): BlockDraft {
  const callId = block['tool_use_id']
  if (typeof callId !== 'string') refuseInput(`${at}.tool_use_id`, 'a string', callId)
  return {
    kind: 'tool-result',
    raw: block,
    callId,
    text: textOfResult(block['content'], at),
    ...(block['is_error'] === true ? { outcome: 'failure' as const } : {}),
  }
}

function textOfResult(content: Json | undefined, at: string): string {
  if (content === undefined || content === null) return ''
  if (typeof content === 'string') return content
  return expectArray(content, `${at}.content`, 'a string or an array of blocks')
    .map((part) =>
      isJsonObject(part) ? (stringField(part, 'text') ?? `[${stringField(part, 'type') ?? 'part'}]`) : String(part),
    )
    .join('\n')
}

function describeFile(block: JsonObject): string {
  const source = block['source']
  const url = isJsonObject(source) ? stringField(source, 'url') : undefined
  return stringField(block, 'title') ?? url?.slice(0, 200) ?? 'attached'
}
