import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'

/**
 * Text that we wrote: a summary, the fixed user message, or a note that quotes what could not stand by itself. From version 7 on, the SDK
 * hands a compacted conversation back to us at the next step; because of this mark it is never taken for what a person or the agent said.
 */
export type MarkKind = 'summary' | 'frame' | 'note'

const NAMESPACE = 'palimpsest'

/** What a summary is headed with in this dialect. */
const SUMMARY_TITLE = '[Previous conversation summary]\n'

export function titled(summary: string): string {
  return `${SUMMARY_TITLE}${summary}`
}

/** A text of ours as it was before it got its title. */
export function untitled(text: string): string {
  return text.startsWith(SUMMARY_TITLE) ? text.slice(SUMMARY_TITLE.length) : text
}

/** The options that mark a message or part as ours. No provider looks at them. */
export function mark(kind: MarkKind): JsonObject {
  return { providerOptions: { [NAMESPACE]: { kind } } }
}

/** What a message or part is marked as. */
export function markOf(marked: JsonObject): MarkKind | undefined {
  const options = marked['providerOptions']
  const own: Json = isJsonObject(options) && Object.hasOwn(options, NAMESPACE) ? (options[NAMESPACE] ?? null) : null
  const kind = isJsonObject(own) ? stringField(own, 'kind') : undefined
  return kind === 'summary' || kind === 'frame' || kind === 'note' ? kind : undefined
}
