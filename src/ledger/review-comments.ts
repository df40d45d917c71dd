import { handleOf, type Seq } from '../schema/ids.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import { inQuotes, shownName } from './defuse.ts'
import type { Facts } from './extract.ts'
import { oneLine } from './one-line.ts'

/** What a reviewer said of a line of a file, as a tool printed it. */
interface ReviewComment {
  readonly seq: Seq
  readonly path: string
  readonly line: string
  readonly words: string
}

/** How reviews are asked for, and how a comment is answered. */
const ASKS = /\b(?:comments|reviewThreads|review_comments)\b/
const REPLIES = /\b(?:replies|in_reply_to)\b/
/** So much of an output is looked at, and so many comments are kept. */
const LOOKED_AT = 60_000
const MOST = 12
const LONGEST = 160

/**
 * Comments of reviewers that nothing in the log answers: no call replies to them, and the file has not been changed since. Of one that was
 * asked for twice, the last.
 */
export function unanswered({ commands, acts, files }: Facts): readonly ReviewComment[] {
  const all = [...commands, ...acts]
  const asked = all.filter(({ command, outcome }) => outcome === 'success' && ASKS.test(command) && !REPLIES.test(command))
  if (asked.length === 0) return []
  const replies = all.flatMap(({ command }) => (REPLIES.test(command) ? [command] : []))
  const isChanged = ({ path, seq }: ReviewComment): boolean =>
    files.some((file) => file.operation !== 'read' && file.seq > seq && (file.path === path || file.path.endsWith(`/${path}`)))
  const open = new Map<string, ReviewComment>()
  for (const { seq, result } of asked) {
    for (const { id, ...comment } of commentsIn(result?.text ?? '', seq)) {
      if (!replies.some((command) => command.includes(id))) open.set(`${comment.path} ${comment.line} ${id}`, comment)
    }
  }
  return [...open.values()].filter((comment) => !isChanged(comment)).slice(-MOST)
}

/** A reviewer's words are a tool's: quoted as such. */
export function reviewLine({ seq, path, line, words }: ReviewComment): string {
  return `- review of ${shownName(path)}${line === '' ? '' : `:${line}`}: ${inQuotes(words)} (${handleOf(seq)})`
}

type Numbered = ReviewComment & { readonly id: string }

function commentsIn(text: string, seq: Seq): readonly Numbered[] {
  const looked = text.slice(0, LOOKED_AT)
  return /^\s*[[{]\s*["{\n]/.test(looked) ? ofJson(looked, seq) : ofLines(looked, seq)
}

/** One object for each comment: in a list, one below the other, or one alone. */
function ofJson(text: string, seq: Seq): readonly Numbered[] {
  return objectsIn(text).flatMap((object) => {
    const [path, id] = [object['path'], object['id'] ?? object['thread_id']]
    const body = object['body'] ?? object['last_body']
    const line = object['line'] ?? object['original_line'] ?? ''
    if (typeof path !== 'string' || typeof body !== 'string' || body.trim() === '' || isReply(object)) return []
    return [{ seq, path, line: lineOf(line), words: wordsOf(body), id: typeof id === 'number' ? String(id) : '\0' }]
  })
}

/** An answer to a comment is none; and a thread that was answered is not open. */
function isReply(object: JsonObject): boolean {
  return typeof object['in_reply_to_id'] === 'number' || Number(object['count'] ?? 1) > 1
}

function objectsIn(text: string): readonly JsonObject[] {
  const whole = parsed(text)
  if (Array.isArray(whole)) return whole.flat().filter(isJsonObject)
  if (whole !== undefined) return isJsonObject(whole) ? [whole] : []
  // One below the other, as `jq '.[]'` prints them, or on a line each.
  const pieces = text.split(/\n(?=\{)/)
  return pieces.flatMap((piece) => [parsed(piece.trim())].filter((value) => value !== undefined).filter(isJsonObject))
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `[2734651353] src/a.ts:515 by @name`, and behind it what was said. */
const HEAD = /^\[(\d{4,20})\] (\S{1,200}?):(\d{1,7}) by @\S{1,60}$/

function ofLines(text: string, seq: Seq): readonly Numbered[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const [, id, path, number] = HEAD.exec(line) ?? []
    const words = wordsOf(lines[at + 1] ?? '')
    if (id === undefined || path === undefined || number === undefined || words === '') return []
    return [{ seq, path, line: number, words, id }]
  })
}

function lineOf(line: Json): string {
  return typeof line === 'number' ? String(line) : ''
}

/** What it says first, without a heading's signs. */
function wordsOf(body: string): string {
  return oneLine(body.replace(/^#{1,6}\s+/, ''), LONGEST)
}
