import { fillShell } from '../dialects/shell.ts'
import type { Entry } from '../schema/entry.ts'
import type { Json } from '../schema/json.ts'
import type { FileLog } from '../schema/transcript-format.ts'

/** A message that goes into a file, with its first entry; without one if it was written in another dialect than it came in. */
export interface WrittenMessage {
  readonly message: Json
  readonly first?: Entry
}

/** Everything that was said, in messages of a dialect: as it came in if it came in it, or else as it was handed in. */
export function messagesToWrite({ entries, history = [] }: FileLog, dialect: string): readonly WrittenMessage[] {
  if (!entries.every((entry) => entry.message.dialect === dialect)) return history.map((message) => ({ message }))
  return entries.flatMap((first, at): readonly WrittenMessage[] => {
    const { shell, block, blocks } = first.message
    if (block !== 0 || shell === undefined) return []
    const own = entries.slice(at, at + blocks)
    return [{ first, message: fillShell(shell, new Map(own.map((part) => [part.message.block, part.raw]))) }]
  })
}

/** Whether a message is the summary of another product's compaction. */
export function isSummary(first: Entry | undefined): boolean {
  return first?.kind === 'text' && first.foreignSummary === true
}

/** A text as it was, with a line break at its end. */
export function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
