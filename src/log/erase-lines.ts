import { type Seq, seqOf } from '../schema/ids.ts'
import type { Measure } from '../schema/ports.ts'
import { commitLine, entryLine, erasedLine, headerLine, kindOfLine, parseSessionLine, pinsLine } from './session-lines.ts'
import { eraseFromCommit, tombstoneOf } from './tombstone.ts'

interface LinesWithout {
  readonly text: string
  /** Commits that said something of what is gone. */
  readonly commits: number
}

/** The text of a session file without the content of some entries, without their pins, and without what any commit says of them. */
export function eraseFromLines(text: string, seqs: ReadonlySet<Seq>, at: number): LinesWithout {
  let seq = 0
  let commits = 0
  const without = (line: string): string => {
    const kind = kindOfLine(line)?.kind
    if (kind === 'more' || kind === 'last') return seqs.has(seqOf(seq++)) ? tombstoneLine(line) : `${line}\n`
    if (kind === 'commit') {
      const erased = erasedCommit(line, seqs)
      if (erased === null) return `${line}\n`
      commits += 1
      return erased
    }
    if (kind !== 'pins') return `${line}\n`
    const pins = (parseSessionLine(line)?.pins ?? []).filter((pin) => !seqs.has(pin))
    return pins.length === 0 ? '' : pinsLine(pins)
  }
  const lines = text.split('\n').slice(0, -1).map(without)
  return { text: `${lines.join('')}${erasedLine(at)}`, commits }
}

/** A session file of which nothing is left but how often it was erased. */
export function erasedFile(key: Parameters<typeof headerLine>[0], times: number, at: number): string {
  return `${headerLine(key)}${erasedLine(at).repeat(times)}`
}

function tombstoneLine(line: string): string {
  const { entry, measure } = parseSessionLine(line) ?? {}
  if (entry === undefined) return `${line}\n`
  const kind = kindOfLine(line)
  // Hashes stay, so that the chain still verifies; what a tombstone costs is counted when the thread is opened.
  const left: Measure | undefined = measure && { ...measure, tokens: 0, frame: 0, bytes: 0, exact: true, counter: '' }
  return entryLine(tombstoneOf(entry), kind?.kind === 'last' ? kind.hash : null, left)
}

/** `null` if the commit says nothing of them. */
function erasedCommit(line: string, seqs: ReadonlySet<Seq>): string | null {
  const commit = parseSessionLine(line)?.body
  if (commit === undefined) return null
  const after = [...seqs].reduce(eraseFromCommit, commit)
  return after === commit ? null : commitLine(after)
}
