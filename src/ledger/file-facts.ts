import type { Seq } from '../schema/ids.ts'
import { type FileStates, fileStates } from './file-states.ts'
import type { Candidate } from './remark-index.ts'
import type { Symbols } from './symbols.ts'
import type { FileDeed, FileOperation } from './tool-knowledge.ts'

export interface FileFact {
  readonly path: string
  readonly operation: FileOperation
  /** The call that last changed it; if none did, the last that read it. */
  readonly seq: Seq
  /** How often it was changed; if it never was, how often it was read. */
  readonly times: number
  /** Its name before it was moved. */
  readonly from?: string
  /** What was declared in it. */
  readonly symbols?: Symbols
  /** What the agent said it would do when it last changed it, or wrote into it. */
  readonly purpose?: Candidate
}

/** One call that names a file. */
export interface FileUse {
  readonly path: string
  readonly deed: FileDeed
  readonly seq: Seq
  /** The new name, of a move. */
  readonly to?: string | undefined
  readonly symbols?: Symbols | undefined
  readonly purpose: Candidate | undefined
}

/**
 * What is known of each file after the uses before `end`: the last thing done to it, latest last. What a later use takes back, moves away or
 * deletes is not said.
 */
export function fileFacts(uses: readonly FileUse[], end: Seq): readonly FileFact[] {
  const states = fileStates()
  const later = uses.findIndex(({ seq }) => seq >= end)
  for (const use of later === -1 ? uses : uses.slice(0, later)) states.use(use)
  const facts = states.facts()
  if (later === -1) return facts
  for (const use of uses.slice(later)) states.use(use)
  return facts.filter((fact) => !isOutdated(fact, states))
}

function isOutdated({ path, operation }: FileFact, states: FileStates): boolean {
  const now = states.now(path)?.operation
  return now === undefined || (now !== operation && (now === 'deleted' || now === 'restored'))
}
