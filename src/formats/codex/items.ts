import { openaiResponses } from '../../dialects/openai-responses/dialect.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import { isCompactionError } from '../../schema/failures.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { opensSummary } from '../../schema/notices.ts'
import type { FileFault } from '../../schema/transcript-format.ts'
import { objectIn } from '../fields.ts'
import type { JsonLine } from '../json-lines.ts'

/** Items that only the program needs: they are never sent. */
const OWN_ITEMS: ReadonlySet<string> = new Set(['ghost_snapshot', 'other'])
/** Kinds of lines that hold something besides what was said. */
const OTHER_LINES: ReadonlySet<string> = new Set(['session_meta', 'turn_context', 'event_msg', 'world_state', 'compacted'])

/** The item of the Responses API that a line holds; `null` if it holds none. Old files have items as lines of their own. */
export function itemOf({ value }: JsonLine, calls: CallIds): JsonObject | null {
  const type = stringField(value, 'type')
  if (type === 'response_item') return knownItem(objectIn(value, 'payload'), calls)
  if (type !== undefined && OTHER_LINES.has(type)) return null
  if ('payload' in value) return null
  return type === undefined && value['role'] === undefined ? null : knownItem(value, calls)
}

/** Ids for calls of old files, which have none: a result answers the oldest open call of its tool. */
interface CallIds {
  next(tool: string): string
  answered(tool: string): string
}

export function callIds(): CallIds {
  const open = new Map<string, string[]>()
  let made = 0
  return {
    next(tool) {
      made += 1
      const id = `call_${made}`
      open.set(tool, [...(open.get(tool) ?? []), id])
      return id
    },
    answered: (tool) => open.get(tool)?.shift() ?? 'call_unknown',
  }
}

function knownItem(item: JsonObject, calls: CallIds): JsonObject | null {
  const type = stringField(item, 'type')
  if (type !== undefined && OWN_ITEMS.has(type)) return null
  const tool = stringField(item, 'name') ?? stringField(objectIn(item, 'function'), 'name') ?? ''
  if ((type === 'function_call' || type === 'tool_call') && typeof item['call_id'] !== 'string') {
    const input = item['arguments'] ?? {}
    return { type: 'function_call', call_id: calls.next(tool), name: tool, arguments: textOf(input) }
  }
  if (type === 'function_result' || type === 'tool_result')
    return { type: 'function_call_output', call_id: calls.answered(tool), output: textOf(item['result'] ?? item['output'] ?? '') }
  if (type === undefined && typeof item['role'] === 'string') {
    const content = item['content'] ?? item['message'] ?? ''
    return { type: 'message', role: item['role'], content }
  }
  if (type === 'function_call_output' && isJsonObject(item['output'])) return { ...item, output: [item['output']] }
  return type === 'function_call' && typeof item['arguments'] !== 'string'
    ? { ...item, arguments: textOf(item['arguments'] ?? {}) }
    : item
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** An item as a message; a summary that the program wrote is marked. */
export function draftOf(
  item: JsonObject,
  line: number,
): { readonly kind: 'draft'; readonly draft: MessageDraft } | { readonly kind: 'fault'; readonly fault: FileFault } {
  try {
    const [draft] = openaiResponses.readMessages([item])
    return draft === undefined
      ? { kind: 'fault', fault: { line, detail: 'it holds no item' } }
      : { kind: 'draft', draft: isProgramSummary(draft) ? asSummary(draft) : draft }
  } catch (error) {
    if (!isCompactionError(error)) throw error
    return { kind: 'fault', fault: { line, detail: error.message.replace(/^input\[0\]\.?/, '').replace(/\.$/, '') } }
  }
}

function isProgramSummary({ role, blocks }: MessageDraft): boolean {
  const [first] = blocks
  return role === 'user' && first?.kind === 'text' && opensSummary(first.text)
}

/** A message whose first text is marked as a summary of the program's. */
export function asSummary(draft: MessageDraft): MessageDraft {
  const blocks = draft.blocks.map((block, index) =>
    index === 0 && block.kind === 'text' ? { ...block, foreignSummary: true as const } : block,
  )
  return { ...draft, author: 'harness', blocks }
}
