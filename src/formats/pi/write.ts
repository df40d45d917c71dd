import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileLog, FileView } from '../../schema/transcript-format.ts'
import { listIn, objectIn } from '../fields.ts'
import { parsed } from '../json-format.ts'
import { isUuid, shortIdFor, uuidFor } from '../made-ids.ts'
import { withEnd } from '../written-messages.ts'
import { isCompaction, keptBy } from './context.ts'
import { piSessionFrom } from './from-log.ts'
import { idOf, type PiLine, type PiSession, piLine, readPiSession, writePiSession } from './lines.ts'

/**
 * A session that pi can go on with. What was read from a session of its own stays as it was; a compaction is appended that keeps nothing of
 * the time before, and behind it what is still shown, because pi can keep a part of a session but not show it shortened.
 */
export function writePi(log: FileLog): string {
  const session = log.original === undefined ? asTree(fromLog(log)) : readPiSession(log.original)
  const text = log.original === undefined ? writePiSession(session) : withEnd(log.original)
  if (log.view === undefined) return text
  return (
    text +
    compaction(session, log, log.view)
      .map((line) => `${line.text}\n`)
      .join('')
  )
}

function fromLog({ id, at, entries, commits, about }: FileLog): PiSession {
  const timestamp = new Date(about?.began ?? at).toISOString()
  return piSessionFrom({ entries, commits }, { id: isUuid(id) ? id : uuidFor(id), timestamp, cwd: about?.folder ?? '/' })
}

/** A session as versions 2 and 3 have it: every line names the one before it, and a compaction the first line that it keeps. */
function asTree({ header, lines, faults }: PiSession): PiSession {
  const taken = new Set<string>()
  const named: PiLine[] = []
  for (const [index, line] of lines.entries()) {
    const id = shortIdFor(`${index}/${line.text}`, taken)
    const place = { id, parentId: idOf(named.at(-1) ?? line) ?? null }
    const { type, ...rest } = line.value
    const kept = isCompaction(line) ? { firstKeptEntryId: idOf(keptBy([...named, line], index)[0] ?? piLine({ id })) ?? id } : {}
    named.push(piLine({ type: type ?? 'message', ...place, ...rest, ...kept }))
  }
  return { header: piLine({ ...header.value, version: 3 }), lines: named, faults }
}

/**
 * Lines of old sessions have no ids: what is appended to them has none either, and a compaction counts lines, the header included. pi gives ids
 * to all when it opens the file. The first that is kept is the compaction itself: nothing of the time before.
 */
function compaction(session: PiSession, log: FileLog, view: FileView): readonly PiLine[] {
  const timestamp = new Date(log.at).toISOString()
  const isTree = session.lines.some((line) => idOf(line) !== undefined)
  const taken = new Set(session.lines.flatMap((line) => idOf(line) ?? []))
  let last = session.lines.findLast((line) => idOf(line) !== undefined)
  const line = (fields: JsonObject): PiLine => {
    const { type, ...rest } = fields
    const id = shortIdFor(`${log.at}/${taken.size}`, taken)
    const place = isTree ? { id, parentId: last === undefined ? null : (idOf(last) ?? null) } : {}
    const kept = isTree ? { firstKeptEntryId: id } : { firstKeptEntryIndex: session.lines.length + 1 }
    const own = type === 'compaction' ? kept : {}
    const made = piLine({ type: type ?? 'message', ...place, timestamp, ...rest, ...own })
    last = made
    return made
  }
  const messages = view.messages.filter(isJsonObject)
  const words = view.summary?.text ?? 'Nothing was summarized: everything that is shown follows.'
  const fold = { type: 'compaction', summary: words, keepLastMessages: 0, tokensBefore: view.tokens.before, fromHook: true }
  const names = toolNames(messages)
  const shown = messages.flatMap((message) => piMessages(message, log.at, names))
  return [line(fold), ...shown.map((message) => line({ type: 'message', message, palimpsest: { copy: true } }))]
}

function toolNames(messages: readonly JsonObject[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap((message) => listIn(message, 'content').filter(isJsonObject))
  return new Map(
    calls.flatMap((part) =>
      part['type'] === 'tool_call' ? [[stringField(part, 'id') ?? '', stringField(part, 'name') ?? '']] : [],
    ),
  )
}

/** A neutral message as messages of pi: a message for each result, and one for all else. */
function piMessages(message: JsonObject, timestamp: number, names: ReadonlyMap<string, string>): readonly JsonObject[] {
  const parts = listIn(message, 'content').filter(isJsonObject)
  const results = parts.filter((part) => part['type'] === 'tool_result')
  const said = parts.flatMap(partOf)
  const role = message['role'] === 'assistant' ? 'assistant' : 'user'
  const own = role === 'assistant' ? { ...ANSWER, content: said, timestamp } : { role, content: said, timestamp }
  return [...results.map((part) => resultOf(part, timestamp, names)), ...(said.length === 0 ? [] : [own])]
}

/** What every answer has in pi. */
const ANSWER: JsonObject = {
  role: 'assistant',
  api: 'palimpsest',
  provider: 'palimpsest',
  model: 'palimpsest',
  usage: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: 'stop',
}

function resultOf(part: JsonObject, timestamp: number, names: ReadonlyMap<string, string>): JsonObject {
  const toolCallId = stringField(part, 'tool_call_id') ?? ''
  const content = [{ type: 'text', text: stringField(part, 'text') ?? '' }]
  return {
    role: 'toolResult',
    toolCallId,
    toolName: names.get(toolCallId) ?? '',
    content,
    isError: part['is_error'] === true,
    timestamp,
  }
}

function partOf(part: JsonObject): readonly JsonObject[] {
  switch (part['type']) {
    case 'text':
      return [{ type: 'text', text: stringField(part, 'text') ?? '' }]
    case 'reasoning':
      return [{ type: 'thinking', thinking: stringField(part, 'text') ?? '' }]
    case 'tool_call':
      return [{ type: 'toolCall', id: part['id'] ?? '', name: part['name'] ?? '', arguments: inputOf(part['arguments']) }]
    case 'image':
      return [{ type: 'text', text: `[image: ${stringField(part, 'note') ?? 'attached'}]` }]
    default:
      return []
  }
}

/** Arguments are an object in pi. Anything else is kept under a name. */
function inputOf(input: Json | undefined): JsonObject {
  const value = typeof input === 'string' ? parsed(input) : input
  return isJsonObject(value) ? objectIn({ value }, 'value') : { input: input ?? '' }
}
