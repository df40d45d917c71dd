import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'
import { listIn, objectIn } from '../fields.ts'
import type { JsonLine } from '../json-lines.ts'

/** Whether a line is something that was said, by a person, the agent, a tool or the program. */
export function isSaid({ value }: JsonLine): boolean {
  const type = value['type']
  if (type === 'user' || type === 'assistant') return 'message' in value
  return type === 'tool_use' || type === 'tool_result' || type === 'attachment' || isTaken(value)
}

/** What was typed while the agent worked, at the moment when it was handed to the agent. The content is put there by `queuedWords`. */
export function isTaken(value: JsonObject): boolean {
  return value['type'] === 'queue-operation' && value['operation'] === 'remove' && typeof value['content'] === 'string'
}

/** A mark of ours: the line repeats what was said before, so that the program shows it behind a compaction. */
export function isCopy({ value }: JsonLine): boolean {
  return objectIn(value, 'palimpsest')['copy'] === true
}

export function isBoundary({ value }: JsonLine): boolean {
  return value['type'] === 'system' && value['subtype'] === 'compact_boundary'
}

/** The id of the answer that a line is a piece of. */
export function answerId({ value }: JsonLine): string | undefined {
  return value['type'] === 'assistant' ? stringField(objectIn(value, 'message'), 'id') : undefined
}

/** Ids of the calls that a line makes. */
export function callsIn({ value }: JsonLine): readonly string[] {
  return idsIn(value, 'tool_use', 'id')
}

/** Ids of the calls that a line answers. */
export function answersIn({ value }: JsonLine): readonly string[] {
  return idsIn(value, 'tool_result', 'tool_use_id')
}

function idsIn(value: JsonObject, type: string, key: string): readonly string[] {
  return listIn(objectIn(value, 'message'), 'content').flatMap((block) => {
    const id = isJsonObject(block) && block['type'] === type ? stringField(block, key) : undefined
    return id === undefined ? [] : [id]
  })
}

/**
 * What was typed while the agent worked stands in the file when it was queued; the agent got it when it was removed from the queue. Older
 * versions write no other line for it. What is said elsewhere as well is left there.
 */
export function queuedWords(lines: readonly JsonLine[]): readonly JsonLine[] {
  const said = new Set(lines.flatMap(({ value }) => wordsSaid(value)))
  const waiting: string[] = []
  return lines.map((line) => {
    const { value } = line
    if (value['type'] !== 'queue-operation') return line
    const content = stringField(value, 'content')
    if (value['operation'] === 'enqueue') waiting.push(content ?? '')
    else if (value['operation'] === 'remove') {
      const words = content ?? waiting.shift() ?? ''
      return { line: line.line, value: { ...value, content: said.has(words.trim()) || words === '' ? null : words } }
    } else if (value['operation'] === 'dequeue') waiting.shift()
    return line
  })
}

function wordsSaid(value: JsonObject): readonly string[] {
  if (value['type'] === 'attachment') {
    const prompt = objectIn(value, 'attachment')['prompt']
    return typeof prompt === 'string' ? [prompt.trim()] : []
  }
  const content = value['type'] === 'user' ? objectIn(value, 'message')['content'] : undefined
  if (typeof content === 'string') return [content.trim()]
  if (!Array.isArray(content)) return []
  return content.flatMap((part) => (isJsonObject(part) ? (stringField(part, 'text')?.trim() ?? []) : []))
}
