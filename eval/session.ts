import { readFileSync } from 'node:fs'
import { neutral } from '../src/dialects/neutral/dialect.ts'
import { EMPTY_STATE, ingest } from '../src/ingest/ingest.ts'
import type { Entry } from '../src/schema/entry.ts'
import { isJsonObject, type Json, stringField } from '../src/schema/json.ts'
import { bpeTokenizer } from '../src/tokenizers/bpe.ts'

const tokenizer = bpeTokenizer()

/** A place where a session is cut: what came before is compacted, what comes after tells what was needed. */
export interface CutPoint {
  readonly session: string
  readonly source: string
  readonly kind: 'share' | 'real'
  /** How often the product had compacted before. */
  readonly earlier: number
  readonly before: readonly Entry[]
  /** The messages that `before` was read from. */
  readonly messages: readonly Json[]
  readonly after: readonly Entry[]
  /** Tokens of `before`. */
  readonly tokens: number
  /** What the product itself wrote here when it compacted. */
  readonly realSummary: string | undefined
}

const CUT_SHARE = 0.6
/** How many messages behind a cut tell what was needed. */
export const MESSAGES_AFTER = 60

/**
 * Cuts a session at 60 % of its tokens, and wherever the product compacted and left its summary. The products' own summaries are
 * taken out of the history: what is measured is what can be made of the session itself.
 */
export function cutPoints(file: string): readonly CutPoint[] {
  const input = JSON.parse(readFileSync(file, 'utf8')) as Json
  const messages = messagesIn(input)
  const source = (isJsonObject(input) ? stringField(input, 'source') : undefined) ?? 'unknown'
  const session = file.split('/').slice(-2).join('/')
  const summaries = messages.flatMap((message, index) => (isForeignSummary(message) ? [index] : []))
  const own = messages.filter((message) => !isForeignSummary(message))
  const entries = entriesIn(own)
  const starts = entries.filter((entry) => entry.message.block === 0).map((entry) => entry.seq)
  const sums = [0]
  for (const entry of entries) sums.push((sums.at(-1) ?? 0) + tokenizer.count(textOf(entry)))
  const cutAt = (message: number): Pick<CutPoint, 'before' | 'messages' | 'after' | 'tokens'> => {
    const seq = starts[message] ?? entries.length
    const end = starts[message + MESSAGES_AFTER] ?? entries.length
    const before = { before: entries.slice(0, seq), messages: own.slice(0, message), tokens: sums[seq] ?? 0 }
    return { ...before, after: entries.slice(seq, end) }
  }
  const share = starts.findIndex((seq) => (sums[seq] ?? 0) >= (sums.at(-1) ?? 0) * CUT_SHARE)
  const base = { session, source }
  return [
    ...(share <= 0 ? [] : [{ ...base, kind: 'share' as const, earlier: 0, realSummary: undefined, ...cutAt(share) }]),
    ...summaries.map((index, earlier) => ({
      ...base,
      kind: 'real' as const,
      earlier,
      realSummary: plainTextIn(messages[index]),
      ...cutAt(index - earlier),
    })),
  ]
}

/** The messages of a session. */
export function messagesIn(input: Json): readonly Json[] {
  if (!isJsonObject(input) || !Array.isArray(input['messages'])) throw new Error('a session is an object with messages')
  return input['messages']
}

/** True if the product itself wrote a message when it compacted. */
export function isForeignSummary(message: Json): boolean {
  return isJsonObject(message) && message['compactSummary'] === true
}

/** The words of a message, or of none. */
export function plainTextIn(message: Json | undefined): string {
  return entriesIn(message === undefined ? [] : [message])
    .map(textOf)
    .join('\n')
}

/** The entries of messages. */
export function entriesIn(messages: readonly Json[]): readonly Entry[] {
  return ingest(EMPTY_STATE, neutral.readMessages(messages)).entries
}

/** The words of an entry as a model would read them. */
export function textOf(entry: Entry): string {
  switch (entry.kind) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return entry.text
    case 'tool-call':
      return `${entry.tool} ${entry.input}`
    case 'file':
      return `[${entry.media}: ${entry.description}]`
    case 'opaque':
    case 'turn-start':
      return ''
  }
}

/** The same with the arguments of a call taken out of their JSON: what was meant, line by line. */
export function plainTextOf(entry: Entry): string {
  if (entry.kind !== 'tool-call') return textOf(entry)
  try {
    return `${entry.tool}\n${stringsIn(JSON.parse(entry.input) as Json).join('\n')}`
  } catch {
    return textOf(entry)
  }
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : []
}
