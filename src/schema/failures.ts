import type { Budget } from './budget.ts'
import { freshCopy } from './fresh-copy.ts'
import { frozen } from './frozen.ts'
import type { ArtifactId, CommitId, ThreadId } from './ids.ts'
import type { Violation } from './prompt.ts'
import type { SummaryAttempt, SummaryFault } from './summary.ts'

/** One line of the account of why a request cannot fit. */
export interface FixedItem {
  readonly what: string
  readonly tokens: number
}

/**
 * Why a store cannot be used, or cannot be used for this. If the store was being opened, nothing was created or changed. Unmerged: what was
 * written last stands in a log beside the file, which can only be read if the folder can be written.
 */
export type StoreTrouble =
  | 'not-ours'
  | 'newer-schema'
  | 'read-only'
  | 'unmerged'
  | 'damaged'
  | 'full'
  | 'busy'
  | 'missing'
  | 'unreachable'
  /** The database cancelled what took too long. */
  | 'timeout'
  /** A connection broke in the middle of a write, and nobody can say whether it was written. */
  | 'unconfirmed'

/** Every way this library fails on purpose. Adding a member is a minor release; removing one is major. */
export type Failure =
  | { readonly code: 'input-invalid'; readonly at: string; readonly expected: string; readonly found: string }
  | {
      readonly code: 'fixed-part-too-large'
      readonly needed: number
      readonly available: number
      readonly items: readonly FixedItem[]
      readonly budget: Budget
    }
  | {
      readonly code: 'compaction-refused'
      readonly reason: string
      readonly unit: 'tokens' | 'bytes'
      readonly needed: number
      readonly available: number
    }
  | { readonly code: 'too-many-bytes'; readonly needed: number; readonly available: number }
  | { readonly code: 'budget-invalid'; readonly field: string; readonly value: number; readonly expected: string }
  | { readonly code: 'pin-not-found'; readonly text: string }
  | { readonly code: 'request-invalid'; readonly violations: readonly Violation[] }
  | { readonly code: 'log-conflict'; readonly thread: ThreadId; readonly expected: number; readonly actual: number }
  | {
      readonly code: 'commit-conflict'
      readonly thread: ThreadId
      readonly expected: CommitId | null
      readonly actual: CommitId | null
    }
  | {
      readonly code: 'summarizer-failed'
      readonly summarizer: string
      readonly reason: SummaryFault
      readonly detail: string
      readonly attempts: readonly SummaryAttempt[]
    }
  | { readonly code: 'compaction-cancelled' }
  /** Every compaction of the thread is undone, or there was none. */
  | { readonly code: 'nothing-to-undo'; readonly thread: ThreadId }
  | { readonly code: 'log-damaged'; readonly line: number; readonly detail: string }
  | {
      readonly code: 'store-unusable'
      readonly reason?: StoreTrouble
      /** Which store: a file, or host and database. Never a password. */
      readonly at: string
      readonly expected: string
      readonly found: string
      /** What to do, in a sentence. */
      readonly advice?: string
    }
  /** The configuration or the call needs something that the store cannot do. Nothing was changed. */
  | {
      readonly code: 'capability-missing'
      readonly capability: string
      /** What needs it. */
      readonly needed: string
      /** What to do. */
      readonly instead: string
    }
  | { readonly code: 'thread-unknown'; readonly thread: ThreadId }
  | { readonly code: 'entry-unknown'; readonly thread: ThreadId; readonly entry: string }
  | { readonly code: 'thread-erased'; readonly thread: ThreadId }
  | { readonly code: 'lease-lost'; readonly thread: ThreadId; readonly fence: number }
  | { readonly code: 'lease-held'; readonly thread: ThreadId; readonly waited: number }
  /** The same whether it never existed, is gone, belongs to another tenant, or may not be read. */
  | {
      readonly code: 'artifact-unavailable'
      readonly artifact: ArtifactId
      readonly requester: string
      /** Up to which sensitivity the requester may read. */
      readonly clearance: string
    }
  | { readonly code: 'artifact-damaged'; readonly artifact: ArtifactId; readonly expected: string; readonly found: string }
  | { readonly code: 'artifact-conflict'; readonly artifact: ArtifactId }
  | { readonly code: 'key-unusable'; readonly keyId: string; readonly expected: string; readonly found: string }
  | { readonly code: 'dialect-unknown'; readonly name: string; readonly known: readonly string[] }
  /** Messages that several formats read, and not alike. */
  | { readonly code: 'dialect-ambiguous'; readonly candidates: readonly string[] }
  | {
      readonly code: 'option-unknown'
      /** What it was handed to: `createCompactor`, `prepare`. */
      readonly of: string
      readonly name: string
      /** The option whose name is most like it; empty if none is. */
      readonly nearest: string
      readonly known: readonly string[]
    }

export type FailureCode = Failure['code']

/** The one error class. What happened is in `failure`; the message says it in words. */
export class CompactionError<Code extends FailureCode = FailureCode> extends Error {
  override readonly name = 'CompactionError'
  readonly failure: Extract<Failure, { code: Code }>

  constructor(failure: Extract<Failure, { code: Code }>, options?: ErrorOptions) {
    super(describeFailure(failure), options)
    this.failure = frozen(freshCopy(failure))
  }
}

/** Works across duplicate installs of this package, where `instanceof` does not. */
export function isFailure<Code extends FailureCode>(error: unknown, code: Code): error is CompactionError<Code> {
  return isCompactionError(error) && error.failure.code === code
}

export function isCompactionError(error: unknown): error is CompactionError {
  return error instanceof Error && error.name === 'CompactionError' && 'failure' in error
}

/** A failure in words: what was needed, what was found, and where. */
export function describeFailure(failure: Failure): string {
  switch (failure.code) {
    case 'input-invalid':
      return `${failure.at}: expected ${failure.expected}, found ${failure.found}.`
    case 'store-unusable':
      return [`${failure.at}: expected ${failure.expected}, found ${failure.found}.`, failure.advice ?? ''].join(' ').trimEnd()
    case 'fixed-part-too-large':
      return `The fixed part does not fit: it needs ${failure.needed} tokens and ${failure.available} are available (${failure.items
        .map((item) => `${item.what} ${item.tokens}`)
        .join(', ')}).`
    case 'compaction-refused':
      return `Nothing was compacted, because ${failure.reason}. The request has ${failure.needed} ${failure.unit}, and there is room for ${failure.available}.`
    case 'too-many-bytes':
      return `The request has ${failure.needed} bytes with everything shortened that may be, and the provider takes ${failure.available}. Remove files or pins.`
    case 'budget-invalid':
      return `${failure.field} is ${failure.value}; expected ${failure.expected}.`
    case 'pin-not-found':
      return `No entry that a person wrote contains ${JSON.stringify(failure.text)}, so there is nothing to pin.`
    case 'request-invalid':
      return `The rendered request breaks ${failure.violations.length} rule(s): ${firstOf(failure.violations)}. This is a bug in Palimpsest; nothing was changed.`
    case 'log-conflict':
      return `Thread ${failure.thread} has ${failure.actual} entries, but the writer expected ${failure.expected}: another writer appended. Read again and retry.`
    case 'commit-conflict':
      return `Thread ${failure.thread} is at commit ${failure.actual ?? 'none'}, but the writer expected ${failure.expected ?? 'none'}: another writer compacted. Nothing was changed.`
    case 'summarizer-failed':
      return `${failure.summarizer} wrote no summary (${failure.reason}): ${failure.detail}.`
    case 'nothing-to-undo':
      return `Thread ${failure.thread} has no compaction that could be undone.`
    case 'compaction-cancelled':
      return 'The compaction was cancelled. Nothing was changed.'
    case 'log-damaged':
      return `Line ${failure.line} of the log is damaged: ${failure.detail}.`
    case 'capability-missing':
      return `The store has no ${failure.capability}, and ${failure.needed} needs it: ${failure.instead}.`
    case 'thread-unknown':
      return `There is no thread ${failure.thread}.`
    case 'entry-unknown':
      return `Thread ${failure.thread} has no entry ${failure.entry}.`
    case 'thread-erased':
      return `Something of thread ${failure.thread} was erased since it was opened. Open it again.`
    case 'lease-lost':
      return `Another process took over the compaction of thread ${failure.thread} from lease ${failure.fence}. Nothing was changed.`
    case 'lease-held':
      return `Thread ${failure.thread} is being compacted by another process, and still was after ${failure.waited} ms.`
    case 'artifact-unavailable':
      return `There is no artifact ${JSON.stringify(failure.artifact)} that ${JSON.stringify(failure.requester)} may read: permissions reach ${failure.clearance}.`
    case 'artifact-damaged':
      return `Artifact ${JSON.stringify(failure.artifact)} is damaged: expected ${failure.expected}, found ${failure.found}.`
    case 'artifact-conflict':
      return `Artifact ${JSON.stringify(failure.artifact)} is already kept with other content. Nothing was changed.`
    case 'key-unusable':
      return `Data key ${JSON.stringify(failure.keyId)} cannot be used: expected ${failure.expected}, found ${failure.found}.`
    case 'dialect-unknown':
      return `There is no format ${JSON.stringify(failure.name)}; known are ${failure.known.join(', ')}.`
    case 'dialect-ambiguous':
      return `${failure.candidates.join(' and ')} read these messages differently: name the dialect they are written in.`
    case 'option-unknown':
      return `${failure.of} has no option ${JSON.stringify(failure.name)}. ${failure.nearest === '' ? `Known are ${failure.known.join(', ')}.` : `Did you mean ${failure.nearest}?`}`
  }
}

function firstOf(violations: readonly Violation[]): string {
  const said = violations.slice(0, 3).map(({ rule, at, detail }) => `${rule} at ${at} (${detail})`)
  return said.join('; ')
}
