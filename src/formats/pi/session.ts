import { CompactionError } from '../../schema/failures.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { countOf, isUserMessage, lastMessages, loadPiContext } from './context.ts'
import { piSessions } from './format.ts'
import { piSessionFrom } from './from-log.ts'
import { type PiFault, type PiLine, type PiSession, pathTo, piLine, readPiSession, writePiSession } from './lines.ts'
import { SUMMARY_PREFIX, textOf } from './neutral.ts'

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

function contentOf({ value }: PiLine): Json | undefined {
  return isJsonObject(value['message']) ? value['message']['content'] : undefined
}

export type { PiFault, PiLine, PiSession }
export { loadPiContext, piSessionFrom, piSessions, readPiSession, SUMMARY_PREFIX, writePiSession }
