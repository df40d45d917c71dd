import { anthropic } from '../../dialects/anthropic/dialect.ts'
import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import type { Author, Usage } from '../../schema/entry.ts'
import { isCompactionError } from '../../schema/failures.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault } from '../../schema/transcript-format.ts'
import { numberIn, objectIn, present, timeOf } from '../fields.ts'
import type { JsonLine } from '../json-lines.ts'
import { attachedContent } from './attachments.ts'
import { answerId, isTaken } from './lines.ts'

/** Messages of a conversation, each with the lines that it was put together from. */
export interface ReadMessage {
  readonly draft: MessageDraft
  readonly lines: readonly JsonLine[]
}

/**
 * Puts lines together as the messages that were sent. The program writes a line for each block of an answer as it comes in, and a result
 * may be there before the next block of the same answer: such blocks are one message, where the first of them stands.
 */
export function messagesIn(lines: readonly JsonLine[]): {
  readonly messages: readonly ReadMessage[]
  readonly faults: readonly FileFault[]
} {
  const groups: JsonLine[][] = []
  let open: { readonly id: string; readonly group: JsonLine[] } | undefined
  for (const line of lines) {
    const id = answerId(line)
    if (open !== undefined && id === open.id) open.group.push(line)
    else {
      const group = [line]
      groups.push(group)
      if (id !== undefined) open = { id, group }
      else if (line.value['type'] === 'user' && !isResults(line.value)) open = undefined
    }
  }
  const calls = callNames()
  const faults: FileFault[] = []
  const messages = groups.flatMap((group): readonly ReadMessage[] => {
    const read = readGroup(group, calls)
    if (read.kind === 'fault') faults.push(read.fault)
    return read.kind === 'message' ? [{ draft: read.draft, lines: group }] : []
  })
  return { messages, faults }
}

type GroupRead =
  | { readonly kind: 'message'; readonly draft: MessageDraft }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fault'; readonly fault: FileFault }

function readGroup(group: readonly JsonLine[], calls: CallNames): GroupRead {
  const [first] = group
  if (first === undefined) return { kind: 'nothing' }
  const message = rawMessage(group, calls)
  if (message === null) return { kind: 'nothing' }
  try {
    const [draft] = anthropic.readMessages([message])
    if (draft === undefined) return { kind: 'nothing' }
    return { kind: 'message', draft: { ...draft, ...factsOf(group), blocks: draft.blocks.map(markBlock(first.value)) } }
  } catch (error) {
    if (!isCompactionError(error)) throw error
    return {
      kind: 'fault',
      fault: { line: first.line, detail: error.message.replace(/^messages\[0\]\.?/, '').replace(/\.$/, '') },
    }
  }
}

/** A message as the provider got it. */
function rawMessage(group: readonly JsonLine[], calls: CallNames): JsonObject | null {
  const value = group[0]?.value ?? {}
  if (value['type'] === 'attachment') {
    const attached = attachedContent(objectIn(value, 'attachment'))
    return attached === null ? null : { role: 'user', content: attached.content }
  }
  if (isTaken(value)) return { role: 'user', content: value['content'] ?? '' }
  // Versions of 2024 have calls and results in lines of their own.
  if (value['type'] === 'tool_use') {
    const block = { type: 'tool_use', name: value['name'] ?? '', input: value['input'] ?? {} }
    return { role: 'assistant', content: [calls.named(block, value)] }
  }
  if (value['type'] === 'tool_result') {
    const block = { type: 'tool_result', content: value['output'] ?? value['content'] ?? '' }
    return { role: 'user', content: [calls.named(block, value)] }
  }
  const role = value['type'] === 'assistant' ? 'assistant' : 'user'
  if (group.length === 1) {
    const content = objectIn(value, 'message')['content']
    return { role, content: Array.isArray(content) ? content.map((block) => calls.named(block, value)) : (content ?? '') }
  }
  const blocks = group.flatMap((line) => {
    const content = objectIn(line.value, 'message')['content']
    const list: readonly Json[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []
    return list.map((block) => calls.named(block, line.value))
  })
  return { role, content: blocks }
}

interface CallNames {
  /** The block with an id, if it came without one: a result answers the oldest call that has none yet. */
  named(block: Json, line: JsonObject): Json
}

function callNames(): CallNames {
  const unanswered: string[] = []
  let made = 0
  return {
    named(block, line) {
      if (!isJsonObject(block)) return block
      if (block['type'] === 'tool_use' && typeof block['id'] !== 'string') {
        made += 1
        const id = `${(stringField(line, 'uuid') ?? 'call').replace(/[^\w-]/g, '_')}_${made}`
        unanswered.push(id)
        return { ...block, id }
      }
      if (block['type'] === 'tool_result' && typeof block['tool_use_id'] !== 'string')
        return { ...block, tool_use_id: stringField(line, 'sourceToolUseID') ?? unanswered.shift() ?? 'unknown' }
      return block
    },
  }
}

function isResults(value: JsonObject): boolean {
  const content = objectIn(value, 'message')['content']
  return (
    Array.isArray(content) && content.length > 0 && content.every((part) => isJsonObject(part) && part['type'] === 'tool_result')
  )
}

/** What the lines say about a message. The last line of an answer has the numbers of all of it. */
function factsOf(group: readonly JsonLine[]): Partial<MessageDraft> {
  const [first, last] = [group[0]?.value ?? {}, group.at(-1)?.value ?? {}]
  const message = objectIn(last, 'message')
  const isAnswer = first['type'] === 'assistant'
  const model = stringField(message, 'model')
  return present({
    id: (isAnswer ? stringField(objectIn(first, 'message'), 'id') : undefined) ?? stringField(first, 'uuid'),
    time: timeOf(first['timestamp']),
    author: isAnswer ? undefined : authorOf(first),
    model: isAnswer && model !== '<synthetic>' ? model : undefined,
    usage: isAnswer ? usageOf(objectIn(message, 'usage')) : undefined,
    finishReason: isAnswer ? stringField(message, 'stop_reason') : undefined,
    error: first['isApiErrorMessage'] === true ? (stringField(first, 'error') ?? 'api error') : undefined,
  })
}

/** Who wrote what has role user: only where the program says so itself. The rest shows by its text. */
function authorOf(value: JsonObject): Author | undefined {
  if (value['isCompactSummary'] === true) return 'harness'
  if (value['type'] === 'attachment')
    return attachedContent(objectIn(value, 'attachment'))?.isProgram === true ? 'harness' : undefined
  if (objectIn(value, 'origin')['kind'] === 'task-notification') return 'harness'
  if (isTaken(value)) return /^\s*(?:\{"|<[\w-]*notification>)/.test(stringField(value, 'content') ?? '') ? 'harness' : undefined
  return value['isMeta'] === true ? 'harness' : undefined
}

function markBlock(value: JsonObject): (block: BlockDraft) => BlockDraft {
  const isSummary = value['isCompactSummary'] === true
  return (block) => (isSummary && block.kind === 'text' ? { ...block, foreignSummary: true } : block)
}

function usageOf(usage: JsonObject): Usage | undefined {
  const input = numberIn(usage, 'input_tokens')
  if (input === undefined) return undefined
  return {
    input,
    output: numberIn(usage, 'output_tokens') ?? 0,
    cacheRead: numberIn(usage, 'cache_read_input_tokens') ?? 0,
    cacheWrite: numberIn(usage, 'cache_creation_input_tokens') ?? 0,
  }
}
