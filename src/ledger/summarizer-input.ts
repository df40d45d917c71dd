import { boundaryAtOrBefore, excerptText } from '../log/excerpt.ts'
import type { Entry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { SummarizerInput } from '../schema/policy.ts'

/** Of what is shown, how much is taken from the head. Errors and results tend to stand at the tail. */
const HEAD_SHARE = 0.6

/**
 * What the writer of a summary is shown of an entry (D7): very long contents by head and tail, because what matters of a command's output
 * stands at its end.
 *
 *     500 characters of a result of 20,000:   the first 300 · "[… 19500 characters left out: e7 …]" · the last 200
 */
export function summarizerText(entry: Entry, { message, result }: SummarizerInput): string {
  switch (entry.kind) {
    case 'tool-result':
      return cut(entry, entry.text, result)
    case 'text':
    case 'reasoning':
      return cut(entry, entry.text, message)
    case 'tool-call':
      return `${entry.tool} ${cut(entry, entry.input, message)}`
    case 'file':
      return `[${entry.media}: ${entry.description}]`
    case 'opaque':
      return `[${entry.type}]`
    case 'turn-start':
      return ''
  }
}

function cut({ seq }: Entry, text: string, most: number): string {
  return headAndTail(text, most, seq)
}

/** A text of an entry in about so many characters: its head, a note of what is left out, its tail. */
export function headAndTail(text: string, most: number, seq: Seq): string {
  if (text.length <= most) return text
  const head = Math.ceil(most * HEAD_SHARE)
  return excerptText(text, { head, tail: most - head }, handleOf(seq))
}

/** A line in at most so many characters. */
export function shortLine(line: string, most: number): string {
  return line.length <= most ? line : `${line.slice(0, boundaryAtOrBefore(line, most))}…`
}
