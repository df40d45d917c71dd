import { isJsonObject, type Json } from '../../schema/json.ts'
import { withoutBareStrings, withoutFields } from '../answer-fields.ts'

/** An item of an answer as the API takes it back: "Unknown parameter" is its answer to what an SDK has parsed, and to an empty status. */
export function sendableItem(item: Json): Json {
  if (!isJsonObject(item)) return item
  const bare = withoutFields(item, (key, value) => key === 'parsed_arguments' || (key === 'status' && value === null))
  const { content } = bare
  const isParsed = Array.isArray(content) && content.some((part) => isJsonObject(part) && 'parsed' in part)
  return withoutBareStrings(isParsed ? { ...bare, content: content.map(withoutParsed) } : bare, (text) =>
    bare['role'] === 'assistant' ? { type: 'output_text', text, annotations: [] } : { type: 'input_text', text },
  )
}

function withoutParsed(part: Json): Json {
  return isJsonObject(part) ? withoutFields(part, (key) => key === 'parsed') : part
}
