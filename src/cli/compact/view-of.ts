import { SUMMARY_HEAD, USER_FRAME } from '../../render/placeholders.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { FileView } from '../../schema/transcript-format.ts'

/**
 * What a request shows, for a session of another program. Such a program has a place of its own for a summary, and shows it with role user:
 * so the summary is taken out of its message, and the frames that a request needs around it are left out.
 */
export function viewOf(request: unknown): Pick<FileView, 'messages' | 'summary'> {
  const shown = messagesOf(request).filter((message) => !isFrame(message))
  const at = shown.findIndex((message) => summaryIn(message) !== undefined)
  const message = shown[at]
  const text = message === undefined ? undefined : summaryIn(message)
  if (message === undefined || text === undefined) return { messages: shown, summary: null }
  return { messages: [...shown.slice(0, at), ...withoutText(message), ...shown.slice(at + 1)], summary: { text, at } }
}

/** Messages of a request, under the name that its provider has for them, without the system's. */
export function messagesOf(request: unknown): readonly Json[] {
  if (!isJsonObject(request)) return []
  const list: readonly Json[] =
    [request['messages'], request['input'], request['contents']].find((each): each is readonly Json[] => Array.isArray(each)) ??
    []
  return list.filter((message) => !isJsonObject(message) || message['role'] !== 'system')
}

function isFrame(message: Json): boolean {
  if (!isJsonObject(message)) return false
  const texts = textsIn(message)
  return texts.length === 1 && texts[0] === USER_FRAME && !hasMore(message)
}

/** The text that a message begins with, if it is the summary of a compaction of ours. */
function summaryIn(message: Json): string | undefined {
  const [first] = isJsonObject(message) ? textsIn(message) : []
  return first?.startsWith(SUMMARY_HEAD) === true ? first : undefined
}

function textsIn({ content }: JsonObject): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
}

function hasMore({ content }: JsonObject): boolean {
  return Array.isArray(content) && content.length > 1
}

/** What stands behind the first text of a message. */
function withoutText(message: Json): readonly Json[] {
  const content = isJsonObject(message) ? message['content'] : undefined
  if (!isJsonObject(message) || !Array.isArray(content)) return []
  const rest = content.slice(1)
  return rest.length === 0 ? [] : [{ ...message, content: rest }]
}
