import { CommanderError } from 'commander'
import { describeFailure, type Failure, isCompactionError } from '../schema/failures.ts'
import { CliError, EXIT, type ExitCode, isSystemReason, systemReason } from './exit.ts'
import { harmless } from './harmless.ts'

/** Prints what went wrong and says how the program ends. An unforeseen error is a bug and shows its stack. */
export function reportError(error: unknown): ExitCode {
  // Its words are printed already: help and version are not errors, all else is wrong usage.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof CliError) return say(error.message, error.exit)
  if (isCompactionError(error)) return say(describeFailure(error.failure), exitFor(error.failure))
  if (isSystemReason(error))
    return say(`${fileOf(error)}${systemReason(error)}.`, WRITING.has(error.syscall ?? '') ? EXIT.output : EXIT.input)
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return say(`this is a bug; please report it with the input that led here.\n${stack}`, EXIT.software)
}

function say(message: string, exit: ExitCode): ExitCode {
  process.stderr.write(`palimpsest: ${message.split('\n').map(harmless).join('\n')}\n`)
  return exit
}

const WRITING: ReadonlySet<string> = new Set(['write', 'rename', 'mkdir', 'unlink', 'rmdir', 'fsync', 'ftruncate', 'chmod'])

function fileOf({ path, syscall }: NodeJS.ErrnoException): string {
  const failed = WRITING.has(syscall ?? '') ? 'cannot be written' : 'cannot be read'
  return path === undefined ? `a file ${failed}: ` : `${path}: ${failed}: `
}

function exitFor(failure: Failure): ExitCode {
  switch (failure.code) {
    case 'input-invalid':
    case 'dialect-ambiguous':
    case 'archive-damaged':
      return EXIT.input
    case 'fixed-part-too-large':
    case 'too-many-bytes':
    case 'compaction-refused':
      return EXIT.doesNotFit
    case 'budget-invalid':
    case 'pin-not-found':
    case 'dialect-unknown':
    case 'option-unknown':
    case 'thread-unknown':
    case 'entry-unknown':
    case 'nothing-to-undo':
    case 'nothing-to-redo':
    case 'commit-unknown':
    case 'thread-exists':
    case 'request-lost':
    case 'capability-missing':
      return EXIT.usage
    case 'request-invalid':
    case 'log-conflict':
    case 'commit-conflict':
    case 'summarizer-failed':
    case 'compaction-cancelled':
    case 'thread-erased':
    case 'lease-lost':
    case 'lease-held':
      return EXIT.software
    case 'log-damaged':
    case 'artifact-unavailable':
    case 'artifact-damaged':
    case 'key-unusable':
      return EXIT.input
    case 'store-unusable':
      return failure.reason === 'not-ours' || failure.reason === 'unmerged' ? EXIT.input : EXIT.output
    case 'artifact-conflict':
      return EXIT.output
  }
}
