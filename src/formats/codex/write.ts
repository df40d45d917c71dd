import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileLog, FileView } from '../../schema/transcript-format.ts'
import { listIn } from '../fields.ts'
import { isUuid, uuidFor } from '../made-ids.ts'
import { isSummary, messagesToWrite, type WrittenMessage, withEnd } from '../written-messages.ts'

/**
 * A rollout that Codex can go on with. What was read from a rollout stays as it was; a compaction is a line at its end with the history that
 * takes the place of what was, exactly as Codex writes its own.
 */
export function writeCodex(log: FileLog): string {
  const before = log.original === undefined ? lines([header(log), ...history(log)]) : withEnd(log.original)
  return before + (log.view === undefined ? '' : lines(compaction(log, log.view)))
}

function lines(values: readonly JsonObject[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

function line(type: string, payload: JsonObject, at: number): JsonObject {
  return { timestamp: new Date(at).toISOString(), type, payload }
}

function header({ id, at, about }: FileLog): JsonObject {
  const began = about?.began ?? at
  const session = isUuid(id) ? id : uuidFor(id)
  return line(
    'session_meta',
    {
      ...{ session_id: session, id: session, timestamp: new Date(began).toISOString(), cwd: about?.folder ?? '/' },
      ...{ originator: 'palimpsest', cli_version: '0.142.3', source: 'cli', model_provider: 'openai', base_instructions: null },
    },
    began,
  )
}

function history(log: FileLog): readonly JsonObject[] {
  return messagesToWrite(log, 'openai-responses').map(({ message, first }: WrittenMessage) => {
    const item = itemOf(message)
    const at = first?.time ?? log.about?.began ?? log.at
    if (isSummary(first)) return line('compacted', { message: textOf(item), replacement_history: [item] }, at)
    return line('response_item', item, at)
  })
}

function compaction({ at }: FileLog, { messages, summary }: FileView): readonly JsonObject[] {
  const items = messages.map(itemOf)
  const told = summary === null ? [] : [itemOf({ role: 'user', content: summary.text })]
  const history = items.toSpliced(summary?.at ?? 0, 0, ...told)
  const compacted = { message: summary?.text ?? '', replacement_history: history }
  return [line('compacted', compacted, at), line('event_msg', { type: 'context_compacted' }, at)]
}

/** Messages may leave out what they are, and have one text as content; rollouts always say both. */
function itemOf(message: Json): JsonObject {
  const item = isJsonObject(message) ? message : { role: 'user', content: typeof message === 'string' ? message : '' }
  if ('type' in item && item['type'] !== 'message') return item
  const kind = item['role'] === 'assistant' ? 'output_text' : 'input_text'
  const { content } = item
  return { ...item, type: 'message', content: typeof content === 'string' ? [{ type: kind, text: content }] : (content ?? []) }
}

function textOf(item: JsonObject): string {
  const [part] = listIn(item, 'content').filter(isJsonObject)
  return stringField(part ?? {}, 'text') ?? ''
}
