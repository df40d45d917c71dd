import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Dialect } from '../../schema/ports.ts'
import type { OpenaiResponsesItem, OpenaiResponsesRequest } from '../../schema/wire/openai-responses.ts'
import { OPENAI_COUNTS } from '../openai-counts.ts'
import { expectArray, expectObject, toolsOf } from '../reading.ts'
import { surenessOf } from '../recognise.ts'
import { responsesTools } from '../tools.ts'
import { assembleResponses } from './assemble.ts'
import { OPENAI_RESPONSES, readItems, readText } from './read.ts'
import { checkResponseItems, validateOpenaiResponses } from './validate.ts'
import { writeItems } from './write.ts'

/** OpenAI Responses: a list of items, of which a message is only one kind. */
export const openaiResponses: Dialect<OpenaiResponsesItem, OpenaiResponsesRequest> = frozen({
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
  read(input) {
    const { instructions, items } = partsOf(input)
    const system = instructions === undefined ? [] : [readText(instructions, 'system')]
    const messages = [...system, ...(typeof items === 'string' ? [readText(items, 'user')] : readItems(items))]
    return { dialect: OPENAI_RESPONSES, envelope: envelopeOf(input), messages, tools: toolsOf(input) }
  },
  readMessages: readItems,
  restore(envelope, messages) {
    if (!isJsonObject(envelope)) return messages
    const whole = envelope['input'] === WHOLE
    const inField = messages.length > (whole ? 1 : 0) && typeof messages[0] === 'string'
    const [first, ...others] = messages
    const items = inField ? others : messages
    return {
      ...envelope,
      ...(inField && first !== undefined ? { instructions: first } : {}),
      input: whole ? (items[0] ?? '') : items,
    }
  },
  writeMessages: writeItems,
  assemble: assembleResponses,
  writeTools: responsesTools,
  validate: validateOpenaiResponses,
  validateMessages: checkResponseItems,
})

/** Stands in the envelope for an input that is one text; `null` stands for a list. */
const WHOLE = ''

interface RequestParts {
  readonly instructions: string | undefined
  readonly items: string | readonly Json[]
}

function partsOf(input: Json): RequestParts {
  if (Array.isArray(input)) return { instructions: undefined, items: input }
  const { instructions, input: items } = expectObject(input, 'input', 'an object with input, or an array of items')
  return {
    instructions: typeof instructions === 'string' ? instructions : undefined,
    items: typeof items === 'string' ? items : expectArray(items, 'input', 'a string or an array of items'),
  }
}

/** The request without what was taken out of it. */
function envelopeOf(input: Json): Json {
  if (!isJsonObject(input)) return null
  const { instructions, items } = partsOf(input)
  return {
    ...input,
    ...(instructions === undefined ? {} : { instructions: null }),
    input: typeof items === 'string' ? WHOLE : null,
  }
}

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
