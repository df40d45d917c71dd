import { neutral } from '../../dialects/neutral/dialect.ts'
import { CompactionError } from '../../schema/failures.ts'
import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { TranscriptFormat } from '../../schema/transcript-format.ts'
import { piSessionFrom } from './from-log.ts'
import { idOf, type PiFault, type PiLine, type PiSession, pathTo, piLine, readPiSession, writePiSession } from './lines.ts'
import { neutralMessage, SUMMARY_PREFIX, summaryMessage, textOf } from './neutral.ts'

/**
 * What the model sees of a session (B11): the summary of the latest compaction, the messages it keeps, and everything after it. Messages
 * in our neutral shape, for `thread.append`.
 *
 *     u1 a1 … u4 a4 t4 a4 [compaction, keep 4] u5 a5   →   [summary] u4 a4 t4 a4 u5 a5
 */
export function loadPiContext(session: PiSession, options: { readonly leaf?: string } = {}): readonly JsonObject[] {
  const path = pathTo(session, options.leaf)
  const at = path.findLastIndex(isCompaction)
  if (at === -1) return messagesOf(path)
  const summary = summaryMessage(stringField(path[at]?.value ?? {}, 'summary') ?? '')
  return [summary, ...messagesOf(keptBy(path, at)), ...messagesOf(path.slice(at + 1))]
}

/** Lines before a compaction that it keeps: from the one it names on, or so many messages, from the first of a person among them. */
function keptBy(path: readonly PiLine[], at: number): readonly PiLine[] {
  const value = path[at]?.value ?? {}
  const first = stringField(value, 'firstKeptEntryId')
  if (first !== undefined) {
    const from = path.findIndex((line) => idOf(line) === first)
    return from === -1 ? [] : path.slice(from, at)
  }
  return lastMessages(path, at, countOf(value['keepLastMessages']))
}

/** A later compaction never crosses an earlier one: its summary has taken that one's in (B12). */
function lastMessages(path: readonly PiLine[], at: number, count: number): readonly PiLine[] {
  const since = path.slice(path.slice(0, at).findLastIndex(isCompaction) + 1, at).filter((line) => neutralMessage(line) !== null)
  const last = count === 0 ? [] : since.slice(-count)
  const start = last.findIndex(isUserMessage)
  return start === -1 ? [] : last.slice(start)
}

/**
 * A session with a compaction at its end (B10): appended, never inserted. `keep` messages are asked for; what is written is how many
 * are really kept, so that every reader keeps the same.
 */
export function appendPiCompaction(
  session: PiSession,
  event: {
    readonly summary: string
    readonly keep: number
    readonly tokensBefore: number
    readonly timestamp: string
    readonly id?: string
  },
): PiSession {
  const path = pathTo(session)
  const { summary, tokensBefore, timestamp, id } = event
  const keepLastMessages = lastMessages(path, path.length, countOf(event.keep)).length
  const place = id === undefined ? {} : { id, parentId: path.at(-1)?.value['id'] ?? null }
  return appended(session, { type: 'compaction', ...place, timestamp, summary, keepLastMessages, tokensBefore })
}

/** A session with a message of pi's own shape at its end. */
export function appendPiMessage(
  session: PiSession,
  message: JsonObject,
  at: { readonly timestamp: string; readonly id?: string },
): PiSession {
  const place = at.id === undefined ? {} : { id: at.id, parentId: session.lines.at(-1)?.value['id'] ?? null }
  return appended(session, { type: 'message', ...place, timestamp: at.timestamp, message })
}

function appended(session: PiSession, value: JsonObject): PiSession {
  return { ...session, lines: [...session.lines, piLine(value)] }
}

/** A message of a person, where a branch may begin. */
export interface PiUserMessage {
  /** Its number among the lines of the session. */
  readonly index: number
  readonly text: string
}

/** Every message of a person, before and after compactions (B17). */
export function piUserMessages(session: PiSession): readonly PiUserMessage[] {
  return session.lines.flatMap((line, index) => (isUserMessage(line) ? [{ index, text: textOf(contentOf(line)) }] : []))
}

/**
 * A new session up to a message of a person, with all messages and compactions before it (B17). A branch that begins before a
 * compaction has undone it.
 */
export function branchPiSession(
  session: PiSession,
  index: number,
  header: { readonly id: string; readonly timestamp: string },
): PiSession {
  const chosen = session.lines[index]
  if (chosen === undefined || !isUserMessage(chosen)) {
    const found = chosen === undefined ? 'no line' : 'something else'
    throw new CompactionError<'input-invalid'>({
      code: 'input-invalid',
      at: `line ${index}`,
      expected: 'a message of a person',
      found,
    })
  }
  const upTo = { ...session, lines: session.lines.slice(0, index + 1) }
  const { id } = session.header.value
  const parent: JsonObject = typeof id === 'string' ? { parentSession: id } : {}
  return { header: piLine({ ...session.header.value, ...parent, ...header }), lines: pathTo(upTo), faults: [] }
}

function isCompaction({ value }: PiLine): boolean {
  return value['type'] === 'compaction'
}

function isUserMessage({ value }: PiLine): boolean {
  return value['type'] === 'message' && isJsonObject(value['message']) && value['message']['role'] === 'user'
}

function contentOf({ value }: PiLine): Json | undefined {
  return isJsonObject(value['message']) ? value['message']['content'] : undefined
}

function messagesOf(lines: readonly PiLine[]): readonly JsonObject[] {
  return lines.map(neutralMessage).filter((message) => message !== null)
}

function countOf(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : 0
}

/** Session files of pi as transcripts: what the model sees of a session, in our neutral shape. */
export const piSessions: TranscriptFormat = frozen({
  name: 'pi',
  recognise: ({ text }) => (/^\s*\{[^\n]*"type"\s*:\s*"session"/.test(text.slice(0, LONGEST_HEADER)) ? 1 : 0),
  read({ text }) {
    const session = readPiSession(text)
    const messages = neutral.readMessages([...loadPiContext(session)])
    const thread = stringField(session.header.value, 'id')
    const transcript = { dialect: neutral.traits.name, envelope: {}, messages, tools: [] }
    return { transcripts: [{ ...transcript, ...(thread === undefined ? {} : { thread }) }], faults: session.faults }
  },
  write({ id, at, entries, commits }) {
    return writePiSession(piSessionFrom({ entries, commits }, { id, timestamp: new Date(at).toISOString(), cwd: '' }))
  },
})

/** No header is longer. */
const LONGEST_HEADER = 65_536

export type { PiFault, PiLine, PiSession }
export { piSessionFrom, readPiSession, SUMMARY_PREFIX, writePiSession }
