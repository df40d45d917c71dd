import type { BlockDraft } from '../../schema/draft.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'

/** A call in one of the lists beside a message's content. */
export interface ListedCall {
  /** Where it stands, from the message's fields on. */
  readonly path: readonly (string | number)[]
  readonly call: JsonObject
}

/**
 * The calls of a message, from its lists: those that LangChain could read, and those that it could not, which are calls of the model all the
 * same. Messages from before there were such lists have what OpenAI answered.
 */
export function listedCalls(fields: JsonObject): readonly ListedCall[] {
  const listed = [...callsAt(fields, ['tool_calls']), ...callsAt(fields, ['invalid_tool_calls'])]
  return listed.length > 0 ? listed : callsAt(fields, ['additional_kwargs', 'tool_calls'])
}

function callsAt(fields: JsonObject, path: readonly string[]): readonly ListedCall[] {
  const list = path.reduce<Json>((value, key) => (isJsonObject(value) ? (value[key] ?? null) : null), fields)
  if (!Array.isArray(list)) return []
  return list.flatMap((call, index) => (isJsonObject(call) ? [{ path: [...path, index], call }] : []))
}

/** True of a block of the content that is a call: providers and content blocks have it there once more. */
export function isCallBlock(part: Json): part is JsonObject {
  return isJsonObject(part) && typeof part['type'] === 'string' && CALL_BLOCKS.has(part['type'])
}

const CALL_BLOCKS: ReadonlySet<string> = new Set(['tool_use', 'tool_call', 'invalid_tool_call'])

/** A call, wherever it stands. `raw` is what stands there; `listed` is the same call in its list, if it is not that itself. */
export function readCall(raw: JsonObject, listed: JsonObject = raw): BlockDraft {
  const inner = isJsonObject(listed['function']) ? listed['function'] : listed
  const input = inner['args'] ?? inner['arguments'] ?? inner['input'] ?? {}
  return {
    kind: 'tool-call',
    raw,
    callId: stringField(listed, 'id') ?? '',
    tool: stringField(inner, 'name') ?? '',
    input: typeof input === 'string' ? input : jsonText(input),
  }
}
