import type { Prepared } from '../../engine/request.ts'
import { isJsonObject, type Json } from '../../schema/json.ts'

/** What system messages of Anthropic's may hold besides text. */
const TOOL_CHANGES: ReadonlySet<string> = new Set(['tool_addition', 'tool_removal'])

/**
 * Newer models of Anthropic's take system text behind a user message, and there changes of the tools and of the effort; others refuse it. Who writes
 * it knows: as long as nothing is folded, it goes out as it came, and the prefix stays. Behind a fold it is shown as a note, which every model takes.
 */
export function isAsHandedIn({ receipt, prompt: { repairs, losses } }: Prepared<unknown>, history: readonly Json[]): boolean {
  if (receipt !== null || repairs.length + losses.length === 0) return false
  const emptied = repairs.filter(({ kind }) => kind === 'empty-removed').length
  return (
    repairs.every(({ kind }) => kind === 'system-quoted' || kind === 'empty-removed') &&
    losses.every(({ what }) => TOOL_CHANGES.has(what)) &&
    emptied <= history.filter(isWithoutWords).length
  )
}

/** A system message may say nothing but how much effort the answer is worth. */
function isWithoutWords(message: Json): boolean {
  return (
    isJsonObject(message) && message['role'] === 'system' && message['output_config'] !== undefined && !('content' in message)
  )
}
