import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { EntryReading } from './read-entry.ts'
import type { Candidate } from './remark-index.ts'
import type { FileOperation } from './tool-knowledge.ts'

export interface FileFact {
  readonly path: string
  readonly operation: FileOperation
  /** The call that last changed it; if none did, the last that read it. */
  readonly seq: Seq
  /** How often it was changed; if it never was, how often it was read. */
  readonly times: number
  /** What the agent said it would do when it last changed it. */
  readonly purpose?: Candidate
}

/** One call that names a file. */
export interface FileUse {
  readonly path: string
  readonly operation: FileOperation
  readonly seq: Seq
  readonly purpose: Candidate | undefined
}

/** What is known of each file after all uses: the last thing done to it, latest last. A changed file that is read stays changed. */
export function fileFacts(uses: readonly FileUse[]): readonly FileFact[] {
  const files = new Map<string, FileFact>()
  for (const use of uses) {
    const before = files.get(use.path)
    const isOnlyRead = use.operation === 'read' && before !== undefined && before.operation !== 'read'
    const fact = isOnlyRead ? before : afterUse(before, use)
    files.delete(use.path) // Re-inserted at the end: a Map keeps the order of insertion, and the latest is to be last.
    files.set(use.path, fact)
  }
  return [...files.values()]
}

function afterUse(before: FileFact | undefined, { path, operation, seq, purpose }: FileUse): FileFact {
  const wasOnlyRead = before?.operation === 'read' && operation !== 'read'
  const times = before === undefined || wasOnlyRead ? 1 : before.times + 1
  const why = operation === 'read' ? undefined : (purpose ?? recent(before?.purpose, seq))
  const fact = { path, operation: standing(before?.operation, operation), seq, times }
  return why === undefined ? fact : { ...fact, purpose: why }
}

/** Entries after which what the agent said is no longer about what it does. */
const LONG_AGO = 12

function recent(purpose: Candidate | undefined, seq: Seq): Candidate | undefined {
  return purpose !== undefined && seq - purpose.seq <= LONG_AGO ? purpose : undefined
}

/**
 * What a file is after another operation: it is new as long as it was not there before; writing a file that was there does not make it new.
 */
function standing(before: FileOperation | undefined, now: FileOperation): FileOperation {
  if (before === undefined || before === 'deleted' || now === 'deleted') return now
  return before === 'created' ? 'created' : now === 'created' ? 'modified' : now
}

/** What the agent says it is about to do, if it ends with that. */
export function announcementIn({ seq }: Entry, { remarks }: EntryReading): Candidate | undefined {
  const remark = remarks.at(-1)
  if (remark === undefined || !(remark.isAnnounced === true || remark.text.endsWith(':'))) return undefined
  return { seq, remark }
}
