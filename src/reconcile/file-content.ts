import { textField } from '../schema/foreign-values.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import { canonicalJson } from './canonical-json.ts'

/**
 * What a file is, in one spelling. The AI SDK has the same address, or the same data, under other names in messages for people and in
 * messages for models; every other file is what it says in its own dialect.
 *
 *     { type: 'file', mediaType, url }   ·   { type: 'file', mediaType, data: url }
 */
export function fileContent(raw: Json): string | undefined {
  const content = isJsonObject(raw) && raw['type'] === 'file' ? (textField(raw, 'url') ?? textField(raw, 'data')) : undefined
  return content ?? canonicalJson(raw)
}
