import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileLog, FileView } from '../../schema/transcript-format.ts'
import { present } from '../fields.ts'
import { readJsonLines } from '../json-lines.ts'
import { isUuid, uuidFor } from '../made-ids.ts'
import { isSummary, messagesToWrite, type WrittenMessage, withEnd } from '../written-messages.ts'

/**
 * A session that Claude Code can go on with. What was read from a file of its own stays as it was, and a compaction is appended: a boundary,
 * the summary, and copies of what is still shown, because the program shows what stands behind the last boundary.
 */
export function writeClaudeCode(log: FileLog): string {
  const pen = penFor(log)
  const history = log.original === undefined ? messagesToWrite(log, 'anthropic').flatMap((message) => pen.said(message)) : []
  const before = log.original === undefined ? lines(history) : withEnd(log.original)
  return before + (log.view === undefined ? '' : lines(pen.compaction(log.view)))
}

function lines(values: readonly JsonObject[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

interface Pen {
  said(message: WrittenMessage): readonly JsonObject[]
  compaction(view: FileView): readonly JsonObject[]
}

/** Writes one line after another, each naming the one before it. */
function penFor(log: FileLog): Pen {
  const around = surroundings(log)
  let last: string | null = around.last
  let written = 0
  const line = (fields: JsonObject, at: number, parent: string | null = last): JsonObject => {
    written += 1
    const uuid = uuidFor(`${log.id}/${log.at}/${written}`)
    last = uuid
    return { parentUuid: parent, isSidechain: false, ...around.fields, ...fields, uuid, timestamp: new Date(at).toISOString() }
  }
  const boundary = (at: number, tokens: number): JsonObject => {
    const about = {
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
      compactMetadata: { trigger: 'manual', preTokens: tokens },
    }
    const logical = last === null ? {} : { logicalParentUuid: last }
    return line({ ...logical, type: 'system', subtype: 'compact_boundary', ...about }, at, null)
  }
  const summary = (content: Json, at: number): JsonObject =>
    line({ type: 'user', isVisibleInTranscriptOnly: true, isCompactSummary: true, message: { role: 'user', content } }, at)
  return {
    said({ message, first }) {
      const at = first?.time ?? log.about?.began ?? log.at
      const { role, content } = isJsonObject(message) ? message : { role: 'user', content: '' }
      if (isSummary(first)) return [boundary(at, 0), summary(content ?? '', at)]
      if (role === 'assistant')
        return [line({ type: 'assistant', message: answer(message, { first, id: uuidFor(`${log.id}/answer/${written}`) }) }, at)]
      const isMeta = role === 'system' || (first?.author === 'harness' && first.kind === 'text')
      return [line({ type: 'user', ...(isMeta ? { isMeta: true } : {}), message: { role: 'user', content: content ?? '' } }, at)]
    },
    compaction(view) {
      const { at } = log
      const first = [boundary(at, view.tokens.before), ...(view.summary === null ? [] : [summary(view.summary.text, at)])]
      const copy = { palimpsest: { copy: true } }
      const shown = view.messages.filter(isJsonObject).map((message) => {
        const { role, content } = message
        if (role === 'assistant')
          return line({ type: 'assistant', message: answer(message, { id: uuidFor(`${log.id}/copy/${written}`) }), ...copy }, at)
        return line({ type: 'user', message: { role: 'user', content: content ?? '' }, ...copy }, at)
      })
      return [...first, ...shown]
    },
  }
}

/** An answer with every field that the program's own have. */
function answer(
  message: Json,
  { first, id }: { readonly first?: WrittenMessage['first'] | undefined; readonly id: string },
): JsonObject {
  const content = isJsonObject(message) ? (message['content'] ?? []) : []
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = first?.usage ?? {}
  return {
    model: first?.model ?? '<synthetic>',
    id: first === undefined ? `msg_${id.replaceAll('-', '')}` : first.message.id,
    type: 'message',
    role: 'assistant',
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    stop_reason: first?.finishReason ?? null,
    stop_sequence: null,
    usage: {
      input_tokens: input,
      cache_creation_input_tokens: cacheWrite,
      cache_read_input_tokens: cacheRead,
      output_tokens: output,
    },
  }
}

/** What every line says about the session, and the last line's id: those of the file that is gone on with, or made up. */
function surroundings(log: FileLog): { readonly fields: JsonObject; readonly last: string | null } {
  const made = {
    userType: 'external',
    cwd: log.about?.folder ?? '/',
    sessionId: isUuid(log.id) ? log.id : uuidFor(log.id),
    version: '2.1.1',
    gitBranch: '',
  }
  const { lines: known } = readJsonLines(log.original ?? '')
  const last = known.findLast(
    ({ value }) =>
      value['isSidechain'] !== true &&
      typeof value['uuid'] === 'string' &&
      typeof value['sessionId'] === 'string' &&
      IN_THE_CHAIN.has(stringField(value, 'type') ?? ''),
  )
  if (last === undefined) return { fields: made, last: null }
  const { value } = last
  const found = Object.fromEntries(Object.keys(made).map((key) => [key, stringField(value, key)]))
  return {
    fields: { ...made, ...present(found), ...present({ slug: stringField(value, 'slug') }) },
    last: stringField(value, 'uuid') ?? null,
  }
}

/** Lines that others may name. Lines of progress have ids as well, but the program does not load them. */
const IN_THE_CHAIN: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment'])
