import { RESULT_PARTS } from '../ledger/read-entry.ts'
import { type ReadLog, readLog } from '../ledger/read-log.ts'
import { noRedaction, type Redact, type Redactor, redactJson } from '../redact/redact.ts'
import type { Entry, ToolResultEntry } from '../schema/entry.ts'
import type { Json } from '../schema/json.ts'

/** The entries of a log without their secrets. Each is cleaned once, when it is first asked for. */
export interface CleanEntries {
  /** As a summary may quote them: of long outputs, what a summary reads of them. */
  cleaned(): ReadLog
  /** Every text to its end, for a summarizer that is shown more. */
  cleanedWhole(): ReadLog
  /** Cleans and reads at most so many entries more for `cleaned`, before it is asked for; says how many. */
  readOn(most: number): number
}

/** `entries` gives the whole log, as long as it is by then. */
export function cleanEntries(entries: () => readonly Entry[], redact: Redactor): CleanEntries {
  if (redact === noRedaction) {
    let log: ReadLog | undefined
    const same = (): ReadLog => {
      const whole = entries()
      log ??= readLog(whole)
      return log
    }
    return { cleaned: same, cleanedWhole: same, readOn: (most) => same().grow(most) }
  }
  const cleaned = growing(entries, (entry) => cleanEntry(entry, redact.text, true))
  const cleanedWhole = growing(entries, (entry) => cleanEverywhere(entry, redact))
  return { cleaned: () => cleaned(), cleanedWhole: () => cleanedWhole(), readOn: (most) => cleaned(most).grow(most) }
}

/** As long as the log, each time; or longer by so many entries. */
function growing(entries: () => readonly Entry[], clean: (entry: Entry) => Entry): (most?: number) => ReadLog {
  const cleaned: Entry[] = []
  const log = readLog(cleaned)
  return (most = Number.POSITIVE_INFINITY) => {
    const whole = entries()
    const end = Math.min(whole.length, cleaned.length + most)
    if (cleaned.length < end) for (const entry of whole.slice(cleaned.length, end)) cleaned.push(clean(entry))
    return log
  }
}

/** What an entry was read from, and what its result says of itself, hold its words once more. */
function cleanEverywhere(entry: Entry, redact: Redactor): Entry {
  const clean = cleanEntry(entry, redact.text, false)
  if (clean === entry) return entry
  const raw = redactJson(clean.raw, redact)
  if (clean.kind !== 'tool-result') return { ...clean, raw }
  return {
    ...clean,
    raw,
    envelope: redactJson(clean.envelope as unknown as Json, redact) as unknown as ToolResultEntry['envelope'],
  }
}

/** The entry itself if there is nothing to take out: nearly always. */
function cleanEntry(entry: Entry, redact: Redact, inParts: boolean): Entry {
  if (entry.kind === 'tool-result') return inParts ? cleanParts(entry, redact) : withText(entry, redact(entry.text))
  if (entry.kind === 'text' || entry.kind === 'reasoning') return withText(entry, redact(entry.text))
  if (entry.kind !== 'tool-call') return entry
  const input = redact(entry.input)
  return input === entry.input ? entry : { ...entry, input }
}

function withText<Changed extends Entry & { readonly text: string }>(entry: Changed, text: string): Changed {
  return text === entry.text ? entry : { ...entry, text }
}

/** So much beside what is read is cleaned with it: the name of a secret may stand in front of it, its end behind. */
const MARGIN = 512
/** No secret goes over a space, but for blocks of keys, which are known by either end. */
const LONGEST_WORD = 16_384

/**
 * Cleans head and tail of an output, which is all that is read of it, and leaves out the middle if they hold a secret. Both end between two
 * words, so that a secret is found whole or not looked at.
 */
function cleanParts(entry: ToolResultEntry, redact: Redact): ToolResultEntry {
  const { text } = entry
  const head = wordEnd(text, RESULT_PARTS.head + MARGIN)
  const tail = wordStart(text, text.length - RESULT_PARTS.tail - MARGIN)
  if (head >= tail) return withText(entry, redact(text))
  const [first, last] = [text.slice(0, head), text.slice(tail)]
  const [cleanFirst, cleanLast] = [redact(first), redact(last)]
  if (cleanFirst === first && cleanLast === last) return entry
  return { ...entry, text: padded(cleanFirst, cleanLast) }
}

/** Long enough to be read by head and tail, as the whole was. */
function padded(first: string, last: string): string {
  return `${first.padEnd(RESULT_PARTS.head)}\n${last.padStart(RESULT_PARTS.tail)}`
}

function wordEnd(text: string, from: number): number {
  let at = Math.max(0, from)
  const most = Math.min(text.length, at + LONGEST_WORD)
  while (at < most && text.charCodeAt(at) > SPACE) at += 1
  return at
}

function wordStart(text: string, from: number): number {
  let at = Math.min(text.length, from)
  const least = Math.max(0, at - LONGEST_WORD)
  while (at > least && text.charCodeAt(at - 1) > SPACE) at -= 1
  return at
}

const SPACE = 0x20
