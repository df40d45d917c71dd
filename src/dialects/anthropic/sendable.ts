import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { withoutBareStrings, withoutFields } from '../answer-fields.ts'

/** What an answer says about itself, for whoever asked: "Extra inputs are not permitted" if it goes back. */
export const ANSWER_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'type', 'model', 'stop_reason', 'stop_sequence', 'stop_details', 'usage', 'container', 'context_management'],
  ...['parsed_output', '_request_id'],
])

/** A message that came in, or a whole answer, as the API takes it: role and content. */
export function sendableMessage(message: Json): Json {
  if (!isJsonObject(message)) return message
  const bare = withoutFields(message, (key) => ANSWER_FIELDS.has(key))
  return withoutBareStrings(bare, (text) => ({ type: 'text', text }))
}

/** A block that came in, as the API takes it: thinking has no cache mark, and what an SDK parsed of a text stays with the SDK. */
export function sendableBlock(block: Json): Json {
  if (!isJsonObject(block)) return block
  switch (block['type']) {
    case 'thinking':
    case 'redacted_thinking':
      return withoutFields(block, (key) => key === 'cache_control')
    case 'text':
      return withoutFields(block, (key) => key === 'parsed_output')
    default:
      return block
  }
}

/** "All content must be type text if is_error is true": a failed result that shows more says in words that it failed. */
export function sendableFailure(result: JsonObject): JsonObject {
  const { is_error: isError, content, ...rest } = result
  if (isError !== true || !Array.isArray(content) || content.every(isTextBlock)) return result
  return { ...rest, content: [{ type: 'text', text: FAILED }, ...content] }
}

const FAILED = '[The tool reported an error.]'

function isTextBlock(block: Json): boolean {
  return isJsonObject(block) && block['type'] === 'text'
}
