import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

/** A message, and whether it came in from this SDK. */
export interface Written {
  readonly json: Json
  readonly isNative: boolean
}

/**
 * Joins calls that came from another dialect to what the agent said right before them: Gemini takes a call only right after what another
 * party said, and other providers join neighbours of one role themselves. What came in side by side stays as it came.
 */
export function joinCalls(messages: readonly Written[]): readonly Json[] {
  const joined: Written[] = []
  for (const message of messages) {
    let whole = message
    let before = joined.at(-1)
    while (before !== undefined && belongTogether(before, whole)) {
      joined.pop()
      whole = joinTwo(before, whole)
      before = joined.at(-1)
    }
    joined.push(whole)
  }
  return joined.map(({ json }) => json)
}

function belongTogether(before: Written, next: Written): boolean {
  return !(before.isNative && next.isNative) && isAnswer(before.json) && isAnswer(next.json) && hasCalls(next.json)
}

function joinTwo({ json: before }: Written, { json: after }: Written): Written {
  const content = [before, after].flatMap((message) => (isAnswer(message) ? partsOf(message) : []))
  return { json: { role: 'assistant', content }, isNative: false }
}

function isAnswer(message: Json): message is JsonObject {
  return isJsonObject(message) && message['role'] === 'assistant' && Object.keys(message).length === 2
}

function hasCalls(message: JsonObject): boolean {
  return partsOf(message).some((part) => isJsonObject(part) && part['type'] === 'tool-call')
}

function partsOf({ content }: JsonObject): readonly Json[] {
  return Array.isArray(content) ? content : typeof content === 'string' ? [{ type: 'text', text: content }] : []
}
