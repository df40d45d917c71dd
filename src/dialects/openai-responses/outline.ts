import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type JsonObject } from '../../schema/json.ts'
import type { DialectOutline } from '../../schema/ports.ts'
import { OPENAI_COUNTS } from '../openai-counts.ts'
import { surenessOf } from '../recognise.ts'
import { responsesTools } from '../tools.ts'

/** The dialect's name. */
export const OPENAI_RESPONSES = 'openai-responses'

/** OpenAI Responses, before the rest is loaded. */
export const OPENAI_RESPONSES_OUTLINE: DialectOutline = frozen({
  traits: {
    name: OPENAI_RESPONSES,
    firstUser: false,
    system: 'anywhere',
    reasoning: 'chained',
    blankText: true,
    results: 'apart',
    arguments: 'text',
    emptyResult: (raw) => isJsonObject(raw) && typeof raw['output'] === 'string',
    callId: /^[a-zA-Z0-9_-]+$/,
    // The API answers longer ones with "string too long".
    maxCallId: 64,
    toolName: /^[a-zA-Z0-9_-]+$/,
    maxToolName: 64,
    counts: OPENAI_COUNTS,
  },
  recognise: (input) => surenessOf(input, { top: isResponsesTop, message: isItem, part: isItemPart }),
  writeTools: responsesTools,
})

function isResponsesTop(top: JsonObject): boolean {
  return typeof top['input'] === 'string' || Array.isArray(top['input'])
}

const ITEM =
  /^(?:reasoning|compaction|compaction_trigger|item_reference|mcp_(?:list_tools|approval_request|approval_response)|[a-z_]+_(?:call|output))$/

/** Anthropic's answers have the type `message` too, and say why they stopped. */
function isItem(item: JsonObject): boolean {
  const { type, content } = item
  if (type !== 'message') return (typeof type === 'string' && ITEM.test(type)) || item['role'] === 'developer'
  const foreign = Array.isArray(content) && content.some((part) => isJsonObject(part) && !isItemPart(part))
  return !('stop_reason' in item) && !foreign
}

const PARTS = new Set(['input_text', 'input_image', 'input_file', 'output_text', 'refusal'])

function isItemPart(part: JsonObject): boolean {
  return typeof part['type'] === 'string' && PARTS.has(part['type'])
}
