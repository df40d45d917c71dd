import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

/**
 * What is shown of a history that begins with what a provider has compacted itself: from there on. What was said before is in the log, for people
 * and for other providers; this one has it in its own item, and would refuse it, or count it, a second time.
 *
 *     given   [compaction] So?        shown   Hello. · Hi. · [compaction] · So?        sent   [compaction] · So?
 */
export function fromCompaction(given: readonly Json[], shown: readonly Json[]): readonly Json[] {
  const seal = sealIn(given[0])
  const at = seal === undefined ? -1 : shown.findLastIndex((message) => sealIn(message) === seal)
  return at === -1 ? shown : shown.slice(at)
}

/** By what a provider knows its own compaction: an item of OpenAI's, or the first block of a message of Anthropic's. */
function sealIn(message: Json | undefined): string | undefined {
  if (!isJsonObject(message)) return undefined
  const { content } = message
  const [first] = isJsonList(content) ? content : []
  const block: JsonObject | undefined = [message, first].filter(isJsonObject).find(({ type }) => TYPES.has(type ?? ''))
  if (block === undefined) return undefined
  const { encrypted_content: encrypted = null, signature = null, content: said = null } = block
  return JSON.stringify([encrypted, signature, said])
}

const TYPES: ReadonlySet<Json> = new Set(['compaction', 'compaction_summary', 'context_compaction'])
