import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import type { Dialect } from '../schema/ports.ts'

/** What gives a format away. */
export interface Marks {
  top(top: JsonObject): boolean
  message(message: JsonObject): boolean
  part(part: JsonObject): boolean
}

/** How sure a format can be that the input is its own: more marks, surer. */
export function surenessOf(input: Json, marks: Marks): number {
  const messages = messagesIn(input)
  let found = isJsonObject(input) && marks.top(input) ? 4 : 0
  for (const message of messages.filter(isJsonObject)) {
    if (marks.message(message)) found += 1
    const content = message['content']
    if (Array.isArray(content)) found += content.filter((part) => isJsonObject(part) && marks.part(part)).length
  }
  return found / (found + 1)
}

/** Formats keep their messages under one of two names. */
function messagesIn(input: Json): readonly Json[] {
  if (Array.isArray(input)) return input
  const lists = isJsonObject(input) ? [input['messages'], input['input']] : []
  return lists.find((list) => Array.isArray(list)) ?? []
}

/** The format that is surest of the input. If no format sees a mark (roles and plain text), the first of the list. */
export function recogniseDialect(input: Json, dialects: readonly [Dialect, ...Dialect[]]): Dialect {
  let best: Dialect = dialects[0]
  let surest = best.recognise(input)
  for (const dialect of dialects.slice(1)) {
    const sure = dialect.recognise(input)
    if (sure > surest) [best, surest] = [dialect, sure]
  }
  return best
}
