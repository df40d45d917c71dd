import { handleOf, type Seq } from '../schema/ids.ts'
import type { CommandFact, FileFact, StepFact } from './extract.ts'
import { oneLine } from './one-line.ts'

/** Shorter beginnings are not worth a note, nor are those of fewer files. */
const LEAST_ROOT = 16
const FEWEST_FILES = 3

/** The folder that all absolute paths share, where naming it once saves much; empty otherwise. */
export function rootOf(files: readonly FileFact[]): string {
  const paths = files.filter(({ path }) => path.startsWith('/')).map(({ path }) => path)
  const [first] = paths
  if (first === undefined || paths.length < FEWEST_FILES) return ''
  let length = first.lastIndexOf('/') + 1
  for (const path of paths) {
    while (length > 0 && !path.startsWith(first.slice(0, length))) length = first.lastIndexOf('/', length - 2) + 1
  }
  return length >= LEAST_ROOT ? first.slice(0, length) : ''
}

export function fileLine({ path, operation, times, seq }: FileFact, root: string): string {
  const shown = root !== '' && path.startsWith(root) ? path.slice(root.length) : path
  return `- ${shown}: ${operation} (${times === 1 ? '' : `${times}×, `}${handleOf(seq)})`
}

const LONGEST_COMMAND = 160

const LONGEST_TROUBLE = 120

/** A command as it ended last, and the run before that failed. */
export interface CommandRun extends CommandFact {
  readonly failed?: Seq
}

/** Commands that were run several times by their last run, latest last: what failed and works now is said in one line. */
export function lastRuns(commands: readonly CommandFact[]): readonly CommandRun[] {
  const runs = new Map<string, CommandRun>()
  for (const fact of commands) {
    const before = runs.get(fact.command)
    const failed = before?.outcome === 'failure' ? before.seq : before?.failed
    runs.delete(fact.command) // Re-inserted at the end: a Map keeps the order of insertion.
    runs.set(fact.command, failed === undefined || fact.outcome !== 'success' ? fact : { ...fact, failed })
  }
  return [...runs.values()]
}

export function commandLine({ command, outcome, exit, seq, trouble, failed }: CommandRun): string {
  const status = exit === undefined || exit === 0 ? outcome : `${outcome}, exit ${exit}`
  // The tool's words are data: quoted, where they cannot close the quotation.
  const why = trouble === undefined || /[“”~]/.test(trouble) ? '' : `: “${oneLine(trouble, LONGEST_TROUBLE)}”`
  const before = failed === undefined ? '' : `, after a failure at ${handleOf(failed)}`
  return `- ${oneLine(command, LONGEST_COMMAND)} → ${status}${why}${before} (${handleOf(seq)})`
}

const BOXES = { open: '[ ]', doing: '[~]', done: '[x]' } as const

export function stepLine({ text, status, seq }: StepFact): string {
  return `- ${BOXES[status]} ${text} (${handleOf(seq)})`
}
