import type { Entry } from '../schema/entry.ts'
import type { WorkReaders } from './work-readers.ts'

let known: WorkReaders | undefined

/** Conversations without calls need none of it, so that a page loads it with the first entry that is more than words. Whoever reads an entry sees to that. */
export function knowWork(readers: WorkReaders): void {
  known = readers
}

/** `undefined` if nothing but words has come so far: then there is nothing to say of calls, either. */
export function knownWork(): WorkReaders | undefined {
  return known
}

/** For an entry that is read by it. */
export function workReaders(): WorkReaders {
  if (known === undefined) throw new Error('What reads calls and results is not known yet.')
  return known
}

/** Whether an entry is more than what a person or an agent says: a call, a result, a file, what a program put into the conversation. */
export function isWork(entry: Entry): boolean {
  switch (entry.kind) {
    case 'text':
      return entry.author !== 'person' && entry.author !== 'agent' && entry.role === 'user'
    case 'reasoning':
    case 'turn-start':
      return false
    default:
      return true
  }
}
