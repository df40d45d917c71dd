import { headAndTail, shortLine } from '../../../ledger/summarizer-input.ts'
import { handleOf, type Seq } from '../../../schema/ids.ts'
import type { Interest } from './interest.ts'
import { knownRuns } from './known-runs.ts'
import { isPassed, isRoutine, lineValues, type TextKind } from './line-values.ts'

/** What is shown of a long text. */
export interface Selection {
  /** Characters, about. */
  readonly most: number
  readonly seq: Seq
  readonly interest: Interest
  /** Of a log, what went wrong and how it ends; of a file, what is spoken of; of new code, what it declares; otherwise whatever has room. */
  readonly what?: TextKind
}

/** A line is shown so far; an element of a record further, because half of it is none. */
const LONGEST_LINE = 240
const LONGEST_ELEMENT = 420

/**
 * A long text by the lines that later words and calls come back to, with its head and its tail; lines that another entry shows are not shown
 * again.
 *
 *     import a · … · func Load(path) · … · }   →   import a · … · func Load(path) · … · }
 */
export function tellingLines(text: string, selection: Selection): string {
  const { most, seq, interest } = selection
  const lines = text.split('\n')
  if (lines.length < 4) return interest.note(headAndTail(text, most, seq), seq)
  const known = knownRuns(lines, selection)
  const longest = longestOf(selection.what)
  const fresh = lines.flatMap((line, at) => (known[at] === undefined ? [Math.min(line.length, longest) + 1] : []))
  const isShort = fresh.reduce((sum, length) => sum + length, 0) <= most
  const kept = isShort ? known.map((from) => from === undefined) : choose(lines, known, selection, longest)
  return interest.note(joined(lines, kept, known, selection.what), seq)
}

/** How many lines of head and tail are shown in any case. */
const ENDS: Readonly<Record<TextKind | 'other', readonly [head: number, tail: number]>> = {
  ...{ log: [2, 4], failed: [2, 5], file: [0, 0], document: [2, 1], code: [2, 1], record: [2, 1], other: [2, 1] },
}
/** So many tests that passed are counted where they are left out. */
const LEAST_PASSED = 2
/** What a note of a gap costs, in characters. */
const GAP = 4
/** What went wrong is shown whole, also where it takes a long line. */
const GAP_OF_TROUBLE = 120

/** The lines with the most that matters for their length, until there is no room; head and tail first. */
function choose(
  lines: readonly string[],
  known: readonly (Seq | undefined)[],
  { most, seq, interest, what }: Selection,
  longest: number,
): readonly boolean[] {
  const kept = lines.map(() => false)
  const values = lineValues(lines, interest.worthOf(lines, seq, what === 'file' ? 0 : undefined), what)
  const gap = what === 'failed' ? GAP_OF_TROUBLE : GAP
  const order = lines
    .map((line, at) => ({ at, size: Math.min(line.length, longest) + 1, value: values[at] ?? 0 }))
    .filter(({ at, value }) => known[at] === undefined && value > 0)
    .sort((a, b) => b.value / (b.size + gap) - a.value / (a.size + gap) || a.at - b.at)
  let room = most
  const take = (at: number): void => {
    const line = lines[at]
    if (line === undefined || kept[at] === true || known[at] !== undefined) return
    kept[at] = true
    room -= Math.min(line.length, longest) + 1
  }
  const isOutput = what === 'log' || what === 'failed'
  const filled = lines.flatMap((line, at) => (line.trim() === '' || (isOutput && isRoutine(line)) ? [] : [at]))
  const [heads, tails] = ENDS[what ?? 'other']
  for (const at of [...filled.slice(0, heads), ...(tails === 0 ? [] : filled.slice(-tails))]) take(at)
  for (const { at, size } of order) {
    if (size <= room) take(at)
  }
  // Of new code, what stands in what it declares, as far as there is room.
  for (let at = 1; what === 'code' && at < lines.length; at += 1) {
    if (kept[at - 1] === true && (lines[at]?.length ?? 0) + 1 <= room) take(at)
  }
  // One line is as short as the note that it is left out.
  return kept.map(
    (isKept, at) => isKept || (kept[at - 1] === true && kept[at + 1] === true && isBrief(lines[at]) && known[at] === undefined),
  )
}

function longestOf(what: TextKind | undefined): number {
  return what === 'record' ? LONGEST_ELEMENT : LONGEST_LINE
}

function isBrief(line = ''): boolean {
  return line.length <= 40
}

function joined(
  lines: readonly string[],
  kept: readonly boolean[],
  known: readonly (Seq | undefined)[],
  what: TextKind | undefined,
): string {
  const longest = longestOf(what)
  const shown: string[] = []
  for (let at = 0; at < lines.length; ) {
    if (kept[at] === true) {
      shown.push(shortLine(lines[at] ?? '', longest))
      at += 1
      continue
    }
    const entry = known[at]
    let end = at
    while (end < lines.length && kept[end] !== true && known[end] === entry) end += 1
    const count = lines.slice(at, end).filter((line) => line.trim() !== '').length
    const passed = what === 'log' || what === 'failed' ? lines.slice(at, end).filter(isPassed).length : 0
    const left = passed < LEAST_PASSED ? '…' : `… ${passed} passed`
    if (count > 0) shown.push(entry === undefined ? left : `… ${count} lines as in ${handleOf(entry)}`)
    at = end
  }
  return shown.join('\n')
}
