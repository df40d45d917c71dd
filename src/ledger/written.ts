import { readNames } from './names.ts'
import type { CallReading } from './read-call.ts'
import type { Remark } from './read-entry.ts'
import { type Statement, statementsOf } from './statements.ts'

/** Of arguments, so many characters are looked at for comments and messages, and a little more for names. */
const MOST_WRITTEN = 4_000
const MOST_NAMED = 6_000
const FEWEST_WRITTEN_WORDS = 5

/** Comments, messages and descriptions in the arguments of a call: lines of words, not of code. */
export function writtenIn(text: string): readonly Remark[] {
  // Commands have line breaks in quotation marks of their own.
  const lines = text
    .slice(0, MOST_WRITTEN)
    .replaceAll(/\\[nrt]/g, '\n')
    .replaceAll('\\"', '"')
  return statementsOf(lines, { fewestWords: FEWEST_WRITTEN_WORDS, onlyProse: true, isKept: hasNames }).map((statement) => ({
    ...{ ...statement, kind: 'fact', authority: 'assistant', isWritten: true },
  }))
}

function hasNames({ names }: Statement): boolean {
  return names.length > 0
}

/** The first of them that says something besides the file's own name. */
export function commentIn(remarks: readonly Remark[], files: CallReading['files']): Remark | undefined {
  const [path] = files.length === 1 ? (files[0] ?? []) : []
  if (path === undefined) return undefined
  return remarks.find(({ isWritten, words, text }) => isWritten === true && words >= FEWEST_WRITTEN_WORDS && !path.includes(text))
}

/** The names in what a call is told. */
export function namesUsed(told: string): readonly string[] {
  return readNames(told, 0, Math.min(told.length, MOST_NAMED)).names
}
