import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'

/** An object without some of its keys; the object itself if it has none of them. */
export function withoutFields(object: JsonObject, isUnwanted: (key: string, value: Json) => boolean): JsonObject {
  const entries = Object.entries(object)
  const kept = entries.filter(([key, value]) => !isUnwanted(key, value))
  return kept.length === entries.length ? object : Object.fromEntries(kept)
}

/** Content with bare strings among its parts, which are met in the wild, written as the text parts that a provider takes. */
export function withoutBareStrings(message: Json, textPart: (text: string) => Json): Json {
  if (!isJsonObject(message)) return message
  const content = message['content']
  if (!Array.isArray(content) || !content.some((part) => typeof part === 'string')) return message
  return { ...message, content: content.map((part) => (typeof part === 'string' ? textPart(part) : part)) }
}
