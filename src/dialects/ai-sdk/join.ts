import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { markOf } from './mark.ts'

/**
 * Joins calls to what the agent said right before them: Gemini takes a call only right after what another party said, and other providers
 * join neighbours of one role themselves. Our own words are never joined to the agent's.
 *
 *     assistant: hm · assistant: well, [call]        becomes   assistant: hm, well, [call]
 */
export function joinCalls(messages: readonly Json[]): readonly Json[] {
  const joined: Json[] = []
  for (const message of messages) {
    let whole = message
    let before = joined.at(-1)
    while (isAnswer(before) && isAnswer(whole) && hasCalls(whole)) {
      joined.pop()
      whole = joinTwo(before, whole)
      before = joined.at(-1)
    }
    joined.push(whole)
  }
  return joined
}

/** What is said about the first as a whole is said about its last part, which is how the packages read it. */
function joinTwo(before: JsonObject, after: JsonObject): JsonObject {
  const { providerOptions, ...rest } = before
  const parts = partsOf(before)
  const last = parts.at(-1)
  const ended =
    providerOptions === undefined || !isJsonObject(last) ? parts : [...parts.slice(0, -1), { providerOptions, ...last }]
  return { ...rest, ...after, content: [...ended, ...partsOf(after)] }
}

function isAnswer(message: Json | undefined): message is JsonObject {
  return isJsonObject(message) && message['role'] === 'assistant' && markOf(message) === undefined
}

function hasCalls(message: JsonObject): boolean {
  return partsOf(message).some((part) => isJsonObject(part) && part['type'] === 'tool-call')
}

function partsOf({ content }: JsonObject): readonly Json[] {
  return Array.isArray(content) ? content : typeof content === 'string' ? [{ type: 'text', text: content }] : []
}
