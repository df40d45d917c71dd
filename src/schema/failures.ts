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
  | { readonly code: 'pin-not-found'; readonly text: string; readonly by?: 'entry' }
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
  /** Nothing was undone since the last compaction. */
  | { readonly code: 'nothing-to-redo'; readonly thread: ThreadId }
  | { readonly code: 'commit-unknown'; readonly thread: ThreadId; readonly commit: string }
  /** A request cannot be shown as the model saw it. */
  | { readonly code: 'request-lost'; readonly thread: ThreadId; readonly step: number; readonly reason: string }
  /** A file that is not an archive, or not as it was written. Nothing was changed. */
  | { readonly code: 'archive-damaged'; readonly line: number; readonly detail: string }
  | { readonly code: 'thread-exists'; readonly thread: ThreadId }
  /** A log can be read up to a line that was whole once, and not behind it. */
  | { readonly code: 'log-damaged'; readonly at: string; readonly line: number; readonly detail: string }
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
  const describe = WORDS[failure.code] as (failure: Failure) => string
  return describe(failure)
}

/** What each failure says. */
const WORDS: { readonly [Code in FailureCode]: (failure: Extract<Failure, { code: Code }>) => string } = {
  'input-invalid': (failure) => `${failure.at}: expected ${failure.expected}, found ${failure.found}.`,
  'store-unusable': (failure) =>
    [`${failure.at}: expected ${failure.expected}, found ${failure.found}.`, failure.advice ?? ''].join(' ').trimEnd(),
  'fixed-part-too-large': ({ needed, available, items, budget }) => {
    const parts = items.map(({ what, tokens }) => `${what} ${tokens}`).join(', ')
    const answer = budget.reserve > 0 ? `, of which ${budget.reserve} are kept for the answer` : ''
    const help = [
      'a larger window',
      ...(answer === '' ? [] : ['less for the answer']),
      'a shorter system text, fewer tools or pins',
    ]
    return `The fixed part does not fit: it needs ${needed} tokens and ${available} are available (${parts}). The window is ${budget.window}${answer}. What helps: ${help.join(', ')}.`
  },
  'compaction-refused': (failure) =>
    `Nothing was compacted, because ${failure.reason}. The request has ${failure.needed} ${failure.unit}, and there is room for ${failure.available}.`,
  'too-many-bytes': (failure) =>
    `The request has ${failure.needed} bytes with everything shortened that may be, and the provider takes ${failure.available}. Remove files or pins.`,
  'budget-invalid': (failure) => `${failure.field} is ${failure.value}; expected ${failure.expected}.`,
  'pin-not-found': ({ text, by }) =>
    by === 'entry'
      ? `There is no entry ${JSON.stringify(text)}, so there is nothing to pin; \`thread.entries()\` has the ids.`
      : `No entry that a person wrote contains ${JSON.stringify(text)}, so there is nothing to pin.`,
  'request-invalid': (failure) =>
    `The rendered request breaks ${failure.violations.length} rule(s): ${firstOf(failure.violations)}. This is a bug in Palimpsest; nothing was changed.`,
  'log-conflict': (failure) =>
    `Thread ${failure.thread} has ${failure.actual} entries, but the writer expected ${failure.expected}: another writer appended. Read again and retry.`,
  'commit-conflict': (failure) =>
    `Thread ${failure.thread} is at commit ${failure.actual ?? 'none'}, but the writer expected ${failure.expected ?? 'none'}: another writer compacted. Nothing was changed.`,
  'summarizer-failed': (failure) => `${failure.summarizer} wrote no summary (${failure.reason}): ${failure.detail}.`,
  'nothing-to-undo': (failure) => `Thread ${failure.thread} has no compaction that could be undone.`,
  'nothing-to-redo': (failure) => `Thread ${failure.thread} has no undone compaction that could be made again.`,
  'commit-unknown': (failure) => `Thread ${failure.thread} has no commit ${JSON.stringify(failure.commit)}.`,
  'request-lost': (failure) =>
    `What the model saw at step ${failure.step} of thread ${failure.thread} cannot be shown: ${failure.reason}.`,
  'archive-damaged': (failure) => `The archive cannot be used, at line ${failure.line}: ${failure.detail}. Nothing was changed.`,
  'thread-exists': (failure) => `There is a thread ${failure.thread} already, with other content: give another name.`,
  'compaction-cancelled': () => 'The compaction was cancelled. Nothing was changed.',
  'log-damaged': (failure) =>
    `Line ${failure.line} of ${failure.at} is damaged: ${failure.detail}. Mend that line or bring the file back from a backup; \`palimpsest export\` writes what stands before it.`,
  'capability-missing': (failure) =>
    `The store has no ${failure.capability}, and ${failure.needed} needs it: ${failure.instead}.`,
  'thread-unknown': (failure) => `There is no thread ${failure.thread}.`,
  'entry-unknown': (failure) => `Thread ${failure.thread} has no entry ${failure.entry}.`,
  'thread-erased': (failure) => `Something of thread ${failure.thread} was erased since it was opened. Open it again.`,
  'lease-lost': (failure) =>
    `Another process took over the compaction of thread ${failure.thread} from lease ${failure.fence}. Nothing was changed.`,
  'lease-held': (failure) =>
    `Thread ${failure.thread} is being compacted by another process, and still was after ${failure.waited} ms.`,
  'artifact-unavailable': (failure) =>
    `There is no artifact ${JSON.stringify(failure.artifact)} that ${JSON.stringify(failure.requester)} may read: permissions reach ${failure.clearance}.`,
  'artifact-damaged': (failure) =>
    `Artifact ${JSON.stringify(failure.artifact)} is damaged: expected ${failure.expected}, found ${failure.found}.`,
  'artifact-conflict': (failure) =>
    `Artifact ${JSON.stringify(failure.artifact)} is already kept with other content. Nothing was changed.`,
  'key-unusable': (failure) =>
    `Data key ${JSON.stringify(failure.keyId)} cannot be used: expected ${failure.expected}, found ${failure.found}.`,
  'dialect-unknown': (failure) => `There is no format ${JSON.stringify(failure.name)}; known are ${failure.known.join(', ')}.`,
  'dialect-ambiguous': (failure) =>
    `${failure.candidates.join(' and ')} read these messages differently. Say which of them they are written in: createCompactor({ dialect: '${failure.candidates[0]}' }) for all threads, or { dialect } with this call.`,
  'option-unknown': (failure) =>
    `${failure.of} has no option ${JSON.stringify(failure.name)}. ${failure.nearest === '' ? `Known are ${failure.known.join(', ')}.` : `Did you mean ${failure.nearest}?`}`,
}

function firstOf(violations: readonly Violation[]): string {
  const said = violations.slice(0, 3).map(({ rule, at, detail }) => `${rule} at ${at} (${detail})`)
  return said.join('; ')
}
