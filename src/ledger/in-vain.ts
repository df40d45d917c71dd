import type { ToolResultEntry } from '../schema/entry.ts'
import { changedNothing } from '../schema/nothing-changed.ts'
import { fileOperationOf, REFUSED } from './tool-knowledge.ts'

/** So much of a result is looked at for the word of a person. */
const LOOKED_AT = 1_000

/** Whether a person did not let a call happen. */
export function isForbidden({ envelope, text }: ToolResultEntry): boolean {
  return envelope.outcome !== 'success' && REFUSED.test(text.slice(0, LOOKED_AT))
}

/** Whether what stands in the arguments of a call came to nothing: it was refused, or could not be written into its file. */
export function isInVain(result: ToolResultEntry): boolean {
  const { tool, outcome } = result.envelope
  if (isForbidden(result) || changedNothing(tool, result.text)) return true
  return outcome === 'failure' && fileOperationOf(tool) !== undefined
}
