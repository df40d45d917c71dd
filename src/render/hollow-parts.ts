import { isJsonObject, type Json } from '../schema/json.ts'
import type { DialectTraits } from '../schema/prompt.ts'

type BlankRule = Pick<DialectTraits, 'blankText'>

/** A result's content without texts that say nothing; what is not an array of parts stays as it is. */
export function withoutHollowParts(content: Json, rule: BlankRule): Json {
  return Array.isArray(content) ? content.filter((part) => !isHollow(part, rule)) : content
}

/** True if a result's content, an array of parts, has texts that say nothing. */
export function hasHollowParts(raw: Json, rule: BlankRule): boolean {
  const output = isJsonObject(raw) ? raw['output'] : undefined
  const content = isJsonObject(output) ? output['value'] : isJsonObject(raw) ? raw['content'] : undefined
  return Array.isArray(content) && content.some((part) => isHollow(part, rule))
}

/** True if the output of a result in the AI SDK has parts, and no words among them. */
export function holdsOnlyFiles(output: Json): boolean {
  const value = isJsonObject(output) && output['type'] === 'content' ? output['value'] : undefined
  const spoken = withoutHollowParts(value ?? null, { blankText: false })
  return Array.isArray(spoken) && spoken.length > 0 && spoken.every((part) => isJsonObject(part) && part['type'] !== 'text')
}

/** A text part without text: a provider refuses it inside a result as anywhere else. */
function isHollow(part: Json, { blankText }: BlankRule): boolean {
  if (!isJsonObject(part) || part['type'] !== 'text') return false
  const text = part['text']
  return typeof text !== 'string' || (blankText ? text : text.trim()) === ''
}
