import { handleOf } from '../schema/ids.ts'
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

export function commandLine({ command, outcome, exit, seq }: CommandFact): string {
  const status = exit === undefined || exit === 0 ? outcome : `${outcome}, exit ${exit}`
  return `- ${oneLine(command, LONGEST_COMMAND)} → ${status} (${handleOf(seq)})`
}

const BOXES = { open: '[ ]', doing: '[~]', done: '[x]' } as const

export function stepLine({ text, status, seq }: StepFact): string {
  return `- ${BOXES[status]} ${text} (${handleOf(seq)})`
}
