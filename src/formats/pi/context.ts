import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { idOf, type PiLine, type PiSession, pathTo } from './lines.ts'
import { neutralMessage, summaryMessage } from './neutral.ts'

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
export function keptBy(path: readonly PiLine[], at: number): readonly PiLine[] {
  const value = path[at]?.value ?? {}
  const first = stringField(value, 'firstKeptEntryId')
  if (first !== undefined) {
    const from = path.findIndex((line) => idOf(line) === first)
    return from === -1 ? [] : path.slice(from, at)
  }
  // Files without ids count their lines, the header included.
  if (typeof value['firstKeptEntryIndex'] === 'number') return path.slice(Math.max(0, value['firstKeptEntryIndex'] - 1), at)
  return lastMessages(path, at, countOf(value['keepLastMessages']))
}

/** A later compaction never crosses an earlier one: its summary has taken that one's in (B12). */
export function lastMessages(path: readonly PiLine[], at: number, count: number): readonly PiLine[] {
  const since = path.slice(path.slice(0, at).findLastIndex(isCompaction) + 1, at).filter((line) => neutralMessage(line) !== null)
  const last = count === 0 ? [] : since.slice(-count)
  const start = last.findIndex(isUserMessage)
  return start === -1 ? [] : last.slice(start)
}

export function isCompaction({ value }: PiLine): boolean {
  return value['type'] === 'compaction'
}

export function isUserMessage({ value }: PiLine): boolean {
  return value['type'] === 'message' && isJsonObject(value['message']) && value['message']['role'] === 'user'
}

function messagesOf(lines: readonly PiLine[]): readonly JsonObject[] {
  return lines.map(neutralMessage).filter((message) => message !== null)
}

export function countOf(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : 0
}
