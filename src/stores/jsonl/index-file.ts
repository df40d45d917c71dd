import { createHash } from 'node:crypto'
import { GENESIS } from '../../log/chain.ts'
import type { CommitId, Seq } from '../../schema/ids.ts'
import { isJsonObject } from '../../schema/json.ts'
import type { Acknowledged, Head } from '../../schema/ports.ts'

/** What is wrong with the end of a file. Torn: a write that was never finished. Damaged: it was, and cannot be read now. */
export interface TailFault {
  readonly kind: 'torn' | 'damaged'
  readonly line: number
  /** Where it begins, in bytes. Everything before it can be read. */
  readonly offset: number
  readonly detail: string
}

/** Where everything in a session file is, up to `size`. Its lists grow when the file does: going on costs what is new. */
export interface FileIndex {
  readonly size: number
  readonly lines: number
  readonly head: Head
  /** Where the line of each entry begins. */
  readonly entries: number[]
  readonly commits: { readonly id: CommitId; readonly at: number }[]
  /** Where lines of pins begin. */
  readonly pinLines: number[]
  readonly pins: readonly Seq[]
  /** How often something was erased. */
  readonly erasures: number
}

/** The index of a file that nothing was written to. */
export function emptyIndex(): FileIndex {
  return { size: 0, lines: 0, head: { length: 0, hash: GENESIS }, entries: [], commits: [], pinLines: [], pins: [], erasures: 0 }
}

/** What an index finds, to be held against what was acknowledged. */
export function foundIn({ head, commits, pins, erasures }: FileIndex): Omit<Acknowledged, 'lost'> {
  return { ...head, commits: commits.length, pins: pins.length, erasures }
}

/** How many bytes before its end an index vouches for. */
export const CHECKED_BYTES = 4_096

/** An index as text, with a fingerprint of the bytes before its end. */
export function encodeIndex(index: FileIndex, tail: Uint8Array): string {
  return JSON.stringify({ format: 'palimpsest-index', version: 2, check: fingerprint(tail), ...index })
}

/** Reads an index back; `null` if it is not an index, or one of another state of the file. It is only ever a shortcut. */
export function decodeIndex(text: string, tailBefore: (size: number) => Uint8Array): FileIndex | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isIndex(value) || fingerprint(tailBefore(value.size)) !== value.check) return null
    const { size, lines, head, entries, commits, pinLines, pins, erasures } = value
    return { size, lines, head, entries, commits, pinLines, pins, erasures }
  } catch {
    return null // Made anew from the file itself.
  }
}

/** Looks at the shape only: what it says is checked by the fingerprint. */
function isIndex(value: unknown): value is FileIndex & { readonly check: unknown } {
  if (!isJsonObject(value) || value['format'] !== 'palimpsest-index' || value['version'] !== 2) return false
  const { head, entries, commits, pinLines, pins } = value
  const areLists = [entries, commits, pinLines, pins].every(Array.isArray)
  const areNumbers = [value['size'], value['lines'], value['erasures']].every((each) => typeof each === 'number')
  return areLists && areNumbers && isJsonObject(head) && Array.isArray(entries) && head['length'] === entries.length
}

function fingerprint(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}
