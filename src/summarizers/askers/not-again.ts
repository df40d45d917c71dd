import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { NotAgain } from '../asker.ts'

export function notAgain(why: string): NotAgain {
  return { kind: 'not', why }
}

/** Whatever a request says about tools: that one must be called. */
export const MUST_CALL = 'the last request has the model call a tool'
/** A form that answers must have is part of what the provider reads, so that it cannot be left out. */
export const OTHER_FORM = 'the last request has answers in a form of its own'
export const UNKNOWN_REQUEST = 'the last request is in another format'

/** The object without some fields. */
export function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

export function objectIn(object: Json | undefined, name: string): JsonObject {
  const value = isJsonObject(object) ? object[name] : undefined
  return isJsonObject(value) ? value : {}
}

export function objectsIn(object: Json | undefined, name: string): readonly JsonObject[] {
  const value = isJsonObject(object) ? object[name] : undefined
  return isJsonList(value) ? value.filter(isJsonObject) : []
}

export function textIn(object: JsonObject, name: string): string {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}

/** Words behind others: in the last message if that is the user's, because some providers want roles in turn. */
export function behind(messages: readonly Json[], words: string, part: (text: string) => JsonObject): readonly Json[] {
  const last = messages.at(-1)
  const content = isJsonObject(last) && last['role'] === 'user' ? last['content'] : undefined
  if (!isJsonObject(last) || (typeof content !== 'string' && !isJsonList(content)))
    return [...messages, { role: 'user', content: words }]
  const parts = typeof content === 'string' ? [part(content)] : content
  return [...messages.slice(0, -1), { ...last, content: [...parts, part(words)] }]
}
