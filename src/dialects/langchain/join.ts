import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

/** What became of one message, and whether it is ours. */
interface Written {
  readonly messages: readonly JsonObject[]
  readonly isOurs: boolean
}

/**
 * Joins our own words with those of a person beside them: some of LangChain's models refuse two messages of people in a row. Two that came in
 * side by side stay two.
 */
export function joinPeople(written: readonly Written[]): readonly JsonObject[] {
  const joined: JsonObject[] = []
  let wasOurs = false
  for (const { messages, isOurs } of written) {
    for (const message of messages) {
      const before = joined.at(-1)
      if (before !== undefined && (wasOurs || isOurs) && isPersons(before) && isPersons(message)) {
        joined[joined.length - 1] = { ...message, ...before, content: [...blocksOf(before), ...blocksOf(message)] }
      } else joined.push(message)
      wasOurs = isOurs
    }
  }
  return joined
}

function isPersons(message: JsonObject): boolean {
  return message['type'] === 'human'
}

function blocksOf({ content }: JsonObject): readonly Json[] {
  const blocks = Array.isArray(content) ? content : [content ?? '']
  return blocks.map((block) => (isJsonObject(block) ? block : { type: 'text', text: String(block) }))
}
